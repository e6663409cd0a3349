/** Every single fault for a run: the patterns that operators are known to fail at. Pure. */
import { kindOfCall, kindWithoutCluster } from '../../requests/cluster-place.ts'
import type { FailureStatus, PlannedFault, RefusalStatus } from './plan.ts'
import { mayConflict } from './conflicts.ts'
import type { TraceEntry } from '../trace/trace.ts'

type CallEntry = Extract<TraceEntry, { type: 'call' }>
type EventEntry = Extract<TraceEntry, { type: 'event' }>

/** In addition to conflicts. Rejections by admission (400, 422) do not apply to reads. */
const errorsOfWrites: readonly FailureStatus[] = [500, 403, 422, 404, 503, 504, 429, 400]
const errorsOfReads: readonly FailureStatus[] = [500, 403, 404, 503, 504, 429]

/**
 * The most productive faults come first, for budgets that end early.
 *
 * @param final rejections that this operator rightly treats as final
 */
export function singleFaults(
  entries: readonly TraceEntry[],
  final: readonly RefusalStatus[] = [],
): readonly PlannedFault[] {
  const calls = entries.filter((entry): entry is CallEntry => entry.type === 'call' && entry.nth > 0)
  const events = entries.filter((entry): entry is EventEntry => entry.type === 'event')
  const steps = entries.flatMap((entry) => (entry.type === 'step' ? [entry.step] : []))
  const writes = calls.filter((call) => call.writes)
  const reads = calls.filter((call) => !call.writes)
  return [
    ...writes.map(crash('after')),
    ...writes.map((call): PlannedFault => ({ type: 'lost', at: momentOf(call) })),
    ...steps.slice(0, -1).map((step): PlannedFault => ({ type: 'hurry', step })),
    ...events.flatMap(held),
    ...writes.filter(({ call }) => mayConflict(call)).map(failing(409)),
    ...[0, ...steps].map((step): PlannedFault => ({ type: 'restart', step })),
    ...writes.map(crash('before')),
    ...writes.map((call): PlannedFault => ({ type: 'unsent', at: momentOf(call) })),
    ...writes.map(late('rest')),
    ...writes.filter(mayBeLate).map(late('step')),
    ...writes.map((call): PlannedFault => ({ type: 'handover', at: momentOf(call) })),
    ...writes.map((call): PlannedFault => ({ type: 'handover', at: momentOf(call), to: 'standby' })),
    ...errorsOfWrites.flatMap((status) => writes.filter(mayFail(status, final)).map(failing(status))),
    ...asideFaults(entries).filter((fault) => fault.type !== 'fail' || !final.some((one) => one === fault.status)),
    ...events.map((event): PlannedFault => ({ type: 'expire', from: { kind: event.kind, nth: event.nth } })),
    ...errorsOfReads.flatMap((status) => reads.filter(mayFail(status, final)).map(failing(status))),
    ...reads.map((call): PlannedFault => ({ type: 'unsent', at: momentOf(call) })),
    ...reads.map(crash('after')),
  ]
}

/** Events and Leases are written repeatedly: the first few times suffice. */
const mostAside = 2

/** An operator has to cope with an Event that is rejected, and with a Lease write whose outcome is unknown. See decision 0235. */
function asideFaults(entries: readonly TraceEntry[]): readonly PlannedFault[] {
  const moments = entries.flatMap((entry) =>
    entry.type === 'call' && entry.aside !== undefined && entry.aside <= mostAside
      ? [{ call: entry.call, nth: entry.aside }]
      : [],
  )
  const leases = moments.filter(({ call }) => call.includes('.coordination.k8s.io'))
  return [
    ...moments.map((at): PlannedFault => ({ type: 'lost', at })),
    ...([500, 403] as const).flatMap((status) => moments.map((at): PlannedFault => ({ type: 'fail', at, status }))),
    ...leases.map((at): PlannedFault => ({ type: 'crash', at, when: 'after' })),
    ...leases.filter(({ call }) => mayConflict(call)).map((at): PlannedFault => ({ type: 'fail', at, status: 409 })),
    ...moments.map((at): PlannedFault => ({ type: 'unsent', at })),
  ]
}

function momentOf({ call, nth }: CallEntry) {
  return { call, nth }
}

function crash(when: 'before' | 'after') {
  return (call: CallEntry): PlannedFault => ({ type: 'crash', at: momentOf(call), when })
}

function late(until: 'rest' | 'step') {
  return (call: CallEntry): PlannedFault => ({ type: 'overlap', at: momentOf(call), until })
}

/**
 * A call that arrives after the user's next step must not undo its effects. The only case that no operator can prevent is a new object,
 * external or without an owner, that is created for an object that is gone by then.
 */
function mayBeLate({ call, sent = '' }: CallEntry): boolean {
  const mayMake = call.startsWith('create ') || /^apply [^/]+( |$)/.test(call)
  return call.includes(' ') && (!mayMake || /"(?:ownerReferences|uid|resourceVersion)"/.test(sent))
}

/**
 * Whether a call can fail with this status: 404 (kind not served) only for custom kinds; 400, 403 and 422 only for calls to the API server,
 * because external services have other errors.
 */
function mayFail(status: FailureStatus, final: readonly FailureStatus[]) {
  return ({ call }: CallEntry): boolean => {
    if (final.includes(status)) return false
    if (status === 404) return isOfCustomKind(call)
    return status >= 429 || call.includes(' ')
  }
}

/** `get sites.example.dev default/blog`: built-in groups have no domain, or `k8s.io`. */
function isOfCustomKind(call: string): boolean {
  const [, group = ''] = /^[^.]+\.(.+)/.exec(kindWithoutCluster(kindOfCall(call) ?? '')) ?? []
  return group.includes('.') && !group.endsWith('.k8s.io')
}

function failing(status: FailureStatus) {
  return (call: CallEntry): PlannedFault => ({ type: 'fail', at: momentOf(call), status })
}

function held({ kind, nth }: EventEntry): readonly PlannedFault[] {
  const from = { kind, nth }
  return [
    { type: 'hold', from, until: 'step', after: 'relisted' },
    { type: 'hold', from, until: 'rest', after: 'told' },
    { type: 'hold', from, until: 'step', after: 'told' },
  ]
}
