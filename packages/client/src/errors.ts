/** The errors of the verbs. Those of connections are in `connection/errors.ts`. */
import { defineErrors } from '@kubewright/core/errors'

/** The factory and registry of the errors of the verbs, by code. */
export const clientErrors = defineErrors({
  KW_CLIENT_NOT_FOUND: {
    summary: 'The object does not exist.',
    cause: 'It was never created, has been deleted, or is in another namespace.',
    remedy: 'Check name and namespace, or treat it as absent: `.catch(ignoreNotFound)`.',
  },
  KW_CLIENT_UNKNOWN_KIND: {
    summary: 'The server does not serve this kind in this version.',
    cause: 'Its CustomResourceDefinition is not installed or not established yet, or the version is not served.',
    remedy: 'Install the CustomResourceDefinition and wait until it is established, or use a version that is served.',
  },
  KW_CLIENT_ALREADY_EXISTS: {
    summary: 'An object of this name exists already.',
    cause: 'Another client created it, or an earlier attempt of this program did.',
    remedy: 'Read the object and check that it is yours, or use `apply`, which also updates existing objects.',
  },
  KW_CLIENT_CONFLICT: {
    summary: 'The object changed since it was read, or another field manager owns an applied field.',
    cause: 'The resourceVersion or uid in the request is not the current one, or apply met a field of another manager.',
    remedy:
      'Read the object again and repeat the change on that version. For apply, leave the field out or use `force`.',
  },
  KW_CLIENT_INVALID: {
    summary: 'The server rejected the object as invalid.',
    cause: 'A field is missing, malformed or immutable; the message lists each one.',
    remedy:
      'Change each listed field to a value that its schema allows (`kubectl explain KIND.FIELD`); recreate the object to change an immutable field.',
  },
  KW_CLIENT_BAD_REQUEST: {
    summary: 'The server cannot parse the request.',
    cause: 'A field is unknown or has the wrong type, or an option has a value that the server does not know.',
    remedy: 'Compare the field or option in the message with the reference of the kind: `kubectl explain KIND`.',
  },
  KW_CLIENT_UNAUTHORIZED: {
    summary: 'The server did not accept the credentials.',
    cause: 'They are missing, expired or belong to another cluster.',
    remedy: 'Log in again, or check the user of the current kubeconfig context.',
  },
  KW_CLIENT_FORBIDDEN: {
    summary: 'The server denied the request.',
    cause:
      'No RBAC rule grants the verb, the object is a role or binding with permissions that the account does not hold, or an admission rule, a quota or a terminating namespace forbids it.',
    remedy:
      'Add the rule that the message prints to a Role of this account; or, if admission refused it, change the object or the policy.',
  },
  KW_CLIENT_EXPIRED: {
    summary: 'The resourceVersion or continue token is too old.',
    cause: 'The server keeps a few minutes of history, and this client fell behind.',
    remedy: 'List again and watch from the resourceVersion of that list.',
  },
  KW_CLIENT_TOO_MANY_REQUESTS: {
    summary: 'The server is throttling requests.',
    cause: 'The server limits its load, or a disruption budget forbids an eviction for now.',
    remedy: 'Wait for `retryAfterMs`; send fewer requests, and watch instead of polling.',
  },
  KW_CLIENT_TOO_LARGE: {
    summary: 'The request is larger than the server accepts.',
    cause: 'Objects above about 1.5 MB cannot be stored, and requests above 3 MB cannot be sent.',
    remedy: 'Split the object, or keep the bulk elsewhere and store a reference.',
  },
  KW_CLIENT_MEDIA_TYPE: {
    summary: 'The server does not support the format of the request or response.',
    cause: 'A strategic merge patch was sent to a custom resource, or the kind has no such representation.',
    remedy: 'Use a merge patch or apply for custom resources.',
  },
  KW_CLIENT_METHOD_NOT_ALLOWED: {
    summary: 'The kind does not support this verb.',
    cause: 'Some kinds can only be created (reviews) or only be read (metrics), or the kind has no such subresource.',
    remedy: 'Use one of the verbs and subresources that `client.discover` lists for the kind.',
  },
  KW_CLIENT_SERVER_TIMEOUT: {
    summary: 'The server did not finish the request in time.',
    cause: 'The server, its storage or a webhook is slow, or it has not yet reached the requested resourceVersion.',
    remedy: 'Read the object before you repeat a write. Repeating a read is safe.',
  },
  KW_CLIENT_UNAVAILABLE: {
    summary: 'The server, or a proxy in front of it, is temporarily unavailable.',
    cause: 'The server is starting or stopping, or a proxy cannot reach it.',
    remedy: 'Retry with back-off.',
  },
  KW_CLIENT_SERVER_FAILED: {
    summary: 'The server failed with an internal error.',
    cause: 'A webhook cannot be called, the storage failed, or the server has a bug; the message quotes the server.',
    remedy: 'Check the webhook and the log of the API server; `details.auditId` identifies the request there.',
  },
  KW_CLIENT_TIMEOUT: {
    summary: 'The call did not finish within its timeout.',
    cause: 'The server is slow or overloaded, or the time was spent waiting for a connection or for retries.',
    remedy: 'Read the object before you repeat a write, or pass a longer `timeout`.',
  },
  KW_CLIENT_ANSWER: {
    summary: 'The response is not the expected JSON.',
    cause: 'A proxy or login page responds in place of the API server, or the response was cut off.',
    remedy: 'Check the proxies between this program and the API server.',
  },
  KW_CLIENT_EVENT: {
    summary: 'A watch received a line that is not a watch event.',
    cause: 'A proxy changes the stream, or the connection ended in the middle of a line.',
    remedy: 'Restart the watch from the last resourceVersion. If it happens again, check the proxy.',
  },
  KW_CLIENT_EVENT_TOO_LARGE: {
    summary: 'A watch event exceeds the size limit.',
    cause: 'The responding server is not an API server, or objects are larger than `maxEventBytes`.',
    remedy: 'Raise `maxEventBytes` if objects really are that large.',
  },
  KW_CLIENT_WATCH_IDLE: {
    summary: 'A watch received nothing for longer than a healthy server stays silent.',
    cause: 'The connection is half-open, or the server sends no bookmarks.',
    remedy: 'Restart the watch from the last resourceVersion, or raise `idleTimeout`.',
  },
  KW_CLIENT_NAME: {
    summary: 'A name cannot be used in a request path.',
    cause:
      'The name of an object, resource or subresource is empty, `.` or `..`, or contains a slash, a percent sign or an unpaired ' +
      'surrogate; a namespace is not a DNS label; or the first argument is not the handle of a kind.',
    remedy:
      "Pass the handle of a kind, such as `Deployment`, then the name and the namespace separately: `{ name: 'blog', namespace: 'web' }`.",
  },
  KW_CLIENT_NAMESPACE: {
    summary: 'A namespace is missing, or was given for a cluster-scoped kind.',
    cause: 'Objects of a namespaced kind belong to a namespace; objects of a cluster-scoped kind do not.',
    remedy: 'Pass `namespace` or set a default in `createClient`. Leave it out for cluster-scoped kinds.',
  },
  KW_CLIENT_OBJECT: {
    summary: 'The object cannot be used with this verb.',
    cause:
      'It is not an object, lacks a name or a required resourceVersion, is of another kind than the handle, has a value that JSON ' +
      'cannot hold, or is a patch that does not fit its type.',
    remedy:
      'Pass a whole object of plain data with `metadata.name`; for `update`, pass the object that you read, with its resourceVersion.',
  },
  KW_CLIENT_FIELD_MANAGER: {
    summary: 'The field manager is missing or not valid.',
    cause: 'Apply records the owner of each field under a name of 1 to 128 printable characters.',
    remedy: "Set one for the client: `createClient(config, { fieldManager: 'website-operator' })`.",
  },
  KW_CLIENT_OPTION: {
    summary: 'An option of a call is not valid.',
    cause:
      'An option is unknown, has the wrong type or is out of range; two options exclude each other; or a deletion of many objects ' +
      'has no selector.',
    remedy: "Use the documented options, for example `{ limit: 500, labels: { app: 'web' } }`.",
  },
  KW_CLIENT_WAIT_TIMEOUT: {
    summary: 'The object did not reach the awaited state in time.',
    cause:
      'No controller works on it, the controller fails, or it takes longer; the message has the last observed state.',
    remedy: "Check the conditions and events of the object, or wait longer: `{ timeout: '5m' }`.",
  },
  KW_CLIENT_WAIT_IMPOSSIBLE: {
    summary: 'The object can no longer reach the awaited state.',
    cause: 'It has reached another final state, such as a failed Job.',
    remedy: "Check the object's conditions and events, which the message quotes, then delete and recreate it.",
  },
  KW_CLIENT_LISTENER: {
    summary:
      'An `onWarning` callback or an observer of the client threw. This is a process warning; calls are not affected.',
    cause: 'The callback has a bug, such as a metric that does not exist.',
    remedy: "Fix the callback; the warning's detail has the stack trace. The warning is printed once.",
  },
})

export type ClientErrorCode = keyof typeof clientErrors.registry
