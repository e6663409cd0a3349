/** Error responses with the wording of a real API server, because operators parse it. Pure. See decision 0233. */
import type { CallName } from '../../requests/call-name.ts'
import type { FailureStatus } from '../plan/plan.ts'

/** The call that the message names. */
export type RefusedCall = Pick<CallName, 'verb' | 'group' | 'resource' | 'namespace' | 'name'>

interface StatusParts {
  readonly message: string
  readonly reason?: string
  readonly details?: object
}

/** Takes the place of the server's own reason. */
const planned = 'a planned fault of the exploration'

/** The response body. A 404 for a kind that is not served comes from the outermost handler, as plain text. */
export function refusalText(code: FailureStatus, call: RefusedCall): string {
  return code === 404 ? '404 page not found\n' : JSON.stringify(statusOf(code, call))
}

function statusOf(code: Exclude<FailureStatus, 404>, call: RefusedCall): object {
  const { message, reason, details } = refusals[code](call)
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  }
}

/** The last event of a watch whose resource version was compacted. */
export const expired: object = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'The resourceVersion for the provided watch is too old.',
  reason: 'Expired',
  code: 410,
}

const refusals: Readonly<Record<Exclude<FailureStatus, 404>, (call: RefusedCall) => StatusParts>> = {
  // A webhook that denies the request without a code.
  400: () => ({ message: `admission webhook "exploration.kubewright.dev" denied the request: ${planned}` }),
  403: notPermitted,
  409: (call) => ({
    message: `Operation cannot be fulfilled on ${subjectOf(call)}: the object has been modified; please apply your changes to the latest version and try again`,
    reason: 'Conflict',
    details: detailsOf(call),
  }),
  422: againstPolicy,
  429: () => ({
    message: 'Too many requests, please try again later.',
    reason: 'TooManyRequests',
    details: { retryAfterSeconds: 1 },
  }),
  500: () => ({
    message: `Internal error occurred: ${planned}`,
    reason: 'InternalError',
    details: { causes: [{ message: planned }] },
  }),
  503: () => ({ message: 'the server is currently unable to handle the request', reason: 'ServiceUnavailable' }),
  504: () => ({
    message: 'Timeout: request did not complete within requested timeout - context deadline exceeded',
    reason: 'Timeout',
    details: {},
  }),
}

/** A role that is bound a little later. A create is authorized before its name is read. */
function notPermitted({ name, ...rest }: RefusedCall): StatusParts {
  const { verb, group, resource, namespace } = rest
  const call = verb === 'create' ? { ...rest, name: undefined } : { ...rest, name }
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`
  const asked = `cannot ${verb === 'apply' ? 'patch' : verb} resource "${resource}" in API group "${group}" ${where}`
  return {
    message: `${subjectOf(call)} is forbidden: User "explored" ${asked}: ${planned}`,
    reason: 'Forbidden',
    details: detailsOf(call),
  }
}

function againstPolicy({ name, ...rest }: RefusedCall): StatusParts {
  const call = { ...rest, name: name?.replace(/\*$/, '') } // the name is generated later
  const why = `ValidatingAdmissionPolicy 'exploration' with binding 'exploration' denied request: ${planned}`
  return {
    message: `${subjectOf(call)} is forbidden: ${why}`,
    reason: 'Invalid',
    details: { ...detailsOf(call), causes: [{ message: why }] },
  }
}

/** `deployments.apps "blog"` */
function subjectOf({ group, resource, name }: RefusedCall): string {
  const [plural] = resource.split('/')
  return `${plural}${group === '' ? '' : `.${group}`}${name === undefined ? '' : ` "${name}"`}`
}

function detailsOf({ group, resource, name }: RefusedCall): object {
  const [kind] = resource.split('/')
  return { ...(name === undefined ? {} : { name }), ...(group === '' ? {} : { group }), kind }
}
