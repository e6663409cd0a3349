/** The words a strategic patch may hold beside fields, and what is left of a patch without them. */

export const patchDirective = '$patch'
export const retainKeysDirective = '$retainKeys'
const orderPrefix = '$setElementOrder/'
const deletePrefix = '$deleteFromPrimitiveList/'

export type PatchMap = Record<string, unknown>

/** The field whose order a key of the patch gives. */
export function orderedField(key: string): string | undefined {
  return key.startsWith(orderPrefix) ? key.slice(orderPrefix.length) : undefined
}

/** The list of plain values from which a key of the patch takes some away. */
export function thinnedField(key: string): string | undefined {
  return key.startsWith(deletePrefix) ? key.slice(deletePrefix.length) : undefined
}

export function isMap(value: unknown): value is PatchMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A patch value that meets nothing: its directives have nothing to direct, its nulls nothing to delete. */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isDirectiveItem(item)).map(withoutDirectives)
  if (!isMap(value)) return value
  const kept = Object.entries(value).filter(([key, item]) => item !== null && !isDirectiveKey(key))
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutDirectives(item)]))
}

function isDirectiveItem(item: unknown): boolean {
  return isMap(item) && (item[patchDirective] === 'delete' || item[patchDirective] === 'replace')
}

function isDirectiveKey(key: string): boolean {
  return (
    key === patchDirective ||
    key === retainKeysDirective ||
    orderedField(key) !== undefined ||
    thinnedField(key) !== undefined
  )
}
