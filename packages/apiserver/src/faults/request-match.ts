/** Which requests a fault is for. */
import type { ServerRequest } from '../request/exchange.ts'
import type { RequestInfo, Verb } from '../request/request-info.ts'
import { formatGroupResource } from '../status/failures.ts'

/** A kind: `'pods'`, `'deployments.apps'`, or anything that knows its group and plural, such as a resource. */
export type KindName = string | { readonly group: string; readonly plural: string }

/** What is left out matches everything. */
export interface RequestMatch {
  readonly verb?: Verb | readonly Verb[]
  readonly kind?: KindName | readonly KindName[]
  readonly namespace?: string
  readonly name?: string
  /** `'status'`; the empty string stands for the object itself. */
  readonly subresource?: string
  /** A part of the header, or a pattern for it. */
  readonly userAgent?: string | RegExp
  /** Only this one of the requests that match the rest, counted from 1 since the fault was set. */
  readonly nth?: number
  /** No more often than this. */
  readonly times?: number
}

/** Whether the request is one of those meant, apart from how many there were. */
export function matchesRequest(
  match: RequestMatch,
  info: RequestInfo,
  { headers }: Pick<ServerRequest, 'headers'>,
): boolean {
  return matchesInfo(match, info) && matchesAgent(match.userAgent, headers['user-agent'] ?? '')
}

function matchesInfo({ verb, kind, namespace, name, subresource }: RequestMatch, info: RequestInfo): boolean {
  const isAboutResources = [verb, kind, namespace, name, subresource].some((part) => part !== undefined)
  if (!isAboutResources) return true
  if (!info.isResource) return false
  return (
    isAmong(verb, (one) => one === info.verb) &&
    isAmong(kind, (one) => nameOfKind(one) === formatGroupResource(info)) &&
    (namespace ?? info.namespace) === info.namespace &&
    (name ?? info.name) === info.name &&
    (subresource ?? info.subresource) === info.subresource
  )
}

function isAmong<One>(wanted: One | readonly One[] | undefined, fits: (one: One) => boolean): boolean {
  if (wanted === undefined) return true
  return Array.isArray(wanted) ? (wanted as readonly One[]).some(fits) : fits(wanted as One)
}

function nameOfKind(kind: KindName): string {
  return typeof kind === 'string' ? kind : formatGroupResource({ group: kind.group, resource: kind.plural })
}

function matchesAgent(wanted: string | RegExp | undefined, agent: string): boolean {
  if (wanted === undefined) return true
  return typeof wanted === 'string' ? agent.includes(wanted) : agent.search(wanted) >= 0
}
