/** Validates the shape of arguments at run time: plain JavaScript has no compiler. */
import { definitionError } from './definition-error.ts'
import { shown } from './name.ts'

/** Whether `value` is a plain object: not a list, `Map` or `Set`, whose entries would be ignored. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value)
}

/** `part` describes the value, as in `its states`. */
export function assertRecord(value: unknown, place: string, part: string): void {
  if (!isRecord(value)) throw wrongKind(value, place, part, 'an object')
}

/** Rejects strings too: their characters would be read as names. */
export function assertList(value: unknown, place: string, part: string): void {
  if (!Array.isArray(value)) throw wrongKind(value, place, part, 'a list of names, as in ["storage"]')
}

export function assertBoolean(value: unknown, place: string, part: string): void {
  if (typeof value !== 'boolean') throw wrongKind(value, place, part, 'true or false')
}

function wrongKind(value: unknown, place: string, part: string, expected: string) {
  return definitionError(`define ${place}`, `${part} is ${shown(value)}`, `It must be ${expected}.`)
}
