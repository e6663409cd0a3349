/**
 * The objects of one source, by key, with their indexes. Independent of watches.
 *
 * Guarantees
 * - An object is indexed under exactly the values its definition yields. If that throws, the error is reported and the object
 *   is left out of the index: one malformed object does not break the kind.
 */
import type { KubeObject, Ref } from '@kubewright/core'
import { compileLabelSelector } from '@kubewright/core/selectors'
import { cacheErrors } from './errors.ts'
import type { Held, Hold } from './held-object.ts'
import type { IndexDefinition } from './index-definition.ts'
import { ObjectIndex } from './object-index.ts'
import type { ObjectReader, ReadScope } from './object-reader.ts'

export interface ObjectStoreOptions<Item extends KubeObject> {
  readonly hold: Hold<Item>
  readonly indexes?: Iterable<IndexDefinition>
  /** Receives errors thrown by index functions. */
  readonly report?: (index: IndexDefinition, error: Error, object: KubeObject) => void
}

export class ObjectStore<Item extends KubeObject = KubeObject> implements ObjectReader<Item> {
  readonly #hold: Hold<Item>
  readonly #report: NonNullable<ObjectStoreOptions<Item>['report']>
  readonly #objects = new Map<string, Held<Item>>()
  /** By namespace, then by key. Built on the first read of a namespace: many kinds are only read by reference or as a whole. */
  #namespaces: Map<string, Map<string, Held<Item>>> | undefined
  readonly #indexes = new Map<IndexDefinition, ObjectIndex<Held<Item>>>()

  constructor({ hold, indexes = [], report = ignore }: ObjectStoreOptions<Item>) {
    this.#hold = hold
    this.#report = report
    for (const definition of indexes) this.addIndex(definition)
  }

  get size(): number {
    return this.#objects.size
  }

  get indexes(): Iterable<IndexDefinition> {
    return this.#indexes.keys()
  }

  keys(): Iterable<string> {
    return this.#objects.keys()
  }

  entries(): Iterable<[key: string, held: Held<Item>]> {
    return this.#objects.entries()
  }

  peek(key: string): Held<Item> | undefined {
    return this.#objects.get(key)
  }

  held(): Iterable<Held<Item>> {
    return this.#objects.values()
  }

  get(ref: Ref): Item | undefined {
    return this.#objects.get(keyOf(ref))?.read()
  }

  list({ namespace, labels }: ReadScope = {}): readonly Item[] {
    const held = namespace === undefined ? this.#objects : this.#byNamespace().get(namespace)
    return this.#read(held?.values() ?? [], labels === undefined ? {} : { labels })
  }

  /** Failure: `KW_CACHE_INDEX` if the store does not have the index. */
  find(definition: IndexDefinition, value: string, scope: ReadScope = {}): readonly Item[] {
    const index = this.#indexes.get(definition)
    if (index === undefined) throw notKept(definition)
    return this.#read(index.find(value), scope)
  }

  put(key: string, object: Item): void {
    const held = this.#hold(object)
    this.#objects.set(key, held)
    if (this.#namespaces !== undefined) enter(this.#namespaces, key, held)
    for (const [definition, index] of this.#indexes) index.put(key, this.#valuesOf(definition, object), held)
  }

  remove(key: string): void {
    const held = this.#objects.get(key)
    if (held === undefined) return
    this.#objects.delete(key)
    if (this.#namespaces !== undefined) leave(this.#namespaces, key, held)
    for (const index of this.#indexes.values()) index.remove(key)
  }

  addIndex(definition: IndexDefinition): void {
    if (this.#indexes.has(definition)) return
    const index = new ObjectIndex<Held<Item>>()
    for (const [key, held] of this.#objects) index.put(key, this.#valuesOf(definition, held.read()), held)
    this.#indexes.set(definition, index)
  }

  hasIndex(definition: IndexDefinition): boolean {
    return this.#indexes.has(definition)
  }

  #byNamespace(): ReadonlyMap<string, ReadonlyMap<string, Held<Item>>> {
    if (this.#namespaces === undefined) {
      this.#namespaces = new Map()
      for (const [key, held] of this.#objects) enter(this.#namespaces, key, held)
    }
    return this.#namespaces
  }

  #valuesOf(definition: IndexDefinition, object: Item): readonly string[] {
    try {
      return definition.values(object)
    } catch (error) {
      this.#report(definition, indexFailed(definition, object, error), object)
      return []
    }
  }

  #read(held: Iterable<Held<Item>>, { namespace, labels }: ReadScope): readonly Item[] {
    const isSelected = labels === undefined ? undefined : compileLabelSelector(labels)
    const objects: Item[] = []
    for (const one of held) {
      if (namespace !== undefined && one.namespace !== namespace) continue
      if (isSelected === undefined || isSelected(one.labels)) objects.push(one.read())
    }
    return objects
  }
}

/** The namespace of a key never changes. */
function enter<Entry extends Held>(namespaces: Map<string, Map<string, Entry>>, key: string, held: Entry): void {
  const { namespace } = held
  if (namespace === undefined) return
  const place = namespaces.get(namespace)
  if (place === undefined) namespaces.set(namespace, new Map([[key, held]]))
  else place.set(key, held)
}

function leave(namespaces: Map<string, Map<string, unknown>>, key: string, { namespace }: Held): void {
  if (namespace === undefined) return
  const place = namespaces.get(namespace)
  place?.delete(key)
  if (place?.size === 0) namespaces.delete(namespace)
}

/** `default/blog`, or `node-1`. */
export function keyOf({ namespace, name }: Ref): string {
  return namespace === undefined ? name : `${namespace}/${name}`
}

function ignore(): void {}

export function notKept({ name, resource }: IndexDefinition): Error {
  return cacheErrors('KW_CACHE_INDEX', {
    what: `find ${resource.plural} by ${name}`,
    why: 'the cache has no such index',
    next: 'Declare it in `indexes` of the controller, or add it to the source with `addIndex`.',
    details: { index: name },
  })
}

function indexFailed({ name }: IndexDefinition, object: KubeObject, cause: unknown): Error {
  return cacheErrors('KW_CACHE_INDEX_FAILED', {
    what: `put ${object.kind} ${keyOf(object.metadata)} into the index ${name}`,
    why: `its function threw ${cause instanceof Error ? cause.message : String(cause)}`,
    next: 'Let it return undefined for objects that do not belong in the index.',
    details: { index: name },
    cause,
  })
}
