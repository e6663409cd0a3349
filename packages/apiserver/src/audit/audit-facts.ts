/** The fields of an audit event about a request and its response. Pure. */
import type { User } from '../identity/user.ts'
import { isStream, type ServerRequest, type ServerResponse } from '../request/exchange.ts'
import type { RequestInfo } from '../request/request-info.ts'
import type { Status } from '../status/status.ts'
import type { AuditEvent, AuditObjectReference, AuditUser } from './audit-event.ts'
import type { Arrival, Outcome } from './auditor.ts'

/** What is known at a stage: nothing when the request has just arrived. */
export interface Facts {
  readonly response?: ServerResponse
  readonly outcome?: Outcome
  /** The request body, if it was read. */
  readonly sent?: unknown
}

interface Known extends Facts {
  readonly level: AuditEvent['level']
  readonly caller: User | undefined
}

type Details = Omit<
  AuditEvent,
  'kind' | 'apiVersion' | 'level' | 'auditID' | 'stage' | 'requestReceivedTimestamp' | 'stageTimestamp' | 'annotations'
>

export function detailsOfEvent({ info, request }: Arrival, known: Known): Details {
  const { level, caller, outcome, response, sent } = known
  const isAnswered = response !== undefined
  const answer = isAnswered ? parseAnswer(response) : undefined
  const actsAs = outcome?.user
  const userAgent = request.headers['user-agent'] ?? ''
  return {
    requestURI: uriOf(request),
    verb: info.verb,
    user: userOf(caller),
    ...(actsAs === undefined || actsAs === caller ? {} : { impersonatedUser: userOf(actsAs) }),
    ...(request.address === undefined ? {} : { sourceIPs: [request.address] }),
    ...(userAgent === '' ? {} : { userAgent }),
    ...(info.isResource ? { objectRef: referenceTo(info, sent) } : {}),
    ...(isAnswered ? { responseStatus: statusOf(response, answer) } : {}),
    ...(level === 'Metadata' || sent === undefined ? {} : { requestObject: sent }),
    ...(level === 'RequestResponse' && answer !== undefined ? { responseObject: answer } : {}),
  }
}

function uriOf({ uri, path, query }: ServerRequest): string {
  if (uri !== undefined) return uri
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

function userOf(user: User | undefined): AuditUser {
  if (user === undefined) return {}
  const { name, uid = '', groups, extra = {} } = user
  return {
    username: name,
    ...(uid === '' ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  }
}

/** A new object has no name in its path, but may have one in its body. */
function referenceTo(info: RequestInfo & { isResource: true }, sent: unknown): AuditObjectReference {
  const { resource, namespace, group, version, subresource } = info
  const isCreate = info.verb === 'create' && info.name === ''
  const named = (sent as { metadata?: { name?: unknown } } | undefined)?.metadata?.name
  const name = isCreate && typeof named === 'string' ? named : info.name
  return {
    resource,
    ...(namespace === '' ? {} : { namespace }),
    ...(name === '' ? {} : { name }),
    ...(group === '' ? {} : { apiGroup: group }),
    apiVersion: version,
    ...(subresource === '' ? {} : { subresource }),
  }
}

function statusOf({ status: code }: ServerResponse, answer: unknown): NonNullable<AuditEvent['responseStatus']> {
  const { kind, status, message, reason, details } = (answer ?? {}) as Partial<Status>
  if (kind !== 'Status') return { metadata: {}, code }
  return {
    metadata: {},
    ...(status === undefined ? {} : { status }),
    ...(message === undefined ? {} : { message }),
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  }
}

/** `undefined` if there is no body, or it cannot be parsed. */
export async function parseBody({ headers }: Pick<ServerRequest, 'headers'>, body: Buffer): Promise<unknown> {
  const text = body.toString('utf8')
  if (!/yaml/.test(headers['content-type'] ?? '')) return attempt(() => JSON.parse(text) as unknown)
  const { parse } = await import('yaml')
  return attempt(() => parse(text) as unknown)
}

function parseAnswer({ headers, body }: ServerResponse): unknown {
  const isJson = String(headers['content-type'] ?? '').includes('json')
  if (isStream(body) || !isJson) return undefined
  return attempt(() => JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString('utf8')) as unknown)
}

/** An unparsable body has been refused already; the event only leaves it out. */
function attempt(parse: () => unknown): unknown {
  try {
    return parse()
  } catch {
    return undefined
  }
}
