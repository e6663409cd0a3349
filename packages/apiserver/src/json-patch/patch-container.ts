/** Objects and lists as a path steps through them. */
import type { Part } from './lazy-json.ts'
import { PatchFailure } from './patch-failure.ts'

export interface Container {
  read(key: string): Part
  /** In the place of what is there. */
  put(key: string, part: Part): void
  /** Beside what is there, if it is a list. */
  insert(key: string, part: Part): void
  remove(key: string): void
}

/** `undefined` for what has no parts. */
export function containerOf(part: Part): Container | undefined {
  const members = part?.members()
  if (members !== undefined) return new ObjectContainer(members)
  const items = part?.items()
  return items === undefined ? undefined : new ListContainer(items)
}

class ObjectContainer implements Container {
  readonly #members: Map<string, Part>

  constructor(members: Map<string, Part>) {
    this.#members = members
  }

  read(key: string): Part {
    return this.#members.get(key)
  }

  put(key: string, part: Part): void {
    this.#members.set(key, part)
  }

  insert(key: string, part: Part): void {
    this.#members.set(key, part)
  }

  remove(key: string): void {
    if (!this.#members.delete(key)) throw new PatchFailure(`nonexistent key: ${key}`)
  }
}

class ListContainer implements Container {
  readonly #items: Part[]

  constructor(items: Part[]) {
    this.#items = items
  }

  read(key: string): Part {
    return this.#items[this.#position(key, this.#items.length)]
  }

  put(key: string, part: Part): void {
    this.#items[this.#position(key, this.#items.length)] = part
  }

  /** One position more than there are items: behind the last one. */
  insert(key: string, part: Part): void {
    const at = key === '-' ? this.#items.length : this.#position(key, this.#items.length + 1)
    this.#items.splice(at, 0, part)
  }

  remove(key: string): void {
    this.#items.splice(this.#position(key, this.#items.length), 1)
  }

  /** Below zero counts from the end. */
  #position(key: string, length: number): number {
    const index = /^[+-]?\d+$/.test(key) ? Number(key) : Number.NaN
    const at = index < 0 ? index + length : index
    if (at >= 0 && at < length) return at
    throw new PatchFailure(`invalid index: ${key}`)
  }
}
