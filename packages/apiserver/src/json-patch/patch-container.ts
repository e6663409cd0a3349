/** Objects and lists that a path traverses. */
import { goQuote } from '@kubewright/core/go'
import type { Part } from './lazy-json.ts'
import { PatchFailure, within } from './patch-failure.ts'

export interface Container {
  /** Whether `read` has a result. Always true for objects: a missing member reads as null. */
  has(key: string): boolean
  read(key: string): Part
  /** Replaces the current value. */
  put(key: string, part: Part): void
  /** Inserts into a list, shifting later items; in an object, sets the member. */
  insert(key: string, part: Part): void
  remove(key: string): void
}

/** `undefined` for scalars. */
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

  has(): boolean {
    return true
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
    if (!this.#members.delete(key)) throw new PatchFailure(`Unable to remove nonexistent key: ${key}: missing value`)
  }
}

class ListContainer implements Container {
  readonly #items: Part[]

  constructor(items: Part[]) {
    this.#items = items
  }

  has(key: string): boolean {
    return indexOf(key, this.#items.length) !== undefined
  }

  read(key: string): Part {
    return this.#items[position(key, this.#items.length)]
  }

  put(key: string, part: Part): void {
    this.#items[position(key, this.#items.length)] = part
  }

  /** An index equal to the length appends. */
  insert(key: string, part: Part): void {
    this.#items.splice(this.#gap(key), 0, part)
  }

  remove(key: string): void {
    this.#items.splice(position(key, this.#items.length), 1)
  }

  #gap(key: string): number {
    if (key === '-') return this.#items.length
    if (isNumber(key)) return position(key, this.#items.length + 1)
    return within(`value was not a proper array index: '${key}'`, () => position(key, 0))
  }
}

const isNumber = (key: string) => /^[+-]?\d+$/.test(key)

/** Negative indexes count from the end. */
function indexOf(key: string, length: number): number | undefined {
  if (!isNumber(key)) return undefined
  const index = Number(key)
  const at = index < 0 ? index + length : index
  return at >= 0 && at < length ? at : undefined
}

/** Failure: throws `PatchFailure`. */
function position(key: string, length: number): number {
  if (!isNumber(key)) throw new PatchFailure(`strconv.Atoi: parsing ${goQuote(key)}: invalid syntax`)
  const at = indexOf(key, length)
  if (at === undefined)
    throw new PatchFailure(`Unable to access invalid index: ${Number(key)}: invalid index referenced`)
  return at
}
