/** The checks of an idle cluster: every reconcile has ended, none keeps failing, and one more of each object changes nothing. */
import type { Manager } from '@kubewright/manager'
import { finding } from '../trace/finding.ts'
import type { World } from '../world/world.ts'
import type { WorldServers } from '../world/world-servers.ts'
import { keyOfReconcile, type OperatorInstances } from './operator-instances.ts'
import type { RunFindings } from './run-findings.ts'
import { listedEverywhere } from './server-view.ts'

export interface IdleCheckParts {
  readonly world: World
  readonly servers: WorldServers
  readonly operator: OperatorInstances
  readonly findings: RunFindings
}

const waitsForNothing =
  'it waits for something that never happens in the simulation: a promise that is not settled, a file, a socket'

/** An operator that proceeds step by step should finish within this many turns. */
const mostTurns = 6

export class IdleChecks {
  readonly #parts: IdleCheckParts

  constructor(parts: IdleCheckParts) {
    this.#parts = parts
  }

  async check(): Promise<void> {
    this.#checkEndless()
    await this.#checkFailing()
    await this.#lookOnceMore()
  }

  /** A reconcile is still in flight although nothing is left to happen. */
  #checkEndless(): void {
    const { operator, findings } = this.#parts
    for (const key of operator.underWay)
      findings.add(finding('liveness', `the reconcile of ${key} does not end`, [waitsForNothing]))
  }

  /** A failing object that is gone is not retried, and need not be. */
  async #checkFailing(): Promise<void> {
    const { world, servers, operator, findings } = this.#parts
    if (world.failing.size === 0) return
    for (const { name, for: resource, '~grouping': grouping } of operator.current!.controllers) {
      const there = (await listedEverywhere(servers, resource)).map(({ metadata, cluster }) =>
        keyOfReconcile({ controller: name, object: metadata, cluster }),
      )
      for (const [key, message] of world.failing) {
        const isDue = grouping === undefined ? there.includes(key) : key.startsWith(`${name} `)
        if (isDue) findings.add(finding('recovery', `${key} keeps failing: ${message}`, [], `${key} keeps failing`))
      }
    }
  }

  /**
   * One more reconcile of everything must change nothing. An operator with a scheduled requeue is not done, and may proceed when it is
   * triggered early: it gets some more turns.
   */
  async #lookOnceMore(turns = mostTurns): Promise<void> {
    const { world, operator, findings } = this.#parts
    const { trace, faults } = world
    const isToComeBack = operator.nextRequeue !== undefined
    const before = { entries: trace.entries.length, injected: faults.injected }
    await this.#triggerAll()
    await world.rest()
    // A fault injected meanwhile may appear in a status: the check is repeated after it.
    if (faults.injected !== before.injected)
      return world.hasDelayedEffects ? undefined : await this.#lookOnceMore(turns)
    const calls = trace.entries
      .slice(before.entries)
      // Events are informational and not counted: they may be emitted again.
      .flatMap((entry) => (entry.type === 'call' && entry.changed && entry.nth > 0 ? [entry.call] : []))
    if (calls.length === 0) return
    if (isToComeBack && turns > 1) return await this.#lookOnceMore(turns - 1)
    const [first] = calls
    findings.add(
      finding(
        'stability',
        `the cluster is idle, and one more reconcile changes something: "${first}"`,
        [...new Set(calls)],
        `${first}`,
      ),
    )
  }

  async #triggerAll(): Promise<void> {
    const { servers, operator } = this.#parts
    const { manager, controllers } = operator.current!
    for (const { name, for: resource, '~grouping': grouping } of controllers) {
      if (grouping !== undefined) continue
      const places = controllersBy(manager, name)
      for (const { metadata, cluster } of await listedEverywhere(servers, resource))
        if (places.has(cluster)) manager.trigger(name, metadata, 'the exploration', cluster)
    }
  }
}

/** The clusters in which the controller runs now: names of other clusters, and `undefined` for home. */
function controllersBy({ state, clusters }: Manager, name: string): ReadonlySet<string | undefined> {
  const isThere = (controllers: readonly { readonly name: string }[]) => controllers.some((one) => one.name === name)
  const others = clusters.states.filter(({ phase, controllers }) => phase === 'connected' && isThere(controllers))
  return new Set([...(isThere(state.controllers) ? [undefined] : []), ...others.map((cluster) => cluster.name)])
}
