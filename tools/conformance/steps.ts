/** The vocabulary of cases. Each function only returns one step. */
import type { Case, CloseWatchStep, Condition, OpenWatchStep, RequestStep, Step, Suite } from './case.ts'

export type { RequestStep, Step } from './case.ts'

type Extra = Partial<Omit<RequestStep, 'do' | 'method' | 'path' | 'body'>>

export function defineSuite(suite: Suite): Suite {
  return suite
}

export function request(method: string, path: string, extra: Partial<RequestStep> = {}): RequestStep {
  return { do: 'request', method, path, ...extra }
}

export const get = (path: string, extra: Extra = {}) => request('GET', path, extra)
export const post = (path: string, body: unknown, extra: Extra = {}) => request('POST', path, { body, ...extra })
export const put = (path: string, body: unknown, extra: Extra = {}) => request('PUT', path, { body, ...extra })
export const del = (path: string, body?: unknown, extra: Extra = {}) =>
  request('DELETE', path, body === undefined ? extra : { body, ...extra })

const patchOf =
  (type: string) =>
  (path: string, body: unknown, extra: Extra = {}) =>
    request('PATCH', path, { body, ...extra, headers: { 'content-type': type, ...extra.headers } })

export const jsonPatch = patchOf('application/json-patch+json')
export const mergePatch = patchOf('application/merge-patch+json')
export const strategicPatch = patchOf('application/strategic-merge-patch+json')
const applyPatch = patchOf('application/apply-patch+yaml')

/** @param manager field manager; a trailing `!` forces the apply */
export function apply(path: string, manager: string, body: unknown, extra: Extra = {}): RequestStep {
  const isForced = manager.endsWith('!')
  const query = `fieldManager=${encodeURIComponent(manager.replace(/!$/, ''))}${isForced ? '&force=true' : ''}`
  return applyPatch(`${path}${path.includes('?') ? '&' : '?'}${query}`, body, extra)
}

/** A step that is not compared. */
export function quietly(step: RequestStep): RequestStep {
  return { ...step, compare: 'none' }
}

/** Polls until the response matches. Only the success is compared. */
export function until(path: string, condition: Condition, extra: Partial<RequestStep> = {}): RequestStep {
  return request('GET', path, { until: condition, compare: 'none', ...extra })
}

export function openWatch(id: string, path: string, headers?: RequestStep['headers']): OpenWatchStep {
  return { do: 'open watch', id, path, ...(headers ? { headers } : {}) }
}

export function awaitWatch(id: string, events: number): Step {
  return { do: 'await watch', id, events }
}

/** @param expected number of events, or how to recognize the last one */
export function closeWatch(
  id: string,
  expected?: number | Pick<CloseWatchStep, 'events' | 'marker' | 'compare'>,
): CloseWatchStep {
  const options = typeof expected === 'number' ? { events: expected } : expected
  return { do: 'close watch', id, ...options }
}

/** Compacts the server's history. The case must run alone. */
export const forget: Step = { do: 'forget' }

export function calls(hook: string): Step {
  return { do: 'calls', hook }
}

/** A case of one or more steps. */
export function check(name: string, rules: string | readonly string[], ...steps: readonly Step[]): Case {
  return { name, rules: typeof rules === 'string' ? rules.split(' ') : rules, steps }
}

/** An earlier response with changes: `edited('a', { 'spec.replicas': 2 })`; `undefined` removes a field. */
export function edited(saved: string, changes: Readonly<Record<string, unknown>> = {}): Edited {
  const entries = Object.entries(changes)
  return {
    $saved: saved,
    $set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    $remove: entries.filter(([, value]) => value === undefined).map(([path]) => path),
  }
}

export interface Edited {
  readonly $saved: string
  readonly $set: Readonly<Record<string, unknown>>
  readonly $remove: readonly string[]
}

/** Paths within the namespace of the case: `inNamespace('deployments.apps/v1', 'a', 'scale')`. */
export function inNamespace(resource: string, ...rest: readonly string[]): string {
  const { prefix, plural } = located(resource)
  return [prefix, 'namespaces/{ns}', plural, ...rest].join('/')
}

/** Cluster-scoped paths, or those across all namespaces. */
export function inCluster(resource: string, ...rest: readonly string[]): string {
  const { prefix, plural } = located(resource)
  return [prefix, plural, ...rest].join('/')
}

/** `deployments.apps/v1` → `/apis/apps/v1` and `deployments`; a name without a group is of the core group. */
function located(resource: string): { prefix: string; plural: string } {
  const [, plural = resource, group, version] = /^([^.]+)\.(.+)\/(v[^/]+)$/.exec(resource) ?? []
  return { prefix: group === undefined ? '/api/v1' : `/apis/${group}/${version}`, plural }
}
