/** A source in memory, whose changes a test makes. Like that of a cache, it reports what its listeners and indexes throw. */
import type { Change, IndexDefinition, Source } from '@kubewright/cache'
import type { KubeObject, Ref } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { requestKey } from '../request/request-key.ts'
import { changeOf } from './objects.ts'

export class MemorySource implements Source {
  readonly scope = {}
  readonly state = { phase: 'live', resourceVersion: '1' } as const
  readonly estimatedBytes = 0
  readonly silentMs = undefined
  isSynced = false
  /** What the cache would report. */
  readonly reported: unknown[] = []
  readonly indexes: IndexDefinition[] = []
  readonly #failed = new Map<IndexDefinition, (error: Error, object: never) => void>()
  readonly resource: Resource
  readonly #objects = new Map<string, KubeObject>()
  readonly #listeners = new Set<(change: Change) => void>()

  constructor(resource: Resource, objects: readonly KubeObject[] = []) {
    this.resource = resource
    for (const object of objects) this.#objects.set(requestKey(object.metadata), object)
  }

  get size(): number {
    return this.#objects.size
  }

  get listeners(): number {
    return this.#listeners.size
  }

  get(ref: Ref): never {
    return this.#objects.get(requestKey(ref)) as never
  }

  list(): readonly never[] {
    return [...this.#objects.values()] as never[]
  }

  find(index: IndexDefinition, value: string): readonly never[] {
    return this.list().filter((object) => this.#valuesOf(index, object).includes(value))
  }

  async synced(): Promise<void> {
    this.isSynced = true
  }

  addIndex(index: IndexDefinition, failed?: (error: Error, object: never) => void): void {
    this.indexes.push(index)
    if (failed !== undefined) this.#failed.set(index, failed)
    for (const object of this.list()) this.#put(index, object)
  }

  subscribe(listener: (change: Change<never>) => void): Disposable {
    const own = listener as (change: Change) => void
    this.#listeners.add(own)
    for (const object of this.list()) this.#deliver(own, changeOf('added', object, { isInitial: true }))
    return { [Symbol.dispose]: () => void this.#listeners.delete(own) }
  }

  /** Adds, changes or removes an object, and notifies the listeners. */
  emit(type: Change['type'], object: KubeObject, fields: Partial<Change> = {}): void {
    const key = requestKey(object.metadata)
    const previous = this.#objects.get(key)
    if (type === 'deleted') this.#objects.delete(key)
    else this.#objects.set(key, object)
    if (type !== 'deleted') for (const index of this.indexes) this.#put(index, object)
    for (const listener of this.#listeners) this.#deliver(listener, changeOf(type, object, { previous, ...fields }))
  }

  [Symbol.dispose](): void {
    this.#listeners.clear()
  }

  #deliver(listener: (change: Change) => void, change: Change): void {
    try {
      listener(change)
    } catch (error) {
      this.reported.push(error)
    }
  }

  #put(index: IndexDefinition, object: KubeObject): void {
    try {
      index.values(object as never)
    } catch (error) {
      const failed = this.#failed.get(index)
      if (failed === undefined) this.reported.push(error)
      else failed(error as Error, object as never)
    }
  }

  #valuesOf(index: IndexDefinition, object: KubeObject): readonly string[] {
    try {
      return index.values(object as never)
    } catch {
      return []
    }
  }
}
