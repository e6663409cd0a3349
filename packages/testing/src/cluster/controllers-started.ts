/** Waits until controllers have started, and fails when their caches cannot sync while virtual time stands still. */
import type { Source } from '@kubewright/cache'
import { type Clock, sleep, systemClock } from '@kubewright/core'
import { formatGroupResource } from '@kubewright/core/object'
import type { Manager, RunningManager } from '@kubewright/manager'
import type { Activity } from './activity.ts'
import { testingErrors } from '../errors.ts'
import { listed } from './listed.ts'

/**
 * The number of checks without new activity after which the start has stalled: a failed watch is retried in virtual time, which only
 * the test advances. Checks are counted instead of time, so that a blocked event loop is not mistaken for a stall.
 */
const stalledChecks = 25
const checkEveryMs = 20

interface Starting {
  readonly running: RunningManager
  readonly manager: Manager
  readonly activity: Activity
  readonly clock: Clock
}

/** Failure: `KW_TESTING_NOT_STARTED` lists the kinds whose watches fail. */
export async function controllersStarted(starting: Starting): Promise<void> {
  const { running, clock } = starting
  // In real time watches are retried, and the manager stops waiting after its own `syncTimeout`.
  if (clock === systemClock) return running.started
  const isOver = new AbortController()
  try {
    await Promise.race([running.started, failWhenStalled(starting, isOver.signal)])
  } finally {
    isOver.abort()
  }
}

async function failWhenStalled({ manager, activity }: Starting, signal: AbortSignal): Promise<never> {
  let [begun, checks] = [activity.begun, 0]
  for (;;) {
    await sleep(systemClock, checkEveryMs, signal)
    if (activity.begun !== begun) [begun, checks] = [activity.begun, 0]
    const failing = manager.cache.sources.flatMap((source) => failureOf(source) ?? [])
    if (failing.length > 0 && ++checks > stalledChecks) throw notStarted(failing)
  }
}

function failureOf({ resource, state }: Source): string | undefined {
  return state.phase === 'failing' ? `${formatGroupResource(resource)}: ${state.failure.message}` : undefined
}

function notStarted(failing: readonly string[]): Error {
  return testingErrors('KW_TESTING_NOT_STARTED', {
    what: 'start the controllers',
    why: failing.length === 1 ? 'a watch fails' : `${failing.length} watches fail`,
    next:
      'Pass custom resources to startCluster({ resources: [Website] }). If a fault fails a watch, call advance() while run() is ' +
      `pending.${listed('Failing watches', failing)}`,
    details: { failing },
  })
}
