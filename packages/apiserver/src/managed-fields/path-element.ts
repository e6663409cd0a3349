/**
 * One element of a field path, as in `managedFields`: `f:replicas`, `k:{"name":"web"}` for an item of a keyed list, `v:"a"` for
 * a member of a set, `i:0` for a position. Elements are compared as text.
 */
import { putKey } from '../go/go-value.ts'
import { ownField } from '../object/own-field.ts'
import { isMap, type ListShape, type MapShape } from '../kinds/shape.ts'

/** Elements by field name, memoized: writes repeat the same names, and a lookup is cheaper than a new string. */
let fieldElements = new Map<string, string>()
const [fieldElementsLimit, longestKept] = [4_096, 64]

export function fieldElement(name: string): string {
  return fieldElements.get(name) ?? newFieldElement(name)
}

function newFieldElement(name: string): string {
  const element = `f:${name}`
  if (name.length > longestKept) return element
  if (fieldElements.size >= fieldElementsLimit) fieldElements = new Map()
  fieldElements.set(name, element)
  return element
}

/** An item of an atomic list, by position. */
export function positionElement(at: number): string {
  return `i:${at}`
}

/** The field name, or `undefined` for list elements. */
export function fieldName(element: string): string | undefined {
  return element.startsWith('f:') ? element.slice(2) : undefined
}

/** The path element of a list item, or the reason why it has none. */
export function itemElement(list: ListShape, item: unknown): { element: string } | { problem: string } {
  return list.relation === 'set' ? memberElement(item) : keyedElement(list, item)
}

function memberElement(item: unknown): { element: string } | { problem: string } {
  if (item === null) return { problem: "associative list without keys has an element that's an explicit null" }
  if (Array.isArray(item)) return { problem: 'not supported: associative list with lists as elements' }
  if (typeof item === 'object') return { problem: "associative list without keys has an element that's a map type" }
  return { element: `v:${JSON.stringify(item)}` }
}

function keyedElement({ keys, items }: ListShape, item: unknown): { element: string } | { problem: string } {
  if (item === null) return { problem: 'associative list with keys may not have a null element' }
  if (!isMap(item)) return { problem: 'associative list with keys may not have non-map elements' }
  const found: Record<string, unknown> = {}
  for (const key of keys) {
    const value = ownField(item, key) ?? (items.type === 'map' ? (items as MapShape).defaultOf(key) : undefined)
    if (value !== undefined && value !== null) putKey(found, key, value)
  }
  if (Object.keys(found).length === 0) {
    const names = keys.map((key) => JSON.stringify(key)).join(' ')
    return {
      problem: `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
    }
  }
  return { element: `k:${JSON.stringify(found)}` }
}

/** An element as messages write it: `.spec`, `[name="web"]`, `[="a"]`, `[0]`. */
export function formatElement(element: string): string {
  const body = element.slice(2)
  switch (element[0]) {
    case 'f':
      return `.${body}`
    case 'k': {
      const pairs = Object.entries(JSON.parse(body) as object).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
      return `[${pairs.join(',')}]`
    }
    case 'v':
      return `[=${body}]`
    default:
      return `[${body}]`
  }
}

export function formatPath(path: readonly string[]): string {
  return path.map(formatElement).join('')
}

const ranks: Readonly<Record<string, number>> = { f: 0, k: 1, v: 2, i: 3 }

/** The storage order of elements: fields, keyed items, set members, positions. */
export function compareElements(left: string, right: string): number {
  if (left[0] !== right[0]) return (ranks[left[0]!] ?? 4) - (ranks[right[0]!] ?? 4)
  if (left[0] === 'i') return Number(left.slice(2)) - Number(right.slice(2))
  return left < right ? -1 : left > right ? 1 : 0
}
