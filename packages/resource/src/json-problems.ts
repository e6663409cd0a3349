/**
 * Finds values that JSON cannot represent. Serialization would silently turn them into `null`, `{}` or nothing, or throw; here each is
 * a problem with its path.
 */
import { type Problem, typeInvalid } from './schema/problem.ts'
import { child } from './schema/schema-path.ts'

/** Values nested deeper than this are rejected. The API server accepts ten times as much; our recursion would overflow the stack. */
export const mostLevels = 1000

/** Empty if `value` is JSON. `undefined` members of objects count as absent. */
export function jsonProblems(value: unknown): readonly Problem[] {
  const problems: Problem[] = []
  try {
    collect(value, '', 0, problems)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    problems.push(typeInvalid(error.path, 'object', `must not be nested deeper than ${mostLevels} levels`))
  }
  return problems
}

/** Ends the walk: a cyclic value has infinite depth, and may branch on the way down. */
class TooDeep extends Error {
  readonly path: string

  constructor(path: string) {
    super()
    this.path = path
  }
}

function collect(value: unknown, path: string, level: number, problems: Problem[]): void {
  const stranger = strangerOf(value)
  if (stranger !== undefined) problems.push(typeInvalid(path, stranger, 'must be JSON'))
  else if (typeof value === 'object' && value !== null) {
    if (level >= mostLevels) throw new TooDeep(shorten(path))
    if (Array.isArray(value)) collectItems(value, path, level, problems)
    else collectFields(value, path, level, problems)
  }
}

function collectItems(items: readonly unknown[], path: string, level: number, problems: Problem[]): void {
  // Indexed, because array methods skip holes.
  for (let index = 0; index < items.length; index++) {
    collect(items[index], `${path}[${index}]`, level + 1, problems)
  }
}

function collectFields(value: object, path: string, level: number, problems: Problem[]): void {
  for (const [key, field] of Object.entries(value)) {
    if (field !== undefined) collect(field, child(path, key), level + 1, problems)
  }
}

/** Describes a value that is not JSON: `bigint`, `NaN`, `a Date`. */
function strangerOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return undefined
    case 'number':
      return Number.isFinite(value) ? undefined : String(value)
    case 'object':
      return value === null || Array.isArray(value) || isPlain(value) ? undefined : classOf(value)
    default:
      return typeof value
  }
}

/** Created by `{}`, by `JSON.parse` or without a prototype, in this realm or another. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function classOf(value: object): string {
  const name = (value as { readonly constructor?: { readonly name?: unknown } }).constructor?.name
  return typeof name === 'string' && name !== '' ? `instance of ${name}` : 'instance of a class'
}

/** Truncates the path of a deeply nested value. */
function shorten(path: string): string {
  return path.length > 100 ? `${path.slice(0, 100)}…` : path
}
