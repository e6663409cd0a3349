/** An object with the changes that are not saved yet. Pure. */
import { isPlain, type PlainObject } from './plain-object.ts'

export type FieldEdit = readonly [path: readonly string[], value: unknown]

/** The later change of a field takes the place of the earlier one. */
export function setAt(edits: readonly FieldEdit[], path: readonly string[], value: unknown): readonly FieldEdit[] {
  const key = JSON.stringify(path)
  return [...edits.filter(([other]) => JSON.stringify(other) !== key), [path, value]]
}

export function draftOf(object: PlainObject, edits: readonly FieldEdit[]): PlainObject {
  return edits.reduce((draft, [path, value]) => replaced(draft, path, value) as PlainObject, object)
}

/** The changes as a merge patch: a field that was emptied is `null`. */
export function patchOf(edits: readonly FieldEdit[]): object {
  return edits.reduce<unknown>((patch, [path, value]) => replaced(patch, path, value ?? null), {}) as object
}

function replaced(target: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  const fields = Object.entries(isPlain(target) ? target : {}).filter(([other]) => other !== name)
  const inner = replaced(isPlain(target) && Object.hasOwn(target, name) ? target[name] : undefined, rest, value)
  // From entries: a field may be called `__proto__`.
  return Object.fromEntries(inner === undefined ? fields : [...fields, [name, inner]])
}
