/** Request matching for faults. */
import { type Form, form, formatProblems, nearestName } from '@kubewright/core/input'
import type { ServerRequest } from '../request/exchange.ts'
import { type RequestInfo, type Verb, verbs } from '../request/request-info.ts'
import { formatGroupResource } from '../status/failures.ts'
import { applyType, patchTypeOf } from '../request/body-media-type.ts'
import { faultErrors } from './errors.ts'

/** The server's verbs, in which an apply is a `patch`; `apply` matches server-side apply only. */
export type FaultVerb = Verb | 'apply'

/** A kind: `'pods'`, `'deployments.apps'`, or an object with a group and a plural, such as a resource. */
export type KindName = string | { readonly group: string; readonly plural: string }

/** Omitted fields match everything. */
export interface RequestMatch {
  readonly verb?: FaultVerb | readonly FaultVerb[]
  readonly kind?: KindName | readonly KindName[]
  readonly namespace?: string
  readonly name?: string
  /** `'status'`; the empty string matches the object itself. */
  readonly subresource?: string
  /** A substring of the header, or a pattern. */
  readonly userAgent?: string | RegExp
  /** Only the nth of the requests that match the rest, counted from 1 since the fault was added. */
  readonly nth?: number
  /** At most this many times. */
  readonly times?: number
}

const faultVerbs: ReadonlySet<string> = new Set<FaultVerb>([...verbs, 'apply'])

/** The kinds that the server serves now, as `pods` and `deployments.apps`. */
export interface ServedNames {
  has(name: string): boolean
  all(): readonly string[]
}

const anyMatch = form.fields(
  {},
  {
    verb: form.anything,
    kind: form.anything,
    namespace: form.text,
    name: form.text,
    subresource: form.text,
    userAgent: form.anything,
    nth: form.anything,
    times: form.anything,
  } satisfies Record<keyof RequestMatch, Form>,
  'a match',
)

/**
 * Failure: throws `KW_FAULT_MATCH` if no request can match: the fault would have no effect. A kind that is given as an object, such as
 * a resource, may be installed later.
 */
export function checkMatch(match: RequestMatch, served: ServedNames): void {
  const problems = anyMatch(match, '')
  if (problems.length > 0) throw unmatchable(formatProblems(problems), 'Leave a part out to match every request.')
  const { verb, kind, nth, times } = match
  for (const one of listOf(verb)) {
    if (!faultVerbs.has(one))
      throw unmatchable(`there is no verb ${JSON.stringify(one)}`, `Use ${[...faultVerbs].join(', ')}.`)
  }
  for (const one of listOf(kind)) {
    const name = nameOfKind(one)
    if (!/^[a-z0-9][a-z0-9.-]*$/.test(name) || (typeof one === 'string' && !served.has(name)))
      throw unserved(name, served)
  }
  for (const [name, count] of Object.entries({ nth, times })) {
    if (count !== undefined && !(Number.isInteger(count) && count > 0)) {
      throw unmatchable(`${name} is ${String(count)}`, 'Use a whole number from 1 on.')
    }
  }
}

function unserved(name: string, served: ServedNames): Error {
  const near = nearestName(name, served.all())
  return unmatchable(
    `no kind is served as ${JSON.stringify(name)}${near === undefined ? '' : `: did you mean ${near}?`}`,
    'Use the plural of an installed kind: pods, deployments.apps. If the kind is installed later, pass the resource itself.',
  )
}

function unmatchable(why: string, next: string): Error {
  return faultErrors('KW_FAULT_MATCH', { what: 'set a fault', why, next })
}

function listOf<One>(wanted: One | readonly One[] | undefined): readonly One[] {
  if (wanted === undefined) return []
  return Array.isArray(wanted) ? (wanted as readonly One[]) : [wanted as One]
}

/** Whether the request matches, regardless of `nth` and `times`. */
export function matchesRequest(
  match: RequestMatch,
  info: RequestInfo,
  { headers }: Pick<ServerRequest, 'headers'>,
): boolean {
  const isApply = info.isResource && info.verb === 'patch' && patchTypeOf(headers['content-type']) === applyType
  return matchesInfo(match, info, isApply) && matchesAgent(match.userAgent, headers['user-agent'] ?? '')
}

function matchesInfo(match: RequestMatch, info: RequestInfo, isApply: boolean): boolean {
  const { verb, kind, namespace, name, subresource } = match
  const isAboutResources = [verb, kind, namespace, name, subresource].some((part) => part !== undefined)
  if (!isAboutResources) return true
  if (!info.isResource) return false
  return (
    isAmong(verb, (one) => one === info.verb || (one === 'apply' && isApply)) &&
    isAmong(kind, (one) => nameOfKind(one) === formatGroupResource(info)) &&
    (namespace ?? info.namespace) === info.namespace &&
    (name ?? info.name) === info.name &&
    (subresource ?? info.subresource) === info.subresource
  )
}

function isAmong<One>(wanted: One | readonly One[] | undefined, fits: (one: One) => boolean): boolean {
  return wanted === undefined || listOf(wanted).some(fits)
}

function nameOfKind(kind: KindName): string {
  return typeof kind === 'string' ? kind : formatGroupResource({ group: kind.group, resource: kind.plural })
}

function matchesAgent(wanted: string | RegExp | undefined, agent: string): boolean {
  if (wanted === undefined) return true
  return typeof wanted === 'string' ? agent.includes(wanted) : agent.search(wanted) >= 0
}
