/**
 * The objects of one source, by key, with its indexes. It knows nothing of watches.
 *
 * Guarantees
 * - An object is in an index exactly under the values its definition yields for it.
 */
import { compileLabelSelector, type KubeObject, type Ref } from '@kubewright/core'
import type { Held, Hold } from './held-object.ts'
import type { IndexDefinition } from './index-definition.ts'
import { ObjectIndex } from './object-index.ts'
import type { ObjectReader, ReadScope } from './object-reader.ts'

export class ObjectStore<Object extends KubeObject = KubeObject> implements ObjectReader<Object> {
  readonly #hold: Hold<Object>
  readonly #objects = new Map<string, Held<Object>>()
  readonly #namespaces = new ObjectIndex()
  readonly #indexes = new Map<string, { readonly definition: IndexDefinition; readonly index: ObjectIndex }>()

  constructor(hold: Hold<Object>, indexes: Iterable<IndexDefinition> = []) {
    this.#hold = hold
    for (const definition of indexes) this.addIndex(definition)
  }

  get size(): number {
    return this.#objects.size
  }

  get indexes(): readonly IndexDefinition[] {
    return [...this.#indexes.values()].map(({ definition }) => definition)
  }

  keys(): Iterable<string> {
    return this.#objects.keys()
  }

  peek(key: string): Held<Object> | undefined {
    return this.#objects.get(key)
  }

  get(ref: Ref): Object | undefined {
    return this.#objects.get(keyOf(ref))?.read()
  }

  list({ namespace, labels }: ReadScope = {}): readonly Object[] {
    return this.#read(namespace === undefined ? this.#objects.values() : this.#namespaces.find(namespace), { labels })
  }

  find({ name }: Pick<IndexDefinition, 'name'>, value: string, scope: ReadScope = {}): readonly Object[] {
    const found = this.#indexes.get(name)
    return found === undefined ? [] : this.#read(found.index.find(value), scope)
  }

  put(key: string, object: Object): void {
    const before = this.#objects.get(key)
    const held = this.#hold(object)
    this.#objects.set(key, held)
    if (before === undefined && held.namespace !== undefined) this.#namespaces.add(held.namespace, key, held)
    else if (held.namespace !== undefined) this.#namespaces.add(held.namespace, key, held) // replaces the older one
    for (const { definition, index } of this.#indexes.values()) {
      const now = definition.values(object)
      if (before !== undefined) {
        for (const value of definition.values(before.read())) if (!now.includes(value)) index.remove(value, key)
      }
      for (const value of now) index.add(value, key, held)
    }
  }

  remove(key: string): void {
    const held = this.#objects.get(key)
    if (held === undefined) return
    this.#objects.delete(key)
    if (held.namespace !== undefined) this.#namespaces.remove(held.namespace, key)
    if (this.#indexes.size === 0) return
    const object = held.read()
    for (const { definition, index } of this.#indexes.values()) {
      for (const value of definition.values(object)) index.remove(value, key)
    }
  }

  addIndex(definition: IndexDefinition): void {
    if (this.#indexes.get(definition.name)?.definition.values === definition.values) return
    const index = new ObjectIndex()
    for (const [key, held] of this.#objects)
      for (const value of definition.values(held.read())) index.add(value, key, held)
    this.#indexes.set(definition.name, { definition, index })
  }

  #read(
    held: Iterable<Held>,
    { namespace, labels }: { namespace?: string; labels?: string | undefined },
  ): readonly Object[] {
    const isSelected = labels === undefined ? undefined : compileLabelSelector(labels)
    const objects: Object[] = []
    for (const one of held) {
      if (namespace !== undefined && one.namespace !== namespace) continue
      if (isSelected === undefined || isSelected(one.labels)) objects.push(one.read() as Object)
    }
    return objects
  }
}

/** `default/blog`, or `node-1`. */
export function keyOf({ namespace, name }: Ref): string {
  return namespace === undefined ? name : `${namespace}/${name}`
}
