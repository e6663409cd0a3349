/** The advice for a failure: the last sentence of its message. Pure. */
import type { ClientErrorCode } from '../errors.ts'
import { adviseEscalation } from './escalation.ts'
import { formatResource, type Operation } from './operation.ts'
import type { ServerStatus } from './server-status.ts'

type Advice = (operation: Operation, status: ServerStatus, sent: string | undefined) => string | undefined

/**
 * The next step for a failure with `code`; `undefined` where the server's message suffices.
 *
 * @param sent the request body, if there was one
 */
export function adviceFor(
  code: ClientErrorCode,
  operation: Operation,
  status: ServerStatus,
  sent?: string,
): string | undefined {
  return advice[code]?.(operation, status, sent)
}

const advice: Readonly<Partial<Record<ClientErrorCode, Advice>>> = {
  KW_CLIENT_NOT_FOUND: adviseNotFound,
  KW_CLIENT_UNKNOWN_KIND: adviseUnknownKind,
  KW_CLIENT_ALREADY_EXISTS: () =>
    'Read it to check that it is yours, or use apply, which also updates existing objects.',
  KW_CLIENT_CONFLICT: adviseConflict,
  KW_CLIENT_UNAUTHORIZED: () => 'Log in again, or check the user of the current kubeconfig context.',
  KW_CLIENT_FORBIDDEN: adviseForbidden,
  KW_CLIENT_EXPIRED: () => 'List again, and watch from the resourceVersion of that list.',
  KW_CLIENT_TOO_MANY_REQUESTS: () => 'Wait for `retryAfterMs`, and send fewer requests.',
  KW_CLIENT_TOO_LARGE: () => 'Split the object, or keep the bulk elsewhere and store a reference to it.',
  KW_CLIENT_MEDIA_TYPE: () =>
    'Custom resources support merge patches, JSON patches and apply, but not strategic merge patches.',
  KW_CLIENT_METHOD_NOT_ALLOWED: () => 'Use a verb that the kind supports: `client.discover` lists them.',
  KW_CLIENT_SERVER_TIMEOUT: adviseAmbiguous,
  KW_CLIENT_UNAVAILABLE: adviseAmbiguous,
}

function adviseNotFound({ resource, subresource }: Operation, { details }: ServerStatus): string {
  if (details.kind === 'namespaces' && resource?.plural !== 'namespaces') {
    return `Create the namespace ${details.name} first.`
  }
  if (subresource !== undefined)
    return `Check that the object exists, and that its kind has the subresource ${subresource}.`
  return 'Check name and namespace, or handle the absence with isNotFound.'
}

function adviseUnknownKind({ resource, subresource }: Operation): string {
  if (resource === undefined) return 'Check the path.'
  const { group, version, kind } = resource
  if (subresource !== undefined) return `Check that ${kind} has the subresource ${subresource}.`
  if (group === '') return `Check that this version of Kubernetes serves ${kind} in ${version}: kubectl api-resources`
  return `Install the CustomResourceDefinition ${formatResource(resource)} and wait until it is established; check that it serves ${version}.`
}

function adviseConflict({ verb }: Operation, { details }: ServerStatus): string {
  if (details.causes.some(({ reason }) => reason === 'FieldManagerConflict')) {
    return 'Leave these fields to their manager, or take them over with { force: true }.'
  }
  if (verb === 'delete')
    return 'The object was changed or replaced since you read it: read it again before you delete it.'
  return 'Another client changed the object: read it again and repeat your change on that version.'
}

/** The wording of RBAC denials. Quotas, policies and terminating namespaces use other words. */
const rbacRefusal = /cannot (\w+) resource "([^"]+)" in API group "([^"]*)"(?: in the namespace "([^"]+)")?/
const pathRefusal = /cannot (\w+) path "([^"]+)"/

/** Requests without valid credentials run under this user. Granting it a role is rarely intended. */
const anonymous = /\bUser "system:anonymous"/
const adviseAnonymous =
  'The request had no credentials, or none that the server accepts: check the user of the current kubeconfig context, or the token you pass.'

function adviseForbidden(operation: Operation, status: ServerStatus, sent: string | undefined): string | undefined {
  const { message } = status
  if (anonymous.test(message)) return adviseAnonymous
  const [, verb, resource, group, namespace] = rbacRefusal.exec(message) ?? []
  if (verb !== undefined) {
    const where = namespace === undefined ? 'a ClusterRole' : `a Role in ${namespace}, or a ClusterRole`
    return `Grant it in ${where}: - {apiGroups: ["${group}"], resources: ["${resource}"], verbs: ["${verb}"]}`
  }
  const [, method, path] = pathRefusal.exec(message) ?? []
  if (method === undefined) return adviseEscalation(operation, status, sent)
  return `Grant it in a ClusterRole: - {nonResourceURLs: ["${path}"], verbs: ["${method}"]}`
}

function adviseAmbiguous(operation: Operation): string {
  return adviseUncertain(operation) ?? 'Retry with back-off.'
}

/** For a call that may have been executed; `undefined` for one that changes nothing. */
export function adviseUncertain({ verb, line }: Operation): string | undefined {
  if (verb === 'get' || verb === 'list' || verb === 'watch' || line?.startsWith('GET ')) return undefined
  return 'The request may have been executed: read the object before you repeat it.'
}
