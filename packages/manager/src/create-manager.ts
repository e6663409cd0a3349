/** Creates a manager: see `manager.ts` for its guarantees. */
import type { Cache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Controller } from '@kubewright/controller'
import { homeCluster } from '@kubewright/controller/clusters'
import type { ReconcileRecord } from '@kubewright/controller/host'
import type { Ref } from '@kubewright/core'
import type { ManagerClusters } from './clusters/manager-clusters.ts'
import { descriptionOf } from './controller-description.ts'
import { tellManager } from './diagnostics.ts'
import { managerErrors } from './errors.ts'
import type { ControllerDescription, Manager, ManagerEndpoints, ManagerState, RunningManager } from './manager.ts'
import type { ManagerOptions } from './manager-options.ts'
import { assemble, type ManagerParts } from './manager-parts.ts'
import { ManagerRun } from './manager-run.ts'

/**
 * A manager for these controllers. It opens nothing before it runs.
 *
 * Failure: `KW_MANAGER_OPTION` for an invalid option, `KW_MANAGER_NAME_TAKEN` for two controllers of one name.
 *
 * @example
 * ```text
 * const manager = createManager({
 *   connection: await loadConfig(),
 *   coordination: leader({ lease: 'website-operator', namespace: 'web-system' }),
 *   controllers: [websites, domains],
 *   health: { port: 8081 },
 *   metrics: { port: 8080 },
 * })
 *
 * await manager.run(untilSignal('SIGTERM', 'SIGINT'))
 * ```
 */
export function createManager(options: ManagerOptions): Manager {
  return new OneManager(assemble(options))
}

class OneManager implements Manager {
  readonly #parts: ManagerParts
  readonly #run: ManagerRun

  constructor(parts: ManagerParts) {
    this.#parts = parts
    this.#run = new ManagerRun(parts)
  }

  get client(): Client {
    return this.#parts.client
  }

  get cache(): Cache {
    return this.#parts.cache
  }

  get metrics() {
    return this.#parts.metrics
  }

  get checks() {
    const { live, ready } = this.#parts
    return { live, ready }
  }

  get clusters(): ManagerClusters {
    return this.#parts.fleet
  }

  get endpoints(): ManagerEndpoints {
    return this.#run.endpoints
  }

  get state(): ManagerState {
    const { coordinator, workforce, fleet, permissions } = this.#parts
    const running = [...workforce.running, ...fleet.running]
    return {
      phase: this.#run.phase,
      standing: coordinator.standing,
      controllers: workforce.states,
      clusters: fleet.states,
      activity: [...running.flatMap(({ activity }) => activity), ...fleet.activity],
      hotLoops: running.flatMap(({ hotLoops }) => hotLoops),
      missingPermissions: permissions.missing,
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.#begin(signal).ended
  }

  start(): RunningManager {
    const stop = new AbortController()
    const { started, ended } = this.#begin(stop.signal)
    // Callers that ignore both promises see a failure in the log, and on disposal.
    started.catch(() => undefined)
    ended.catch(() => undefined)
    return {
      started,
      ended,
      async [Symbol.asyncDispose]() {
        stop.abort(new Error('the manager was disposed'))
        await ended
      },
    }
  }

  async add(controller: Controller): Promise<void> {
    const { roster, permissions } = this.#parts
    if (this.#run.isOver) throw tooLate(`add the controller ${controller.name}`, this.#run.phase)
    const isAtHome = roster.add(controller)
    permissions.askAgain()
    if (!isAtHome) return
    try {
      await this.#run.warm(controller.name)
    } catch (error) {
      if (!this.#run.isOver) await roster.remove(controller.name)
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    await this.#parts.roster.remove(name)
  }

  trigger(controller: string, object: Ref, by = 'the manager', cluster: string = homeCluster): void {
    const { workforce, fleet } = this.#parts
    const place = cluster === homeCluster ? workforce : fleet.workforceOf(cluster)
    place.find(controller).trigger(object, by)
  }

  describe(controller: string, cluster: string = homeCluster): ControllerDescription {
    const { workforce, fleet } = this.#parts
    const place = cluster === homeCluster ? workforce : fleet.workforceOf(cluster)
    return descriptionOf(place.definition(controller), place.find(controller).queue)
  }

  history(object?: Ref, cluster?: string): readonly ReconcileRecord[] {
    const { workforce, fleet } = this.#parts
    const records = [...workforce.running, ...fleet.running].flatMap((one) => one.history(object))
    const wanted = records.filter((one) => cluster === undefined || (one.cluster ?? homeCluster) === cluster)
    return wanted.sort((one, two) => two.startedAt - one.startedAt)
  }

  #begin(signal: AbortSignal) {
    if (this.#run.phase !== 'idle') throw tooLate('run the manager', this.#run.phase)
    tellManager(this)
    return this.#run.begin(signal)
  }
}

function tooLate(what: string, phase: string): Error {
  return managerErrors('KW_MANAGER_STATE', {
    what,
    why: `it is ${phase}, and a manager runs once`,
    next: 'Create another manager.',
    details: { phase },
  })
}
