/** Finds held objects by a value. Keys are kept in the order they came under a value. */
import type { Held } from './held-object.ts'

export class ObjectIndex {
  readonly #byValue = new Map<string, Map<string, Held>>()

  add(value: string, key: string, held: Held): void {
    const found = this.#byValue.get(value)
    if (found === undefined) this.#byValue.set(value, new Map([[key, held]]))
    else found.set(key, held)
  }

  remove(value: string, key: string): void {
    const found = this.#byValue.get(value)
    found?.delete(key)
    if (found?.size === 0) this.#byValue.delete(value)
  }

  find(value: string): Iterable<Held> {
    return this.#byValue.get(value)?.values() ?? []
  }
}
