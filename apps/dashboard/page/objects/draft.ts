/** An object with its unsaved edits. Pure. */
import { isPlain, type PlainObject } from './plain-object.ts'

export type FieldEdit = readonly [path: readonly string[], value: unknown]

/** A later edit of a field replaces the earlier one. */
export function setAt(edits: readonly FieldEdit[], path: readonly string[], value: unknown): readonly FieldEdit[] {
  const key = JSON.stringify(path)
  return [...edits.filter(([other]) => JSON.stringify(other) !== key), [path, value]]
}

export function draftOf(object: PlainObject, edits: readonly FieldEdit[]): PlainObject {
  return edits.reduce((draft, [path, value]) => replaced(draft, path, value) as PlainObject, object)
}

/** The edits as a merge patch. A cleared field is `null`. */
export function patchOf(edits: readonly FieldEdit[]): object {
  return edits.reduce<unknown>((patch, [path, value]) => replaced(patch, path, value ?? null), {}) as object
}

function replaced(target: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const fields = Object.entries(isPlain(target) ? target : {}).filter(([other]) => other !== name)
  const inner = replaced(isPlain(target) && Object.hasOwn(target, name) ? target[name] : undefined, rest, value)
  // `fromEntries`, because a field may be called `__proto__`.
  return Object.fromEntries(inner === undefined ? fields : [...fields, [name, inner]])
}
