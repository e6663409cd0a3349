/** Runs work at a fixed rate, whether or not the previous run has ended: an open-loop load. */
import type { Clock } from '@kubewright/core'

export interface EveryOptions {
  readonly clock: Clock
  readonly perSecond: number
  readonly signal: AbortSignal
  /** The limit of runs in flight; further ones are omitted and counted. @default 1_000 */
  readonly mostUnderWay?: number
}

export interface Rate {
  /** How many runs have started. */
  readonly begun: number
  /** How many were omitted because too many were in flight: the actual load is lower than requested. */
  readonly omitted: number
  /** Resolves when the signal is aborted and everything has ended. */
  readonly ended: Promise<void>
}

/** Times are counted from the start, so a late run does not delay later ones. A machine that cannot keep up starts several at once. */
export function every(options: EveryOptions, work: () => Promise<unknown>): Rate {
  const { clock, perSecond, signal, mostUnderWay = 1_000 } = options
  const rate = { begun: 0, omitted: 0, ended: Promise.resolve() }
  const start = clock.elapsed()
  const underWay = new Set<Promise<unknown>>()
  let timer: Disposable | undefined
  const begin = () => {
    if (underWay.size >= mostUnderWay) return void rate.omitted++
    rate.begun++
    const one: Promise<unknown> = work().finally(() => underWay.delete(one))
    underWay.add(one)
    one.catch(() => undefined) // the work reports its own errors
  }
  const dueMs = () => ((rate.begun + rate.omitted + 1) * 1_000) / perSecond - (clock.elapsed() - start)
  const turn = () => {
    while (!signal.aborted && dueMs() <= 0) begin()
    if (!signal.aborted) timer = clock.schedule(dueMs(), turn)
  }
  if (perSecond > 0) turn()
  rate.ended = new Promise<void>((resolve) => {
    const stop = () => {
      timer?.[Symbol.dispose]()
      void Promise.allSettled(underWay).then(() => resolve())
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
  })
  return rate
}
