/** Looks at the world outside every now and then, where nothing outside says that it changed. */
import { type Duration, type Ref, sleep, toMs, withJitter } from '@kubewright/core'
import type { Trigger } from './trigger.ts'

export interface PollOptions {
  /** From the end of one look to the beginning of the next, spread by up to a tenth. */
  readonly every: Duration
  /** Looks, and says which objects to reconcile. What it throws is logged; the next look comes all the same. */
  find(signal: AbortSignal): Promise<Iterable<Ref>>
}

/**
 * A trigger that asks. The first look is at the start. Replicas that stand by look too, so that none misses what happened
 * before it took over: make it cheap.
 *
 * @example
 * ```ts
 * const bills = poll('unpaid-bills', { every: '5m', find: async () => [{ namespace: 'default', name: 'shop' }] })
 * bills.name // => 'unpaid-bills'
 * // defineController({ …, triggers: [bills] })
 * ```
 */
export function poll(name: string, options: PollOptions): Trigger {
  return {
    name,
    async run(wake, signal, { clock, random, log, fails }) {
      while (!signal.aborted) {
        try {
          wake(await options.find(signal))
        } catch (error) {
          if (signal.aborted) return
          fails(error)
          log.warn('poll failed', { trigger: name, error })
        }
        await sleep(clock, withJitter(random, toMs(options.every), 0.1), signal).catch(() => undefined) // aborted: it ends
      }
    },
  }
}
