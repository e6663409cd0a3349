/** Triggers reconciles from outside the cluster. */
import { type Clock, type Logger, type Random, type Ref, sleep, withJitter } from '@kubewright/core'
import type { TriggerHealth } from '../triggers/trigger-health.ts'

/** A source of reconcile requests outside the cluster, such as a message queue or a poll. */
export interface Trigger {
  /** Appears in the reasons of the reconciles it triggers. */
  readonly name: string
  /**
   * Calls `wake` with the objects to reconcile until the signal is aborted. If it throws it is restarted with back-off; if it returns
   * it has ended. It runs in every replica, leader or not.
   */
  run(wake: (objects: Iterable<Ref>) => void, signal: AbortSignal, tools: TriggerTools): Promise<void>
}

/** Clock, randomness, logger and health reports, provided to a running trigger. */
export interface TriggerTools {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Reports that it works: for readiness and diagnostics. Calling `wake`, or running for a minute, reports the same. */
  readonly works: () => void
  /** Reports a failure from which it recovers by itself. An error thrown by `run` is recorded without it. */
  readonly fails: (error: unknown) => void
}

const shortestPauseMs = 1_000
const longestPauseMs = 60_000

export interface TriggerRun {
  readonly wake: (objects: Iterable<Ref>) => void
  readonly signal: AbortSignal
  readonly health: TriggerHealth
  readonly tools: Pick<TriggerTools, 'clock' | 'random' | 'log'>
}

/** Runs the trigger until it returns or the signal is aborted. Never rejects. */
export async function runTrigger(trigger: Trigger, { wake, signal, health, tools }: TriggerRun): Promise<void> {
  const { clock, random, log } = tools
  const wakeAndWork = (objects: Iterable<Ref>) => {
    health.works()
    wake(objects)
  }
  const all: TriggerTools = { clock, random, log, works: () => health.works(), fails: (error) => health.fails(error) }
  for (let pauseMs = shortestPauseMs; !signal.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const begun = clock.elapsed()
    try {
      await trigger.run(wakeAndWork, signal, all)
      return health.works()
    } catch (error) {
      if (signal.aborted) return
      // A minute without failure resets the back-off.
      if (clock.elapsed() - begun > longestPauseMs) {
        pauseMs = shortestPauseMs
        health.works()
      }
      health.fails(error)
      const inMs = withJitter(random, pauseMs, 0.2)
      log.error('trigger failed, restarting it', { trigger: trigger.name, error, inMs })
      await sleep(clock, inMs, signal).catch(() => undefined) // aborted: the loop ends
    }
  }
}
