/** Derives every single fault for a process from a run without faults. Pure. */
import type { FailureStatus } from '../explore/plan/plan.ts'
import type { TraceEntry } from '../explore/trace/trace.ts'
import type { ProcessFault } from './process-plan.ts'

type CallEntry = Extract<TraceEntry, { type: 'call' }>

/** Repeated calls are faulted only the first few times. */
const mostWrites = 4
const mostReads = 1

/** The most productive faults come first, for budgets that end early. */
export function processFaults(entries: readonly TraceEntry[], kinds: Iterable<string>): readonly ProcessFault[] {
  const calls = entries.filter((entry): entry is CallEntry => entry.type === 'call' && entry.nth > 0)
  const writes = calls.filter((call) => call.writes && call.nth <= mostWrites)
  const reads = calls.filter((call) => !call.writes && call.nth <= mostReads)
  const steps = entries.flatMap((entry) => (entry.type === 'step' ? [entry.step] : []))
  const watched = [...kinds].sort().flatMap((kind) => steps.map((step) => ({ kind, step })))
  return [
    ...writes.map((call): ProcessFault => ({ type: 'crash', at: momentOf(call) })),
    ...writes.map((call): ProcessFault => ({ type: 'lost', at: momentOf(call) })),
    ...writes.filter(({ call }) => !call.startsWith('create ')).map(failing(409)),
    ...writes.map(failing(500)),
    ...watched.map((where): ProcessFault => ({ type: 'blind', ...where, after: 'relisted' })),
    ...watched.map((where): ProcessFault => ({ type: 'cut', ...where, isExpired: true })),
    ...steps.slice(0, -1).map((step): ProcessFault => ({ type: 'hurry', step })),
    ...steps.map((step): ProcessFault => ({ type: 'restart', step })),
    ...writes.map(failing(429)),
    ...writes.map((call): ProcessFault => ({ type: 'unsent', at: momentOf(call) })),
    ...reads.map(failing(500)),
    ...watched.map((where): ProcessFault => ({ type: 'blind', ...where, after: 'told' })),
    ...watched.map((where): ProcessFault => ({ type: 'cut', ...where, isExpired: false })),
    ...watched.map((where): ProcessFault => ({ type: 'slow', ...where })),
    ...reads.map((call): ProcessFault => ({ type: 'unsent', at: momentOf(call) })),
  ]
}

function momentOf({ call, nth }: CallEntry) {
  return { call, nth }
}

function failing(status: FailureStatus) {
  return (call: CallEntry): ProcessFault => ({ type: 'fail', at: momentOf(call), status })
}
