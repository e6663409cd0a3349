/**
 * Merge patch as the API server applies it: RFC 7386, except that nulls in added values are dropped even in objects inside
 * lists, and that untouched parts keep their original text.
 */
import { LazyJson, type Part } from './lazy-json.ts'

/** Returns the text of the changed document. Both texts must be JSON objects. */
export function mergeTexts(document: string, patch: string): string {
  const whole = new LazyJson(document)
  mergeMembers(whole.members()!, new LazyJson(patch).members()!)
  return whole.toString()
}

function mergeMembers(document: Map<string, Part>, patch: ReadonlyMap<string, Part>): void {
  for (const [key, part] of patch) {
    if (part === undefined) document.delete(key)
    else document.set(key, mergePart(document.get(key), part))
  }
}

function mergePart(before: Part, patch: LazyJson): LazyJson {
  const document = before?.members()
  if (before === undefined || document === undefined) {
    pruneNulls(patch)
    return patch
  }
  const members = patch.members()
  if (members === undefined) return patch
  mergeMembers(document, members)
  return before
}

/** Removes null members. A null that is itself a list item stays. */
function pruneNulls(part: LazyJson): void {
  const members = part.members()
  for (const [key, member] of members ?? []) {
    if (member === undefined) members!.delete(key)
    else pruneNulls(member)
  }
  for (const item of part.items() ?? []) if (item !== undefined) pruneNulls(item)
}
