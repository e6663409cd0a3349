/** Finds held objects by index value. Keys keep their insertion order within a value. */
import type { Held } from './held-object.ts'

export class ObjectIndex<Entry = Held> {
  readonly #byValue = new Map<string, Map<string, Entry>>()
  /** The values of each key. Kept, because removal must not depend on reading the object again. */
  readonly #valuesOf = new Map<string, readonly string[]>()

  /** Replaces the values of `key`. */
  put(key: string, values: readonly string[], entry: Entry): void {
    const before = this.#valuesOf.get(key)
    if (before !== undefined) for (const value of before) if (!values.includes(value)) this.#drop(value, key)
    if (values.length > 0) this.#valuesOf.set(key, values)
    else if (before !== undefined) this.#valuesOf.delete(key)
    for (const value of values) this.#add(value, key, entry)
  }

  remove(key: string): void {
    const values = this.#valuesOf.get(key)
    if (values === undefined) return
    this.#valuesOf.delete(key)
    for (const value of values) this.#drop(value, key)
  }

  find(value: string): Iterable<Entry> {
    return this.#byValue.get(value)?.values() ?? []
  }

  #add(value: string, key: string, entry: Entry): void {
    const found = this.#byValue.get(value)
    if (found === undefined) this.#byValue.set(value, new Map([[key, entry]]))
    else found.set(key, entry)
  }

  #drop(value: string, key: string): void {
    const found = this.#byValue.get(value)
    found?.delete(key)
    if (found?.size === 0) this.#byValue.delete(value)
  }
}
