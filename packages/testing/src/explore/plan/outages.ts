/** Outages: faults that last from one step of the user until a later one. Pure. See decisions 0285 and 0326. */
import { clusterOfCall, clusterOfKind, kindOfCall } from '../../requests/cluster-place.ts'
import type { OutageAnswer, OutageOf, PlannedFault } from './plan.ts'
import { mayConflict } from './conflicts.ts'
import type { TraceEntry } from '../trace/trace.ts'

export type Outage = Extract<PlannedFault, { readonly type: 'outage' }>

/** Whether the outage affects a call. Creates and reads cannot conflict. */
export function hits({ of, answer }: Outage, { label, writes }: { readonly label: string; readonly writes: boolean }) {
  if (answer === 409 && !(writes && mayConflict(label))) return false
  if ('call' in of) return of.call === label
  if ('link' in of) return of.link === clusterOfCall(label) && (writes || answer !== 'lost')
  return 'kind' in of ? of.kind === kindOfCall(label) : of.thing === thingIn(label)
}

/** `dns` of `dns.ensure`; `undefined` for a call to the API server. */
function thingIn(label: string): string | undefined {
  return label.includes(' ') ? undefined : label.split('.')[0]
}

/** The first step after the outage. */
export function endOf({ step, steps = 1 }: Outage): number {
  return step + steps
}

/** For API calls and external services alike. Outages with these answers may also last several steps. */
const usual: readonly OutageAnswer[] = [500, 'timeout']
const rare: readonly OutageAnswer[] = [429, 409]
/** For the link to another cluster. `timeout` is a one-way link. */
const ofLinks: readonly OutageAnswer[] = ['cut', 'lost', 'timeout', 'slow']

/** Every outage that the run without faults could have had. @param entries the trace of that run */
export function outages(entries: readonly TraceEntry[]): readonly Outage[] {
  const steps = [...callsByStep(entries)].map(([step, calls]) => ({ step, calls: [...calls.values()] }))
  const last = steps.at(-1)?.step ?? 0
  const of = (answer: OutageAnswer, planned: typeof wideOutages) =>
    steps.flatMap(({ step, calls }) => planned(step, calls, answer))
  return [
    ...linkOutages(
      entries,
      steps.map(({ step }) => step),
      last,
    ),
    ...usual.flatMap((answer) => {
      const all = [...of(answer, wideOutages), ...of(answer, narrowOutages)]
      return [...all, ...all.flatMap((outage) => longer(outage, last))]
    }),
    ...rare.flatMap((answer) => of(answer, wideOutages)),
    ...of(409, narrowOutages),
  ]
}

/** For every step, whether or not it has calls: a link also carries the events of the other cluster. */
function linkOutages(entries: readonly TraceEntry[], steps: readonly number[], last: number): readonly Outage[] {
  const clusters = clustersIn(entries)
  return ofLinks.flatMap((answer) =>
    clusters.flatMap((link) =>
      steps
        .map((step): Outage => ({ type: 'outage', of: { link }, step, answer }))
        .flatMap((outage) => [outage, ...(answer === 'cut' ? longer(outage, last) : [])]),
    ),
  )
}

function clustersIn(entries: readonly TraceEntry[]): readonly string[] {
  const named = entries.flatMap((entry) => {
    if (entry.type === 'call') return [clusterOfCall(entry.call)]
    return entry.type === 'event' ? [clusterOfKind(entry.kind)] : []
  })
  return [...new Set(named)].filter((cluster) => cluster !== undefined).sort()
}

/** Extended by one step, and until the last one, where objects are usually deleted. */
function longer(outage: Outage, last: number): readonly Outage[] {
  const lengths = new Set([2, last - outage.step])
  return [...lengths].filter((steps) => steps > 1 && outage.step + steps <= last).map((steps) => ({ ...outage, steps }))
}

interface TracedCall {
  readonly label: string
  readonly writes: boolean
}

/** The distinct calls of the operator in each step. Before the first step it only starts. */
function callsByStep(entries: readonly TraceEntry[]): ReadonlyMap<number, ReadonlyMap<string, TracedCall>> {
  const steps = new Map<number, Map<string, TracedCall>>()
  let calls: Map<string, TracedCall> | undefined
  for (const entry of entries) {
    if (entry.type === 'step') steps.set(entry.step, (calls = new Map()))
    else if (entry.type === 'call' && entry.nth > 0) calls?.set(entry.call, { label: entry.call, writes: entry.writes })
  }
  return steps
}

function wideOutages(step: number, calls: readonly TracedCall[], answer: OutageAnswer): readonly Outage[] {
  const scopes = new Map(calls.map(({ label }) => [placeIn(label), scopeOf(label)]))
  return planned(step, [...scopes.values()], calls, answer)
}

/** If a kind or an external service had a single call, its wide outage is the same. */
function narrowOutages(step: number, calls: readonly TracedCall[], answer: OutageAnswer): readonly Outage[] {
  const isAlone = (label: string) =>
    calls.every((other) => other.label === label || placeIn(other.label) !== placeIn(label))
  const scopes = calls.filter(({ label }) => !isAlone(label)).map(({ label }): OutageOf => ({ call: label }))
  return planned(step, scopes, calls, answer)
}

function planned(step: number, scopes: readonly OutageOf[], calls: readonly TracedCall[], answer: OutageAnswer) {
  return scopes
    .map((of): Outage => ({ type: 'outage', of, step, answer }))
    .filter((outage) => calls.some((call) => hits(outage, call)))
}

function scopeOf(label: string): OutageOf {
  const kind = kindOfCall(label)
  return kind === undefined ? { thing: thingIn(label)! } : { kind }
}

function placeIn(label: string): string {
  return kindOfCall(label) ?? thingIn(label)!
}
