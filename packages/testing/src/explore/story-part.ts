/** Which part of a run its story tells. Pure. */
import type { TraceEntry } from './trace.ts'

/** From the step in which the first thing goes wrong, or from the first step if nothing does, to the one after which it shows. */
export function toldPart(
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
  // After the same step all may be quiet more than once: before a fault that lasts is over, and after that.
  const end = entries.findLastIndex(
    (entry) => entry.type === 'quiet' && entry.step === (shown as Quiet | undefined)?.step,
  )
  const from = isFaultless || (end >= 0 && before > end) ? 0 : Math.max(before, 0)
  return entries.slice(from, end < 0 ? undefined : end + 1)
}

type Quiet = Extract<TraceEntry, { type: 'quiet' }>

/** Whether the user takes a step before all was quiet after the last one. */
function isHurried(entries: readonly TraceEntry[], at: number): boolean {
  if (entries[at]?.type !== 'step') return false
  const last = entries.slice(0, at).findLast(({ type }) => type === 'step' || type === 'quiet')
  return last?.type === 'step'
}

/**
 * When all is quiet everything is looked at once more. Where that changes nothing it says nothing; where it does, that is the
 * story.
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

/** Where a look that begins here ends, if nothing comes of it. */
function endOfIdleLook(entries: readonly TraceEntry[], at: number): number | undefined {
  const begins = entries[at]
  if (begins?.type !== 'reconcile' || begins.phase !== 'begins' || !begins.what.endsWith(lookedAt)) return undefined
  const rest = entries.slice(at + 1)
  const calls = rest.findIndex((entry) => entry.type !== 'call' || entry.changed || entry.fate !== undefined)
  const ends = rest[calls]
  const isIdle = ends?.type === 'reconcile' && ends.object === begins.object && ends.what === 'success'
  return isIdle && ends.phase === 'ends' ? at + 1 + calls : undefined
}

/** Why a reconcile runs that only asks whether anything is left to do. */
const lookedAt = 'triggered by the exploration'

/** The newest reasons of a long list say most. */
export function newestReasons(reasons: string): string {
  const all = reasons
    .split(', ')
    .map((reason) => (reason === lookedAt ? 'one more look, though nothing has happened' : reason))
  const some = all.every((reason) => reason === all[0]) ? all.slice(0, 1) : all
  return some.length <= 3 ? some.join(', ') : `…, ${some.slice(-2).join(', ')}`
}
