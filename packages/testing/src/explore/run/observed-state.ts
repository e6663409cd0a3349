/** The state of a run as the explorer compares it: the objects that the actors wrote, the external services, and terminal failures. */
import { canonicalState } from '../state/canonical-state.ts'
import { type DeclaredListedObject, describeObject, type ListedObject } from '../state/listed-objects.ts'
import type { Checkpoint } from '../record/checkpoint.ts'
import { type Externals, inventoryOf } from '../world/external-call.ts'
import type { ObjectLedger } from '../world/object-ledger.ts'
import type { RunMask } from '../world/run-mask.ts'
import type { World } from '../world/world.ts'
import type { WorldServers } from '../world/world-servers.ts'
import type { OperatorInstances } from './operator-instances.ts'
import { nameOfState } from './run-state.ts'

export interface ObservedParts {
  readonly world: World
  readonly servers: WorldServers
  readonly ledger: ObjectLedger
  /** One for each server. */
  readonly masks: readonly RunMask[]
  readonly outside: Externals
  readonly operator: OperatorInstances
}

/** Kinds that are not compared: they record events and leadership. */
const aside = /\/(?:events|leases)$/

export class ObservedState {
  readonly #parts: ObservedParts
  /** The initial state of external services, by name. */
  readonly initialOutside: ReadonlyMap<string, string>

  constructor(parts: ObservedParts) {
    this.#parts = parts
    this.initialOutside = this.#inventories()
  }

  /** The existing objects that were written in this run. */
  async objects(): Promise<readonly ListedObject[]> {
    const { servers, ledger } = this.#parts
    const collections = [...ledger.collections].filter((collection) => !aside.test(collection))
    const lists = await Promise.all(collections.map(servers.list))
    return lists.flatMap(({ items }) => items).filter(({ metadata }) => ledger.made.has(metadata.uid))
  }

  /** @param at the place in the scenario */
  async checkpoint(at: Pick<Checkpoint, 'step' | 'waits'>): Promise<Checkpoint> {
    const { world, ledger, operator } = this.#parts
    const { made } = ledger
    const objects = (await this.objects()).filter(({ metadata }) => made.get(metadata.uid) !== 'cluster')
    const state = new Map(canonicalState(objects, this.#addresses))
    for (const [key, message] of operator.terminal) state.set(`reconcile of ${key}`, { gaveUp: message })
    return {
      ...at,
      at: world.clock.elapsed(),
      state,
      outside: this.#inventories(),
      declared: objects.filter(({ metadata }) => made.get(metadata.uid) === 'user').map(this.#withDeclaration),
      made: objects.filter(({ metadata }) => made.get(metadata.uid) === 'operator').map(describeObject),
      beside: ledger.interference.soFar(),
    }
  }

  /** A fingerprint of the whole state. @param pending the pending work of the world */
  async fingerprint(pending: string): Promise<string> {
    const { world, servers, ledger, operator } = this.#parts
    const { creations, deletions } = ledger
    const counted = [creations, deletions, this.#inventories(), operator.terminal]
    return nameOfState({
      objects: await this.objects(),
      addresses: this.#addresses,
      actors: world.actors,
      entries: world.trace.entries,
      more: [pending, ...counted.flatMap((counts) => [...counts].map(([key, value]) => `${key} ${value}`).sort())],
      bases: servers.all.map(({ base }) => base),
    })
  }

  readonly #withDeclaration = (object: ListedObject): DeclaredListedObject => {
    const declaration = this.#parts.ledger.declarations.of(object.metadata.uid)
    return declaration === undefined ? object : { ...object, declaration }
  }

  #inventories(): ReadonlyMap<string, string> {
    return new Map(Object.entries(this.#parts.outside).map(([name, external]) => [name, inventoryOf(external)]))
  }

  /** The addresses that the servers allocated. */
  get #addresses(): ReadonlySet<string> {
    return new Set(this.#parts.masks.flatMap(({ addresses }) => [...addresses]))
  }
}
