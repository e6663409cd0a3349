/** The checks after every change of a run: the user's invariants, and oracles that observe changes in order. */
import type { Exploration } from '../definition/exploration.ts'
import { Invariants } from '../definition/invariants.ts'
import type { ObservedChange, RunWatcher } from '../definition/run-watcher.ts'
import { finding } from '../trace/finding.ts'
import type { Trace } from '../trace/trace.ts'
import type { Role } from '../world/actor.ts'
import type { Externals } from '../world/external-call.ts'
import type { WorldServers } from '../world/world-servers.ts'
import type { RunFindings } from './run-findings.ts'
import { serverView } from './server-view.ts'

export interface ChangeCheckOptions<Outside extends Externals> {
  readonly exploration: Pick<Exploration<Outside>, 'invariants' | 'oracles'>
  readonly servers: WorldServers
  readonly trace: Trace
  readonly findings: RunFindings
  readonly outside: Outside
  /** The run declares other objects than the scenario. */
  readonly isOtherwiseDeclared: boolean
}

export class ChangeChecks<Outside extends Externals> {
  readonly #options: ChangeCheckOptions<Outside>
  readonly #invariants: Invariants<Outside>
  readonly #watchers: readonly { readonly name: string; readonly watcher: RunWatcher }[]

  constructor(options: ChangeCheckOptions<Outside>) {
    const { exploration, isOtherwiseDeclared } = options
    this.#options = options
    this.#invariants = new Invariants(exploration.invariants, isOtherwiseDeclared)
    this.#watchers = (exploration.oracles ?? []).map((oracle) => ({ name: oracle.name, watcher: oracle.begin() }))
  }

  /** @param by the role that made the change */
  async changed(by: Role): Promise<void> {
    const { servers, trace, findings, outside } = this.#options
    const view = serverView(servers)
    await this.#notify((watcher) => watcher.changed(lastChange(trace, by), view))
    for (const { name, wrong } of await this.#invariants.ask(by, view, outside)) {
      trace.note(`${name} does not hold: ${wrong}`)
      findings.add(finding('invariant', `${name}: ${wrong}`, [], name))
    }
  }

  /** The cluster is idle. */
  async rested(): Promise<void> {
    // The goals are those of the scenario: other declarations may have another goal.
    if (this.#options.isOtherwiseDeclared) return
    const view = serverView(this.#options.servers)
    await this.#notify((watcher) => watcher.rested(view))
  }

  async #notify(notify: (watcher: RunWatcher) => Promise<readonly string[]>): Promise<void> {
    const { trace, findings } = this.#options
    for (const { name, watcher } of this.#watchers) {
      for (const message of await notify(watcher)) {
        trace.note(`${name}: ${message}`)
        findings.add(finding('protocol', message))
      }
    }
  }
}

/** A change with the write that caused it; that is absent for changes by the cluster itself. */
function lastChange({ entries }: Trace, by: Role): ObservedChange {
  const last = entries.at(-1)
  if (by === 'cluster' || last?.type !== 'call') return { by, isNew: false }
  return { by, call: last.call, isNew: last.status === 201 }
}
