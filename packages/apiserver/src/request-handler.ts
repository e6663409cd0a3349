/**
 * One request through the whole server: who calls, may they, what do they want, what do they get. Every failure becomes a
 * Status; nothing that a caller sends can make this throw.
 */
import type { Ids } from '@kubewright/core'
import type { Authenticate } from './auth/authentication.ts'
import type { Authorize } from './auth/authorization.ts'
import { impersonate } from './auth/impersonation.ts'
import type { User } from './auth/user.ts'
import type { ServerRequest, ServerResponse } from './request/exchange.ts'
import { type PathRequest, readRequestInfo, type RequestInfo, type ResourceRequest } from './request/request-info.ts'
import { formatWarning } from './request/warning.ts'
import { notFoundText, servePath } from './server-paths.ts'
import { forbidden, internal, unauthorized, unknownResource } from './status/failures.ts'
import { StatusError } from './status/status.ts'
import type { Call, Machinery } from './verbs/call.ts'
import { answer } from './verbs/encode.ts'
import { route } from './verbs/route.ts'

export interface HandlerParts {
  readonly machinery: Machinery
  readonly authenticate: Authenticate
  readonly authorize: Authorize
  readonly ids: Ids
  readonly version: object
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
    const caller = await parts.authenticate(request)
    if (caller === undefined) throw unauthorized()
    trail.user = await impersonate(caller, request, parts.authorize)
    await checkAccess(parts, trail.info, trail.user)
    if (!trail.info.isResource) return servePath(parts.machinery.kinds, request, parts.version)
    return await serveResource(parts, request, trail.info, trail)
  } catch (error) {
    return refuse(parts, error)
  }
}

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

async function checkAccess({ authorize }: HandlerParts, info: RequestInfo, user: User): Promise<void> {
  const decision = await authorize(info, user)
  if (decision.isAllowed) return
  const because = decision.reason === '' ? '' : `: ${decision.reason}`
  if (!info.isResource) throw forbiddenPath(info, user, because)
  const { group, resource, subresource, name, namespace, verb } = info
  const what = subresource === '' ? resource : `${resource}/${subresource}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${JSON.stringify(namespace)}`
  const why = `User ${JSON.stringify(user.name)} cannot ${verb} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${because}`
  throw forbidden({ group, resource }, name, why)
}

function forbiddenPath({ verb, path }: PathRequest, user: User, because: string): StatusError {
  const message = `forbidden: User ${JSON.stringify(user.name)} cannot ${verb} path ${JSON.stringify(path)}${because}`
  return new StatusError(403, 'Forbidden', message, {})
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
