/** Polls an external system that sends no notifications. */
import { type Duration, type Ref, sleep, toMs } from '@kubewright/core'
import { withJitter } from '@kubewright/core/random'
import { assertPollForm } from './controller-form.ts'
import type { Trigger } from './trigger.ts'

/** Options of `poll`. */
export interface PollOptions {
  /** From the end of one poll to the start of the next, with up to 10% jitter. */
  readonly every: Duration
  /** Polls, and returns the objects to reconcile. An error is logged, and polling goes on. */
  find(signal: AbortSignal): Promise<Iterable<Ref>>
}

/**
 * A polling trigger. The first poll is at start. Standby replicas poll too, so that none misses a change from before it took over:
 * keep it cheap.
 *
 * Failure: `KW_CONTROLLER_DEFINITION` for a missing or unknown option; `KW_CORE_DURATION`.
 *
 * @example
 * ```ts
 * const bills = poll('unpaid-bills', { every: '5m', find: async () => [{ namespace: 'default', name: 'shop' }] })
 * bills.name // => 'unpaid-bills'
 * // defineController({ …, triggers: [bills] })
 * ```
 */
export function poll(name: string, options: PollOptions): Trigger {
  assertPollForm(name, options)
  const everyMs = toMs(options.every)
  return {
    name,
    async run(wake, signal, { clock, random, log, fails }) {
      while (!signal.aborted) {
        try {
          wake(await options.find(signal))
        } catch (error) {
          if (signal.aborted) return
          fails(error)
          log.warn('poll failed, will retry', { trigger: name, error })
        }
        await sleep(clock, withJitter(random, everyMs, 0.1), signal).catch(() => undefined) // aborted: the loop ends
      }
    },
  }
}
