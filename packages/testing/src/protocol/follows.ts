/** A protocol as an oracle of the fault explorer: every write of the operator must be an enabled operation. */
import type { GlobalState, Goal } from '@kubewright/protocol'
import { type Deviation, ProtocolMonitor } from '@kubewright/protocol/conformance'
import type { View } from '../explore/definition/exploration.ts'
import type { ExplorationOracle, RunWatcher } from '../explore/definition/run-watcher.ts'
import { viewOfLists } from './cluster-view.ts'
import { type ClusterView, parseWrite, type Projection } from './projection.ts'

/** Options of `follows`. */
export interface FollowsOptions<State extends GlobalState = GlobalState> {
  /** The goal that must be reached whenever the cluster is idle. A function gets the objects, and returns `undefined` for no goal. */
  readonly goal?: Goal<State> | ((view: ClusterView) => Promise<Goal<State> | undefined> | Goal<State> | undefined)
  /**
   * The maximum number of operations to reach the goal after a disturbance: a number, or the length of the cheapest plan.
   *
   * @default any number
   */
  readonly steps?: number | 'planned'
}

/**
 * Explores whether an operator follows a protocol, with `explore({ oracles: [follows(projection, { goal })] })`.
 *
 * The operator's cache may be stale, so a write is allowed if it was enabled in any state since the cluster was last idle.
 */
export function follows<State extends GlobalState, Operation extends string>(
  projection: Projection<State, Operation>,
  { goal, steps }: FollowsOptions<State> = {},
): ExplorationOracle {
  return { name: 'protocol', begin: () => new ProtocolWatcher(projection, { goal, steps }) }
}

interface WatcherOptions<State extends GlobalState> {
  readonly goal: FollowsOptions<State>['goal'] | undefined
  readonly steps: FollowsOptions<State>['steps'] | undefined
}

class ProtocolWatcher<State extends GlobalState, Operation extends string> implements RunWatcher {
  readonly #projection: Projection<State, Operation>
  readonly #options: WatcherOptions<State>
  #monitor: ProtocolMonitor<State, Operation> | undefined

  constructor(projection: Projection<State, Operation>, options: WatcherOptions<State>) {
    this.#projection = projection
    this.#options = options
  }

  async changed(
    { by, call = '', isNew }: Parameters<RunWatcher['changed']>[0],
    view: View,
  ): Promise<readonly string[]> {
    const state = await this.#projection.stateOf(viewOfLists(view))
    const write = by === 'operator' ? parseWrite(call, isNew) : undefined
    const begins = write === undefined ? [] : this.#projection.begins(write)
    const monitor = this.#monitorFrom(this.#projection.topology.initial)
    const actor = by === 'operator' ? 'operator' : 'environment'
    return monitor.observe({ by: actor, state, begins, what: call }).map(errorMessage)
  }

  async rested(view: View): Promise<readonly string[]> {
    const cluster = viewOfLists(view)
    const monitor = this.#monitorFrom(await this.#projection.stateOf(cluster))
    const { goal } = this.#options
    const wanted = typeof goal === 'function' ? await goal(cluster) : goal
    return monitor.rest(wanted).map(errorMessage)
  }

  #monitorFrom(from: State): ProtocolMonitor<State, Operation> {
    const { steps } = this.#options
    return (this.#monitor ??= new ProtocolMonitor(this.#projection.topology, { from, steps, allowsStale: true }))
  }
}

function errorMessage({ message, what }: Deviation): string {
  return what === undefined || what === '' ? message : `"${what}": ${message}`
}
