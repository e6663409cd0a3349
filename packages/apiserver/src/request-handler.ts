/**
 * One request through the whole server: who calls, may they, what do they want, what do they get. Every failure becomes a
 * Status; nothing that a caller sends can make this throw.
 */
import type { Ids } from '@kubewright/core'
import type { Auditor, AuditRecord } from './audit/auditor.ts'
import type { Authenticate } from './auth/authentication.ts'
import type { Authorize } from './auth/authorization.ts'
import { accessDenied } from './auth/access-denied.ts'
import type { Impersonate } from './auth/impersonation/impersonation.ts'
import type { User } from './auth/user.ts'
import type { ServedKind } from './kinds/served-kind.ts'
import { discard, type ServerRequest, type ServerResponse } from './request/exchange.ts'
import { readRequestInfo, type RequestInfo, type ResourceRequest, type Verb } from './request/request-info.ts'
import { checkTimeout } from './request/request-timeout.ts'
import { formatWarnings } from './request/warning.ts'
import { notFoundText } from './server-paths.ts'
import { internal, unauthorized, unknownResource } from './status/failures.ts'
import { StatusError } from './status/status.ts'
import type { Call, Machinery } from './verbs/call.ts'
import { statusResponse } from './verbs/refusal.ts'
import { route } from './verbs/route.ts'

export interface HandlerParts {
  readonly machinery: Machinery
  readonly authenticate: Authenticate
  readonly impersonate: Impersonate
  readonly authorize: Authorize
  readonly ids: Ids
  /** Answers everything that is no object. */
  readonly servePath: (request: ServerRequest) => Promise<ServerResponse> | ServerResponse
  /** To be awaited before an object of the kind is written; `undefined` when there is nothing to wait for. */
  readonly beforeWrite?: (kind: ServedKind) => Promise<void> | undefined
  /** Counts requests as they are answered. */
  readonly count?: (info: RequestInfo, request: ServerRequest, code: number) => void
  /** Answers the two paths where the keys of service accounts' tokens are found; `undefined` for all others. */
  readonly openId?: (request: ServerRequest) => ServerResponse | undefined
  /** Writes down what becomes of each request. */
  readonly audit?: Auditor
  /** Hears of failures that are the server's own fault. */
  readonly report: (error: unknown) => void
}

/** What happened to a request, gathered on its way. */
interface Trail {
  readonly id: string
  readonly info: RequestInfo
  readonly warnings: Set<string>
  readonly annotations: Map<string, string>
  readonly record: AuditRecord | undefined
  user: User | undefined
  /** Whether flow control has seen it: not before it is known who calls, and never what takes as long as it likes. */
  isWeighed: boolean
  /** Whether something failed that should not be able to. */
  isPanic: boolean
}

export async function handleRequest(parts: HandlerParts, request: ServerRequest): Promise<ServerResponse> {
  if (!isReadable(request.path)) return unreadable()
  const id = request.headers['audit-id'] ?? parts.ids.uuid()
  const info = readRequestInfo(request.method, request.path, request.query)
  const record = parts.audit?.begin({ id, info, request })
  const [warnings, annotations] = [new Set<string>(), new Map<string, string>()]
  const trail: Trail = { id, info, warnings, annotations, record, user: undefined, isWeighed: false, isPanic: false }
  const watched = record?.request ?? request
  const response = await onceKept(parts, watched, trail, await answerOrRefuse(parts, watched, trail))
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
    if (!trail.info.isResource) {
      return parts.openId?.(request) ?? (await parts.servePath(request))
    }
    return await serveResource(parts, request, trail.info, trail)
  } catch (error) {
    return refuse(parts, error, request, trail)
  }
}

/** Nothing that was seen of the store leaves the server before it is sure to stay. */
async function onceKept(
  parts: HandlerParts,
  request: ServerRequest,
  trail: Trail,
  response: ServerResponse,
): Promise<ServerResponse> {
  const settled = parts.machinery.store.settled()
  if (settled === undefined) return response
  try {
    await settled
    return response
  } catch (error) {
    discard(response)
    return refuse(parts, error, request, trail)
  }
}

/** Why the caller may not do this, as itself or as whom it wants to be. */
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

/** Refusals repeat what the caller sent; no browser may take them for a page. */
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

/** What is no path at all never comes as far as a Status. */
function unreadable(): ServerResponse {
  return { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' }, body: '400 Bad Request' }
}

const connections: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy'])

function isConnection(info: RequestInfo): boolean {
  return info.isResource && connections.has(info.subresource)
}

/** What flow control tells of a request: these name the two objects everything falls under here. */
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
