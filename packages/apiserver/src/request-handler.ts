/**
 * One request through the whole server: who calls, may they, what do they want, what do they get. Every failure becomes a
 * Status; nothing that a caller sends can make this throw.
 */
import type { Ids } from '@kubewright/core'
import type { Authenticate } from './auth/authentication.ts'
import type { Authorize } from './auth/authorization.ts'
import { accessDenied } from './auth/access-denied.ts'
import type { Impersonate } from './auth/impersonation/impersonation.ts'
import type { User } from './auth/user.ts'
import type { ServerRequest, ServerResponse } from './request/exchange.ts'
import { readRequestInfo, type RequestInfo, type ResourceRequest, type Verb } from './request/request-info.ts'
import { formatWarning } from './request/warning.ts'
import { notFoundText, servePath } from './server-paths.ts'
import { internal, unauthorized, unknownResource } from './status/failures.ts'
import { StatusError } from './status/status.ts'
import type { Call, Machinery } from './verbs/call.ts'
import { answer } from './verbs/encode.ts'
import { route } from './verbs/route.ts'

export interface HandlerParts {
  readonly machinery: Machinery
  readonly authenticate: Authenticate
  readonly impersonate: Impersonate
  readonly authorize: Authorize
  readonly ids: Ids
  readonly version: object
  /** Answers the two paths where the keys of service accounts' tokens are found; `undefined` for all others. */
  readonly openId?: (request: ServerRequest) => ServerResponse | undefined
  /** Hears of every request once it is answered. */
  readonly audit?: (entry: AuditEntry) => void
  /** Hears of failures that are the server's own fault. */
  readonly report: (error: unknown) => void
}

export interface AuditEntry {
  readonly id: string
  readonly info: RequestInfo
  readonly user: User | undefined
  readonly status: number
  readonly annotations: ReadonlyMap<string, string>
}

/** What happened to a request, gathered on its way. */
interface Trail {
  readonly id: string
  readonly info: RequestInfo
  readonly warnings: Set<string>
  readonly annotations: Map<string, string>
  user: User | undefined
}

export async function handleRequest(parts: HandlerParts, request: ServerRequest): Promise<ServerResponse> {
  const trail: Trail = {
    id: request.headers['audit-id'] ?? parts.ids.uuid(),
    info: readRequestInfo(request.method, request.path, request.query),
    warnings: new Set(),
    annotations: new Map(),
    user: undefined,
  }
  const response = await answerOrRefuse(parts, request, trail)
  parts.audit?.({ ...trail, status: response.status })
  return withHeaders(response, trail)
}

async function answerOrRefuse(parts: HandlerParts, request: ServerRequest, trail: Trail): Promise<ServerResponse> {
  try {
    const caller = await parts.authenticate(request, (warning) => trail.warnings.add(warning))
    if (caller === undefined) throw unauthorized()
    const refusal = await findRefusal(parts, caller, request, trail)
    if (refusal !== undefined) return unsniffed(refuse(parts, refusal))
    if (!trail.info.isResource) {
      return parts.openId?.(request) ?? servePath(parts.machinery.kinds, request, parts.version)
    }
    return await serveResource(parts, request, trail.info, trail)
  } catch (error) {
    return refuse(parts, error)
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
  { machinery }: HandlerParts,
  request: ServerRequest,
  info: ResourceRequest,
  trail: Trail,
): Promise<ServerResponse> {
  const kind = machinery.kinds.find(info.group, info.version, info.resource)
  if (kind === undefined) {
    if (!machinery.kinds.hasVersion(info.group, info.version)) return notFoundText()
    throw unknownResource()
  }
  if (writes.has(info.verb)) await machinery.fields.load?.(kind)
  if (kind.deprecation !== undefined) trail.warnings.add(kind.deprecation)
  const call: Call = {
    server: machinery,
    request,
    info,
    kind,
    user: trail.user!,
    warnings: trail.warnings,
    annotations: trail.annotations,
  }
  return route(call)
}

function refuse({ report }: HandlerParts, error: unknown): ServerResponse {
  if (error instanceof StatusError) return statusResponse(error)
  report(error)
  return statusResponse(internal(error instanceof Error ? error.message : String(error)))
}

function statusResponse({ status }: StatusError): ServerResponse {
  const response = answer(status.code, `${JSON.stringify(status)}\n`)
  const seconds = status.details?.retryAfterSeconds ?? 0
  return seconds > 0 ? { ...response, headers: { ...response.headers, 'retry-after': String(seconds) } } : response
}

/** The flow-control headers are always there on a real server; these name the two objects everything falls under here. */
const flowControl = {
  'x-kubernetes-pf-flowschema-uid': '00000000-0000-4000-8000-000000000001',
  'x-kubernetes-pf-prioritylevel-uid': '00000000-0000-4000-8000-000000000002',
}

function withHeaders(response: ServerResponse, { id, warnings }: Trail): ServerResponse {
  const warning = [...warnings].map(formatWarning)
  return {
    ...response,
    headers: { 'audit-id': id, ...response.headers, ...flowControl, ...(warning.length > 0 ? { warning } : {}) },
  }
}
