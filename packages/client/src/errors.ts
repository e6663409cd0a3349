/** Every error the verbs can raise. Those of finding and keeping a connection are in `connection/errors.ts`. */
import { defineErrors } from '@kubewright/core'

export const clientErrors = defineErrors({
  KW_CLIENT_NOT_FOUND: {
    summary: 'The object does not exist.',
    cause: 'It was never created, was deleted, or lives in another namespace.',
    remedy: 'Check name and namespace, or treat it as absent: `.catch(ignoreNotFound)`.',
  },
  KW_CLIENT_UNKNOWN_KIND: {
    summary: 'The server does not serve this kind in this version.',
    cause: 'Its CustomResourceDefinition is not installed or not established yet, or the version is not served.',
    remedy: 'Install the CustomResourceDefinition and wait until it is established, or use a version that is served.',
  },
  KW_CLIENT_ALREADY_EXISTS: {
    summary: 'An object of this name exists already.',
    cause: 'Somebody created it before, perhaps an earlier attempt of this very program.',
    remedy: 'Read the object and decide whether it is yours, or use apply, which does not mind.',
  },
  KW_CLIENT_CONFLICT: {
    summary: 'Somebody else changed the object, or holds the fields that were to be applied.',
    cause: 'The resourceVersion or uid sent is not the current one, or another field manager owns a field.',
    remedy: 'Read the object again and repeat the change on what you read; for apply, drop the field or use force.',
  },
  KW_CLIENT_INVALID: {
    summary: 'The server refuses the object.',
    cause: 'A field is missing, malformed or may not change; the message lists each one.',
    remedy: 'Correct the fields the message names.',
  },
  KW_CLIENT_BAD_REQUEST: {
    summary: 'The server cannot make sense of the request.',
    cause: 'A field has the wrong type or is unknown, or an option has a value the server does not know.',
    remedy: 'Correct what the message names.',
  },
  KW_CLIENT_UNAUTHORIZED: {
    summary: 'The server does not know who is asking.',
    cause: 'The credentials are missing, expired or belong to another cluster.',
    remedy: 'Log in again, or check the user of the current kubeconfig context.',
  },
  KW_CLIENT_FORBIDDEN: {
    summary: 'The server knows who is asking and refuses.',
    cause: 'No role grants the verb, or an admission rule, a quota or a terminating namespace forbids it.',
    remedy: 'Grant the rule the message prints, or change what the message names.',
  },
  KW_CLIENT_EXPIRED: {
    summary: 'The resourceVersion or continue token is too old.',
    cause: 'The server keeps only a few minutes of history, and this program fell behind it.',
    remedy: 'List again and watch from the resourceVersion of that list.',
  },
  KW_CLIENT_TOO_MANY_REQUESTS: {
    summary: 'The server asks for fewer requests.',
    cause: 'The server protects itself from load, or a disruption budget forbids an eviction for now.',
    remedy: 'Wait as long as `retryAfterMs` says; send less, or watch instead of polling.',
  },
  KW_CLIENT_TOO_LARGE: {
    summary: 'The request is larger than the server accepts.',
    cause: 'Objects of more than about 1.5 MB cannot be stored, requests of more than 3 MB not be sent.',
    remedy: 'Split the object, or keep the bulk elsewhere and store a reference.',
  },
  KW_CLIENT_MEDIA_TYPE: {
    summary: 'The server does not speak the format that was sent or asked for.',
    cause: 'A strategic merge patch was sent to a custom resource, or the kind has no such representation.',
    remedy: 'Use a merge patch or apply for custom resources.',
  },
  KW_CLIENT_METHOD_NOT_ALLOWED: {
    summary: 'The kind does not support this verb.',
    cause: 'Some kinds can only be created (reviews) or only be read (metrics).',
    remedy: 'Use a verb that `client.discover` lists for the kind.',
  },
  KW_CLIENT_SERVER_TIMEOUT: {
    summary: 'The server did not finish in time.',
    cause: 'The server, its storage or a webhook is slow, or it has not yet seen the resourceVersion asked for.',
    remedy: 'Read the object before you repeat a write; repeating a read is safe.',
  },
  KW_CLIENT_UNAVAILABLE: {
    summary: 'The server, or what stands in front of it, cannot answer now.',
    cause: 'The server starts or stops, or a proxy cannot reach it.',
    remedy: 'Try again later.',
  },
  KW_CLIENT_SERVER_FAILED: {
    summary: 'The server failed.',
    cause: 'A webhook cannot be called, the storage failed, or the server has a bug; the message says which.',
    remedy: 'Look at the webhook or the API server log; `details.auditId` names the request there.',
  },
  KW_CLIENT_TIMEOUT: {
    summary: 'No answer came in the time the call was given.',
    cause: 'The server is slow or overloaded, or the call waited for its turn or for repeated attempts.',
    remedy: 'Read the object before you repeat a write, or give the call a longer `timeout`.',
  },
  KW_CLIENT_ANSWER: {
    summary: 'The server answered something that is not the JSON it should be.',
    cause: 'A proxy or login page answers in its place, or the answer was cut off.',
    remedy: 'Check what stands between this program and the API server.',
  },
  KW_CLIENT_EVENT: {
    summary: 'A watch received a line that is not an event.',
    cause: 'A proxy changes the stream, or the connection ended in the middle of a line.',
    remedy: 'Start the watch again from the last resourceVersion; if it happens again, look at the proxy.',
  },
  KW_CLIENT_EVENT_TOO_LARGE: {
    summary: 'An event of a watch is larger than the limit.',
    cause: 'What answers is not an API server, or objects are larger than `maxEventBytes`.',
    remedy: 'Raise `maxEventBytes` if the objects really are that large.',
  },
  KW_CLIENT_WATCH_IDLE: {
    summary: 'A watch heard nothing for longer than a living server is silent.',
    cause: 'The connection is dead and nobody said so, or the server sends no bookmarks.',
    remedy: 'Start the watch again from the last resourceVersion, or raise `idleTimeout`.',
  },
  KW_CLIENT_NAME: {
    summary: 'A name cannot be part of a request.',
    cause:
      'The name of an object, resource or subresource is empty, `.` or `..`, or holds a slash, a percent sign or half of a character; or a namespace is not a DNS label.',
    remedy: 'Pass the name of an object; keep the namespace apart from it.',
  },
  KW_CLIENT_NAMESPACE: {
    summary: 'A namespace is missing, or given where there can be none.',
    cause: 'Objects of a namespaced kind live in a namespace; those of a cluster-scoped kind do not.',
    remedy: 'Pass `namespace`, set a default one in `createClient`, or leave it out for cluster-scoped kinds.',
  },
  KW_CLIENT_OBJECT: {
    summary: 'An object lacks what the verb needs, or is of another kind.',
    cause: 'It is no object, has no name or no resourceVersion where one is needed, or another kind than the handle.',
    remedy: 'Complete the object as the message says.',
  },
  KW_CLIENT_FIELD_MANAGER: {
    summary: 'A field manager is missing or cannot be used.',
    cause: 'Apply records who holds which field and needs a name of at most 128 printable characters.',
    remedy: "Set one for the client: `createClient(config, { fieldManager: 'website-operator' })`.",
  },
  KW_CLIENT_OPTION: {
    summary: 'An option has a value that cannot be used.',
    cause:
      'A limit is not a whole number above zero, a selector is not text or selects everything, or two options contradict each other.',
    remedy: 'Correct the option the message names.',
  },
  KW_CLIENT_WAIT_TIMEOUT: {
    summary: 'The object did not come to the awaited state in time.',
    cause: 'Nobody works on it, the work fails, or it takes longer; the message says what was last seen.',
    remedy: 'Look at the conditions and events of the object, or wait longer: `{ timeout: … }`.',
  },
  KW_CLIENT_WAIT_IMPOSSIBLE: {
    summary: 'The object can no longer come to the awaited state.',
    cause: 'It has reached another final state, such as a Job that failed.',
    remedy: 'Look at what the message says about the object.',
  },
  KW_CLIENT_LISTENER: {
    summary: 'An `onWarning` or an observer of the client threw. This is a process warning; calls go on.',
    cause: 'A fault in what listens, such as a metric that does not exist.',
    remedy: 'Look at the detail of the warning, which has the stack, and mend the listener. It is said once.',
  },
})

export type ClientErrorCode = keyof typeof clientErrors.registry
