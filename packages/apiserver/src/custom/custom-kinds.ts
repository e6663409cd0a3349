/**
 * Serves the kinds of CustomResourceDefinitions, and maintains the status of the definitions.
 *
 * Guarantees
 * - A definition is served, changed and withdrawn in the tick that commits it; no request sees one without the other.
 * - Status updates follow the write that caused them, one definition at a time, in a deterministic order.
 * - A rejected status update, by admission for example, is retried with a back-off.
 */
import { deepEqual } from '@kubewright/core/json'
import { dropNulls } from '../built-in/null-fields.ts'
import { Reminders } from '../background/reminders.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { type Draft, draftOf } from '../object/draft.ts'
import type { WebhookTransport } from '../outbound/webhook-transport.ts'
import { StatusError } from '../status/status.ts'
import type { Version } from '../storage/version.ts'
import type { Machinery } from '../kinds/call.ts'
import { isTrue } from './definition/conditions.ts'
import { definitionCollection, isTerminating, specOf, statusOf } from './definition/definition.ts'
import { nextConsequence } from './lifecycle/consequences.ts'
import { DefinitionWriter } from './lifecycle/definition-writer.ts'
import { isHeldForCleanup, removeDefinition } from './lifecycle/removal.ts'
import { servedVersions } from './serving/served-versions.ts'

export interface CustomKindsOptions {
  /** How conversion webhooks are called. */
  readonly webhooks: WebhookTransport
  /** Called with internal errors of the server. */
  readonly report: (error: unknown) => void
}

/** Serves the existing definitions, then follows changes. Disposing it stops following; served kinds stay. */
export function startCustomKinds(server: Machinery, options: CustomKindsOptions): Disposable {
  return new CustomKinds(server, options)
}

/** The kinds of one definition. */
interface Served {
  /** The part of the definition that the kinds depend on. */
  readonly source: unknown
  readonly kinds: readonly ServedKind[]
  /** The kind in its storage version. */
  readonly stored: ServedKind
  readonly retire: AbortController
  isTerminating: boolean
}

class CustomKinds implements Disposable {
  readonly #server: Machinery
  readonly #options: CustomKindsOptions
  readonly #writer: DefinitionWriter
  readonly #subscription: Disposable
  readonly #stopping = new AbortController()
  /** The current definitions, by name. Immutable. */
  readonly #definitions = new Map<string, Draft>()
  /** By definition name. */
  readonly #served = new Map<string, Served>()
  /** Queue of definitions to process, in order. */
  readonly #waiting = new Set<string>()
  /** Definitions whose removal is in progress. */
  readonly #removing = new Set<string>()
  readonly #reminders: Reminders
  #isWorking = false

  constructor(server: Machinery, options: CustomKindsOptions) {
    this.#server = server
    this.#options = options
    this.#writer = new DefinitionWriter(server)
    this.#reminders = new Reminders(server.clock, (name) => this.#look(name))
    const collection = server.store.collection(definitionCollection)
    for (const version of collection.range({}).versions) this.#see(version)
    this.#subscription = collection.subscribe((version) => this.#see(version))
  }

  [Symbol.dispose](): void {
    this.#stopping.abort()
    this.#subscription[Symbol.dispose]()
    this.#reminders[Symbol.dispose]()
  }

  #see({ key, object, isDeletion }: Version): void {
    const definition = draftOf(object.text)
    dropNulls(definition)
    if (isDeletion) {
      this.#definitions.delete(key)
      this.#reminders.forget(key)
    } else this.#definitions.set(key, definition)
    this.#serve(key, isDeletion ? undefined : definition)
    if (isDeletion) this.#wakeOthersLike(definition)
    this.#look(key)
  }

  #look(name: string): void {
    this.#waiting.add(name)
    if (!this.#isWorking) void this.#work()
  }

  /** Queues the other definitions of the group: names they wait for may be free now. */
  #wakeOthersLike(definition: Draft): void {
    const { group } = specOf(definition)
    for (const [name, other] of this.#definitions) {
      if (specOf(other).group === group && name !== definition.metadata.name) this.#waiting.add(name)
    }
  }

  #serve(name: string, definition: Draft | undefined): void {
    const source = definition === undefined ? undefined : sourceOf(definition)
    const before = this.#served.get(name)
    if (deepEqual(source as never, before?.source as never)) {
      if (before !== undefined && definition !== undefined) this.#mark(before, isTerminating(definition))
      return
    }
    for (const kind of before?.kinds ?? []) this.#server.kinds.remove(kind)
    this.#served.delete(name)
    if (definition !== undefined && source !== undefined) this.#add(name, definition, source)
    before?.retire.abort()
  }

  #add(name: string, definition: Draft, source: unknown): void {
    const { kinds: registry, ids } = this.#server
    const retire = new AbortController()
    const { served: all, stored } = servedVersions(definition, {
      transport: this.#options.webhooks,
      ids,
      retired: retire.signal,
      isTerminating: () => served.isTerminating,
    })
    // Built-in kinds cannot be redefined.
    const kinds = all.filter(({ group, version, plural }) => registry.find(group, version, plural) === undefined)
    const served: Served = { source, kinds, stored, retire, isTerminating: isTerminating(definition) }
    for (const kind of kinds) registry.add(kind)
    this.#server.store.collection(stored.storage.collection).beginServing()
    this.#served.set(name, served)
  }

  /** Adds the unchanged kinds again, to invalidate caches derived from the registry. */
  #mark(served: Served, isGoing: boolean): void {
    if (served.isTerminating === isGoing) return
    served.isTerminating = isGoing
    for (const kind of served.kinds) this.#server.kinds.add(kind)
  }

  /** Starts after the turn of the write that caused it. */
  async #work(): Promise<void> {
    this.#isWorking = true
    await Promise.resolve()
    for (const name of this.#waiting) {
      this.#waiting.delete(name)
      if (this.#stopping.signal.aborted) break
      await this.#attend(name).catch((error: unknown) => this.#failed(name, error))
    }
    this.#isWorking = false
  }

  async #attend(name: string): Promise<void> {
    this.#reminders.clear(name)
    const definition = this.#definitions.get(name)
    if (definition === undefined) return
    const consequence = nextConsequence(definition, this.#definitions.values())
    // The write queues the definition again, until it has no further consequences.
    if (consequence !== undefined) {
      await this.#writer.write(name, consequence)
      this.#reminders.forget(name)
      this.#wakeOthersLike(definition)
    } else if (isHeldForCleanup(definition) && !this.#removing.has(name)) this.#remove(name)
  }

  #remove(name: string): void {
    this.#removing.add(name)
    const parts = {
      server: this.#server,
      writer: this.#writer,
      kindOf: (definition: Draft) => this.#served.get(definition.metadata.name!)?.stored,
      signal: this.#stopping.signal,
    }
    void removeDefinition(parts, name)
      .catch((error: unknown) => this.#failed(name, error))
      .finally(() => this.#removing.delete(name))
  }

  /** A Status is a legitimate rejection; any other error is internal and reported. */
  #failed(name: string, error: unknown): void {
    if (!(error instanceof StatusError)) this.#options.report(error)
    if (!this.#stopping.signal.aborted) this.#reminders.afterFailure(name)
  }
}

/** Everything that the kinds of a definition depend on; `undefined` while it is not served. */
function sourceOf(definition: Draft): unknown {
  if (!isTrue(definition, 'NamesAccepted') && !isTrue(definition, 'Established')) return undefined
  const { uid, generation } = definition.metadata
  return [uid, generation, specOf(definition), statusOf(definition).acceptedNames]
}
