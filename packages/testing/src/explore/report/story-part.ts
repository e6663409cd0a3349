/** The part of a run that its story shows. Pure. */
import type { TraceEntry } from '../trace/trace.ts'

/** From the step of the first fault, or the first step if there is none, to the step after which the failure was observed. */
export function relevantPart(
  entries: readonly TraceEntry[],
  step: number | undefined,
  isFaultless: boolean,
): readonly TraceEntry[] {
  const wrong = entries.findIndex(
    (entry, at) =>
      entry.type === 'note' || (entry.type === 'call' && entry.fate !== undefined) || isHurried(entries, at),
  )
  const before = entries.slice(0, Math.max(wrong, 0)).findLastIndex((entry) => entry.type === 'step')
  const shown = entries.find((entry) => entry.type === 'quiet' && step !== undefined && entry.step >= step)
  // The cluster may be idle more than once after a step: before a lasting fault is over, and after it.
  const end = entries.findLastIndex(
    (entry) => entry.type === 'quiet' && entry.step === (shown as Quiet | undefined)?.step,
  )
  const from = isFaultless || (end >= 0 && before > end) ? 0 : Math.max(before, 0)
  return entries.slice(from, end < 0 ? undefined : end + 1)
}

type Quiet = Extract<TraceEntry, { type: 'quiet' }>

/** Whether the user takes a step before the cluster was idle after the last one. */
function isHurried(entries: readonly TraceEntry[], at: number): boolean {
  if (entries[at]?.type !== 'step') return false
  const last = entries.slice(0, at).findLast(({ type }) => type === 'step' || type === 'quiet')
  return last?.type === 'step'
}

/**
 * When the cluster is idle, everything is reconciled once more. Such reconciles are left out if they change nothing; otherwise they are the
 * failure.
 */
export function withoutIdleLooks(entries: readonly TraceEntry[]): readonly TraceEntry[] {
  const shown: TraceEntry[] = []
  for (let at = 0; at < entries.length; at++) {
    const end = endOfIdleLook(entries, at)
    if (end === undefined) shown.push(entries[at]!)
    else at = end
  }
  return shown
}

/** The index where such a reconcile ends, if it changed nothing. */
function endOfIdleLook(entries: readonly TraceEntry[], at: number): number | undefined {
  const begins = entries[at]
  if (begins?.type !== 'reconcile' || begins.phase !== 'begins' || !begins.what.endsWith(lookedAt)) return undefined
  const rest = entries.slice(at + 1)
  const calls = rest.findIndex((entry) => entry.type !== 'call' || entry.changed || entry.fate !== undefined)
  const ends = rest[calls]
  const isIdle = ends?.type === 'reconcile' && ends.object === begins.object && ends.what === 'success'
  return isIdle && ends.phase === 'ends' ? at + 1 + calls : undefined
}

/** The reason of a reconcile that only checks for remaining work. */
const lookedAt = 'triggered by the exploration'

/** Shows the latest reasons of a long list. */
export function newestReasons(reasons: string): string {
  const all = reasons
    .split(', ')
    .map((reason) => (reason === lookedAt ? 'checked once more, without an event' : reason))
  const some = all.every((reason) => reason === all[0]) ? all.slice(0, 1) : all
  return some.length <= 3 ? some.join(', ') : `…, ${some.slice(-2).join(', ')}`
}
