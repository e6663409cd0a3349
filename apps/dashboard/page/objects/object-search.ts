/** Filters and sorts kinds and objects by a search text. Pure. */
import type { ObjectRow, ServedKindEntry } from '@kubewright/dashboard/topics'

export interface ListedObject extends ObjectRow {
  readonly uid: string
}

export function matchingKinds(kinds: readonly ServedKindEntry[], text: string): readonly ServedKindEntry[] {
  const words = wordsIn(text)
  const found = kinds.filter(({ kind, plural, group, shortNames }) => {
    const searched = [kind, plural, group, ...shortNames].join('\n').toLowerCase()
    return words.every((word) => searched.includes(word))
  })
  return found.sort((one, two) => compare(one.kind, two.kind) || compare(one.group, two.group))
}

/**
 * Sorts by namespace and name. Both are immutable, so the order changes only when objects come or go: with two hundred changes a second,
 * ten thousand rows are sorted once.
 *
 * @param before the previous result for the same kind
 */
export function sortedRows(
  entries: ReadonlyMap<string, ObjectRow>,
  before: readonly ListedObject[] = [],
): readonly ListedObject[] {
  const isSame = before.length === entries.size && before.every(({ uid }) => entries.has(uid))
  if (isSame) return before.map((listed) => listedAs(listed.uid, entries.get(listed.uid)!))
  const rows = [...entries].map(([uid, row]) => listedAs(uid, row))
  return rows.sort((one, two) => compare(one.namespace ?? '', two.namespace ?? '') || compare(one.name, two.name))
}

/** Memoized: an unchanged row keeps its identity. */
const known = new WeakMap<ObjectRow, ListedObject>()

function listedAs(uid: string, row: ObjectRow): ListedObject {
  const found = known.get(row)
  if (found !== undefined) return found
  const listed = { uid, ...row }
  known.set(row, listed)
  return listed
}

export function matchingRows(rows: readonly ListedObject[], text: string): readonly ListedObject[] {
  const words = wordsIn(text)
  if (words.length === 0) return rows
  return rows.filter(({ name, namespace = '', health, owner = '', isPaused }) => {
    const searched = `${namespace}/${name}\n${health.text}\n${owner}\n${isPaused ? 'paused' : ''}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

function wordsIn(text: string): readonly string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

function compare(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0
}
