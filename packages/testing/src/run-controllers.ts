/** Controllers that run on a test's cluster. */
import { type Cache, createCache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { type Clock, type Ids, type Logger, type Random, type Ref, silentLogger } from '@kubewright/core'
import { type Controller, createController, type ReconcileRecord, type RunningController } from '@kubewright/controller'
import type { Activity } from './activity.ts'

export interface RunEnvironment {
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly ids: Ids
  readonly activity: Activity
  readonly log?: Logger
}

/** Controllers on a cluster, until disposed. */
export interface Run extends AsyncDisposable {
  /** How many reconciles have ended. */
  readonly reconciles: number
  /** The last reconciles, newest first: of one object, or of all. */
  history(object?: Ref): readonly ReconcileRecord[]
  readonly cache: Cache
}

/** Starts controllers that share a cache. Resolves once they follow everything they need; reconciles begin at once. */
export async function runControllers(controllers: readonly Controller[], environment: RunEnvironment): Promise<Run> {
  const { client, clock, random, ids, activity, log = silentLogger } = environment
  const cache = createCache({
    client,
    clock,
    random,
    freezes: true,
    report: (error) => log.error('a listener failed', { error }),
  })
  const stop = new AbortController()
  let reconciles = 0
  const reporter = { controller: 'kubewright-test', instance: 'kubewright-test' }
  const observer = { ended: () => void reconciles++ }
  const running = controllers.map((one) =>
    createController(one, { client, cache, clock, random, ids, log, reporter, observer }),
  )
  const included = activity.include(() => running.flatMap((one) => one.activity))
  const end = async (working: readonly Promise<void>[]) => {
    stop.abort()
    for (const one of running) await one[Symbol.asyncDispose]()
    await Promise.all(working)
    await cache[Symbol.asyncDispose]()
    included[Symbol.dispose]()
  }
  try {
    await Promise.all(running.map((one) => one.start(stop.signal)))
  } catch (error) {
    await end([])
    throw error
  }
  const working = running.map((one) => one.work(stop.signal))
  return {
    get reconciles() {
      return reconciles
    },
    history: (object) => historyOf(running, object),
    cache,
    [Symbol.asyncDispose]: () => end(working),
  }
}

function historyOf(running: readonly RunningController[], object: Ref | undefined): readonly ReconcileRecord[] {
  return running.flatMap((one) => one.history(object)).sort((one, two) => two.startedAt - one.startedAt)
}
