/**
 * Serves one request: authentication, flow control, authorization, then the verb or path. Every failure becomes a Status;
 * nothing that a client sends can make this throw.
 */
import { isKubewrightError } from '@kubewright/core'
import type { Ids } from '@kubewright/core/random'
import type { Auditor, AuditRecord } from './audit/auditor.ts'
import type { Authenticate } from './auth/authentication.ts'
import type { Authorize } from './auth/authorization.ts'
import { accessDenied } from './auth/access-denied.ts'
import type { Impersonate } from './auth/impersonation/impersonation.ts'
import type { User } from './identity/user.ts'
import type { ServedKind } from './kinds/served-kind.ts'
import { discard, type ServerRequest, type ServerResponse } from './request/exchange.ts'
import { readRequestInfo, type RequestInfo, type ResourceRequest, type Verb } from './request/request-info.ts'
import type { Slot } from './request/fair-concurrency-limit.ts'
import type { RequestsInFlight } from './request/requests-in-flight.ts'
import { checkTimeout } from './request/request-timeout.ts'
import { formatWarnings } from './request/warning.ts'
import { notFoundText } from './rendering/encode.ts'
import { internal, unauthorized, unknownResource } from './status/failures.ts'
import { StatusError } from './status/status.ts'
import type { Call, Machinery } from './kinds/call.ts'
import { statusResponse } from './verbs/refusal.ts'
import { route } from './verbs/route.ts'

export interface HandlerParts {
  readonly machinery: Machinery
  readonly authenticate: Authenticate
  readonly impersonate: Impersonate
  readonly authorize: Authorize
  readonly ids: Ids
  /** Answers non-resource paths. */
  readonly servePath: (request: ServerRequest) => Promise<ServerResponse> | ServerResponse
  /** Awaited before an object of the kind is written; `undefined` if there is nothing to wait for. */
  readonly beforeWrite?: (kind: ServedKind) => Promise<void> | undefined
  /** Limits the requests in flight. @default unlimited */
  readonly inFlight?: RequestsInFlight
  /** Counts requests by response code. */
  readonly count?: (info: RequestInfo, request: ServerRequest, code: number) => void
  /** Answers the two OpenID discovery paths of the service account issuer; `undefined` for all other paths. */
  readonly openId?: (request: ServerRequest) => ServerResponse | undefined
  readonly audit?: Auditor
  /** Called with internal errors of the server. */
  readonly report: (error: unknown) => void
}

/** State collected while a request is processed. */
interface Trail {
  readonly id: string
  readonly info: RequestInfo
  readonly warnings: Set<string>
  readonly annotations: Map<string, string>
  readonly record: AuditRecord | undefined
  user: User | undefined
  /** Whether flow control classified the request: only after authentication, and never for long-running requests. */
  isWeighed: boolean
  /** Whether an internal error occurred. */
  isPanic: boolean
  /** The in-flight slot that the request holds. */
  slot: Slot | undefined
}

export async function handleRequest(parts: HandlerParts, request: ServerRequest): Promise<ServerResponse> {
  if (!isReadable(request.path)) return unreadable()
  const id = request.headers['audit-id'] ?? parts.ids.uuid()
  const info = readRequestInfo(request.method, request.path, request.query)
  const record = parts.audit?.begin({ id, info, request })
  const [warnings, annotations] = [new Set<string>(), new Map<string, string>()]
  const trail: Trail = {
    id,
    info,
    warnings,
    annotations,
    record,
    user: undefined,
    isWeighed: false,
    isPanic: false,
    slot: undefined,
  }
  const watched = record?.request ?? request
  const failuresBefore = parts.machinery.store.failures.count
  const answered = await answerOrRefuse(parts, watched, trail)
  const response = await onceKept(parts, watched, trail, { response: answered, failuresBefore })
  leave(parts, request, trail, response)
  parts.count?.(info, request, response.status)
  return withHeaders(record?.answered(response, trail) ?? response, trail)
}

async function answerOrRefuse(parts: HandlerParts, request: ServerRequest, trail: Trail): Promise<ServerResponse> {
  try {
    checkTimeout(request)
    const caller = await parts.authenticate(request, (warning) => trail.warnings.add(warning))
    if (caller === undefined) throw unauthorized()
    trail.record?.received(caller)
    const refusal = await findRefusal(parts, caller, request, trail)
    if (refusal !== undefined) return unsniffed(refuse(parts, refusal, request, trail))
    const { inFlight } = parts
    if (inFlight !== undefined) {
      trail.slot = await inFlight.enter(trail.user!, trail.info)
      if (trail.slot === undefined) return tooManyRequests()
    }
    if (!trail.info.isResource) {
      return parts.openId?.(request) ?? (await parts.servePath(request))
    }
    return await serveResource(parts, request, trail.info, trail)
  } catch (error) {
    return refuse(parts, error, request, trail)
  }
}

