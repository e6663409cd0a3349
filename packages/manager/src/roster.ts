/** All controllers of a manager, for any cluster. */
import type { Controller } from '@kubewright/controller'
import { homeCluster, selectsCluster } from '@kubewright/controller/clusters'
import type { Fleet } from './clusters/fleet.ts'
import { managerErrors } from './errors.ts'
import { nameTaken, type Workforce } from './workforce.ts'

export interface RosterOptions {
  /** The controllers of the home cluster. */
  readonly workforce: Workforce
  readonly fleet: Fleet
  /** Whether each remote cluster has one working process at a time, even if several share the objects of home. */
  readonly isDivided: boolean
}

export class Roster {
  readonly #options: RosterOptions
  readonly #controllers = new Map<string, Controller>()

  constructor(options: RosterOptions) {
    this.#options = options
  }

  get controllers(): readonly Controller[] {
    return [...this.#controllers.values()]
  }

  /** Returns whether it runs on home. Failure: `KW_MANAGER_NAME_TAKEN`, `KW_MANAGER_CLUSTER_SHARDED`. */
  add(controller: Controller): boolean {
    const { workforce, fleet, isDivided } = this.#options
    const { name, clusters = 'home' } = controller
    if (this.#controllers.has(name)) throw nameTaken(name)
    if (!isDivided && clusters !== 'home') throw sharded(name)
    const isAtHome = selectsCluster(clusters, { name: homeCluster, labels: {} })
    if (isAtHome) workforce.add(controller)
    this.#controllers.set(name, controller)
    fleet.admit(controller)
    return isAtHome
  }

  /** Removes it from all clusters after its reconciles have ended. Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`. */
  async remove(name: string): Promise<void> {
    const { workforce, fleet } = this.#options
    const isElsewhereOnly = this.#controllers.has(name) && !workforce.controllers.some((one) => one.name === name)
    this.#controllers.delete(name)
    await Promise.all([isElsewhereOnly ? undefined : workforce.remove(name), fleet.dismiss(name)])
  }
}

function sharded(name: string): Error {
  return managerErrors('KW_MANAGER_CLUSTER_SHARDED', {
    what: `run the controller ${name} on several clusters`,
    why: 'its coordination divides the objects of home and not the other clusters: every process would reconcile all objects there',
    next: 'Use shard(…) of @kubewright/sharding, or leader(…); or let your coordinator offer `clusters`, a ClusterDivision.',
    details: { name },
  })
}
