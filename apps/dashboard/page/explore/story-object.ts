/** Parses an object of a story from its state. Pure. */
import { isNestedDeeper, mostLevels } from '../json-nesting.ts'
import { isPlain, type PlainObject } from '../objects/plain-object.ts'

/** @returns `undefined` for text that is not an object, or is nested too deep to be drawn */
export function storyObject(state: string | null | undefined): PlainObject | undefined {
  if (typeof state !== 'string' || isNestedDeeper(state, mostLevels)) return undefined
  try {
    const value: unknown = JSON.parse(state)
    return isPlain(value) && isPlain(value['metadata']) ? (value as unknown as PlainObject) : undefined
  } catch {
    return undefined
  }
}