/** Plain text, as kube-apiserver sends it, not a Status. */
function tooManyRequests(): ServerResponse {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'retry-after': '1',
  }
  return { status: 429, headers, body: 'Too many requests, please try again later.\n' }
}

/** Releases the slot once the response has been read: until then it takes memory. */
function leave({ inFlight }: HandlerParts, request: ServerRequest, { slot }: Trail, { body }: ServerResponse): void {
  if (inFlight === undefined) return
  if (request.whenClosed === undefined) return slot?.release()
  const letGo = inFlight.hold(body)
  request.whenClosed(() => {
    letGo()
    slot?.release()
  })
}

/** Delays the response until every change it may have observed is durable. */
async function onceKept(
  parts: HandlerParts,
  request: ServerRequest,
  trail: Trail,
  { response, failuresBefore }: { readonly response: ServerResponse; readonly failuresBefore: number },
): Promise<ServerResponse> {
  const { store } = parts.machinery
  const settled = store.settled()
  if (settled === undefined && store.failures.count === failuresBefore) return response
  try {
    await settled
    // A write may have failed before this request waited for it: the response could show a change that was rolled back.
    if (store.failures.count !== failuresBefore) throw store.failures.last
    return response
  } catch (error) {
    discard(response)
    return refuse(parts, error, request, trail)
  }
}

/** The reason why the caller may not do this, as itself or as the impersonated user. */
async function findRefusal(
  { impersonate, authorize }: HandlerParts,
  caller: User,
  request: ServerRequest,
  trail: Trail,
): Promise<unknown> {
  const { info, annotations } = trail
  try {
    trail.user = await impersonate(caller, request, info)
    trail.isWeighed = !isConnection(info)
    const { isAllowed, reason } = await authorize(info, trail.user)
    annotations.set('authorization.k8s.io/decision', isAllowed ? 'allow' : 'forbid')
    annotations.set('authorization.k8s.io/reason', reason)
    return isAllowed ? undefined : accessDenied(info, trail.user, reason)
  } catch (error) {
    return error
  }
}

/** Error responses echo client input; a browser must not sniff them as HTML. */
function unsniffed(response: ServerResponse): ServerResponse {
  return { ...response, headers: { ...response.headers, 'x-content-type-options': 'nosniff' } }
}

const writes = new Set<string>(['create', 'update', 'patch', 'delete', 'deletecollection'] satisfies Verb[])

async function serveResource(
  { machinery, authorize, beforeWrite }: HandlerParts,
  request: ServerRequest,
  info: ResourceRequest,
  trail: Trail,
): Promise<ServerResponse> {
  const kind = machinery.kinds.find(info.group, info.version, info.resource)
  if (kind === undefined) {
    if (!machinery.kinds.isBuiltIn(info.group)) return notFoundText()
    throw unknownResource()
  }
  if (writes.has(info.verb)) {
    await beforeWrite?.(kind)
    await machinery.fields.load?.(kind)
  }
  if (kind.deprecation !== undefined) trail.warnings.add(kind.deprecation)
  const call: Call = {
    server: machinery,
    request,
    info,
    kind,
    user: trail.user!,
    warnings: trail.warnings,
    annotations: trail.annotations,
    allow: async (other) => {
      const { isAllowed, reason } = await authorize(other, trail.user!)
      if (!isAllowed) throw accessDenied(other, trail.user!, reason)
    },
  }
  return route(call)
}

function refuse({ report }: HandlerParts, error: unknown, request: ServerRequest, trail: Trail): ServerResponse {
  if (error instanceof StatusError) return statusResponse(error, request)
  trail.isPanic = true
  report(error)
  // The error message contains file paths of this machine.
  if (isKubewrightError(error, 'KW_STORAGE_WRITE'))
    return statusResponse(internal('the change could not be stored: the disk is full or failing'), request)
  return statusResponse(internal(error instanceof Error ? error.message : String(error)), request)
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** An undecodable path is answered before any Status can be built. */
function unreadable(): ServerResponse {
  return { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '400 Bad Request' }
}

const connections: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy'])

function isConnection(info: RequestInfo): boolean {
  return info.isResource && connections.has(info.subresource)
}

/** Flow control response headers: the UIDs of the flow schema and priority level that match every request here. */
const flowControl = {
  'x-kubernetes-pf-flowschema-uid': '00000000-0000-4000-8000-000000000001',
  'x-kubernetes-pf-prioritylevel-uid': '00000000-0000-4000-8000-000000000002',
}

function withHeaders(response: ServerResponse, { id, warnings, isWeighed }: Trail): ServerResponse {
  const warning = warnings.size === 0 ? [] : [...formatWarnings(warnings)]
  const flow = isWeighed ? flowControl : {}
  return {
    ...response,
    headers: { 'audit-id': id, ...response.headers, ...flow, ...(warning.length > 0 ? { warning } : {}) },
  }
}
