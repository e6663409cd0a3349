/** Runs the manager's runnables beside controllers, while the process may act. See decision 0322. */
import type { Runnable } from '@kubewright/controller'
import type { ClusterRegistry } from '@kubewright/controller/clusters'
import type { RunnableHost } from '@kubewright/controller/definition'
import { type Clock, type Logger, sleep } from '@kubewright/core'
import { type Random, withJitter } from '@kubewright/core/random'
import { track } from '@kubewright/core/tasks'
import { managerErrors } from './errors.ts'
import type { HealthChecks } from './health/health-check.ts'
import type { MetricRegistry } from './metrics/metric-registry.ts'
import { nameTaken } from './workforce.ts'

export interface RunnablesOptions {
  readonly clusters: ClusterRegistry
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly metrics: MetricRegistry
  readonly ready: HealthChecks
  /** Whether several processes act concurrently, each on a part of the objects. */
  readonly isSharded: boolean
}

const retryMs = 5_000

export class Runnables {
  readonly all: readonly Runnable[]
  readonly #options: RunnablesOptions
  readonly #running = new Set<string>()

  /** Failure: `KW_MANAGER_NAME_TAKEN`, `KW_MANAGER_CLUSTER_SHARDED`. */
  constructor(all: readonly Runnable[], options: RunnablesOptions) {
    this.all = all
    this.#options = options
    const names = all.map(({ name }) => name)
    for (const [at, name] of names.entries()) {
      if (names.indexOf(name) < at) throw nameTaken(name, 'runnable')
      if (options.isSharded) throw sharded(name)
    }
  }

  /** The names of runnables that have not ended. */
  get running(): readonly string[] {
    return [...this.#running]
  }

  /** Resolves once `stop` is aborted and all have ended. Never rejects. */
  async work(stop: AbortSignal): Promise<void> {
    await Promise.all(this.all.map((one) => track(`run ${one.name}`, this.#runOne(one, stop))))
  }

  async #runOne(runnable: Runnable, stop: AbortSignal): Promise<void> {
    const { name } = runnable
    const { clock, random, log } = this.#options
    this.#running.add(name)
    try {
      while (!stop.aborted) {
        await this.#runOnce(runnable, stop)
        await sleep(clock, withJitter(random, retryMs, 0.2), stop).catch(() => undefined) // aborted: the loop ends
        if (!stop.aborted) log.info('restarting runnable', { runnable: name })
      }
    } finally {
      this.#running.delete(name)
    }
  }

  async #runOnce(runnable: Runnable, stop: AbortSignal): Promise<void> {
    const log = this.#options.log.with({ runnable: runnable.name })
    using shown = new Shown()
    try {
      await runnable.run(this.#hostFor(log, shown), stop)
      if (!stop.aborted) log.warn('runnable returned early, will restart it')
    } catch (error) {
      if (!stop.aborted) log.error('runnable failed, will restart it', { error })
    }
  }

  #hostFor(log: Logger, shown: Shown): RunnableHost {
    const { clusters, clock, random, metrics, ready } = this.#options
    return {
      clusters,
      clock,
      random,
      log,
      metrics: { add: (source) => shown.keep(metrics.add(source)) },
      readiness: { include: (checks) => shown.keep(ready.include(checks)) },
    }
  }
}

/** The metrics and checks of one run: removed when the run ends, even if the runnable does not. */
class Shown implements Disposable {
  readonly #all: Disposable[] = []

  keep(one: Disposable): Disposable {
    this.#all.push(one)
    return one
  }

  [Symbol.dispose](): void {
    for (const one of this.#all) one[Symbol.dispose]()
  }
}

function sharded(name: string): Error {
  return managerErrors('KW_MANAGER_CLUSTER_SHARDED', {
    what: `run ${name}`,
    why: 'with shard(…) every shard would run it at the same time',
    next: 'Run it in a program of its own with leader(…).',
    details: { name },
  })
}
