/**
 * JSON that is parsed only where it is accessed. Untouched parts are written back byte for byte; accessed objects come back
 * with sorted keys. The API server's patch library works this way, and it is observable: in `test` equality, and in the
 * object that an error message prints.
 */
import { escapeRisky } from '../go/go-json.ts'
import { code, JsonText } from '../codec/json-text.ts'

/** A part of a document. `undefined` is a null that the document already had. */
export type Part = LazyJson | undefined

export class LazyJson {
  /** The original text; `undefined` for a null that a patch has set. */
  readonly #text: string | undefined
  #members: Map<string, Part> | undefined
  #items: Part[] | undefined

  /** @param text must be JSON; `null` has no parts and is no document */
  constructor(text: string) {
    this.#text = text === 'null' ? undefined : text
  }

  get isNull(): boolean {
    return this.#text === undefined
  }

  /** The members of the object, mutable in place; `undefined` if the value is not an object. */
  members(): Map<string, Part> | undefined {
    if (this.#members === undefined && this.#text?.charCodeAt(0) === code.open) this.#members = membersOf(this.#text)
    return this.#members
  }

  /** The items of the list, mutable in place; `undefined` if the value is not a list. */
  items(): Part[] | undefined {
    if (this.#items === undefined && this.#text?.charCodeAt(0) === code.openList) this.#items = itemsOf(this.#text)
    return this.#items
  }

  toString(): string {
    if (this.#members !== undefined) return formatMembers(this.#members)
    if (this.#items !== undefined) return `[${this.#items.map(formatPart).join(',')}]`
    return escapeRisky(this.#compact() ?? 'null')
  }

  /** Compares objects and lists by their parts, scalars by their text: `1` is not `1.0`. */
  equals(other: LazyJson): boolean {
    const members = this.members()
    if (members !== undefined) return haveSameMembers(members, other.members())
    const items = this.items()
    return items === undefined ? this.#isSameScalar(other) : haveSameItems(items, other.items())
  }

  #isSameScalar(other: LazyJson): boolean {
    return other.members() === undefined && other.items() === undefined && this.#compact() === other.#compact()
  }

  #compact(): string | undefined {
    return this.#text?.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
  }
}

function membersOf(text: string): Map<string, Part> {
  const json = new JsonText(text)
  const members = new Map<string, Part>()
  json.take()
  while (json.peek() !== code.close) {
    if (json.peek() === code.comma) json.take()
    members.set(json.key(), partOf(json.raw()))
  }
  return members
}

function itemsOf(text: string): Part[] {
  const json = new JsonText(text)
  const items: Part[] = []
  json.take()
  while (json.peek() !== code.closeList) {
    if (json.peek() === code.comma) json.take()
    items.push(partOf(json.raw()))
  }
  return items
}

function partOf(text: string): Part {
  return text === 'null' ? undefined : new LazyJson(text)
}

function formatMembers(members: ReadonlyMap<string, Part>): string {
  const sorted = [...members].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([key, part]) => `${escapeRisky(JSON.stringify(key))}:${formatPart(part)}`).join(',')}}`
}

function formatPart(part: Part): string {
  return part?.toString() ?? 'null'
}

function haveSameMembers(one: ReadonlyMap<string, Part>, other: ReadonlyMap<string, Part> | undefined): boolean {
  if (one.size !== other?.size) return false
  return [...one].every(([key, part]) => other.has(key) && isSamePart(part, other.get(key)))
}

function haveSameItems(one: readonly Part[], other: readonly Part[] | undefined): boolean {
  return one.length === other?.length && one.every((part, at) => isSamePart(part, other[at]))
}

function isSamePart(one: Part, other: Part): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other)
}
