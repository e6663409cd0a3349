/** Runs a trigger, and restarts it with back-off when it fails. */
import { type Ref, sleep } from '@kubewright/core'
import { withJitter } from '@kubewright/core/random'
import { backOffMs } from '@kubewright/core/time'
import type { Trigger, TriggerTools } from '../definition/trigger.ts'
import type { TriggerHealth } from './trigger-health.ts'

const shortestPauseMs = 1_000
const longestPauseMs = 60_000

export interface TriggerRun {
  /** The name of the controller, for the log. */
  readonly controller: string
  readonly wake: (objects: Iterable<Ref>) => void
  readonly signal: AbortSignal
  readonly health: TriggerHealth
  readonly tools: Pick<TriggerTools, 'clock' | 'random' | 'log'>
}

/** Runs the trigger until it returns or the signal is aborted. Never rejects. */
export async function runTrigger(trigger: Trigger, run: TriggerRun): Promise<void> {
  const { controller, wake, signal, health, tools } = run
  const { clock, random, log } = tools
  const wakeAndReport = (objects: Iterable<Ref>) => {
    health.works()
    wake(objects)
  }
  const all: TriggerTools = { clock, random, log, works: () => health.works(), fails: (error) => health.fails(error) }
  let failures = 0
  while (!signal.aborted) {
    const begun = clock.elapsed()
    try {
      await trigger.run(wakeAndReport, signal, all)
      return health.works()
    } catch (error) {
      if (signal.aborted) return
      // A minute without failure resets the back-off.
      if (clock.elapsed() - begun > longestPauseMs) {
        failures = 0
        health.works()
      }
      health.fails(error)
      const inMs = withJitter(random, backOffMs(++failures, shortestPauseMs, longestPauseMs), 0.2)
      log.error('trigger failed, will restart it', { controller, trigger: trigger.name, error, inMs })
      await sleep(clock, inMs, signal).catch(() => undefined) // aborted: the loop ends
    }
  }
}
