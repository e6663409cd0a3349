/**
 * What a JavaScript value holds that JSON has no words for. On the way to the API server such things silently turn into
 * `null`, `{}` or nothing, or make the encoder throw; here each is a problem with the path to it.
 */
import { type Problem, typeInvalid } from './schema/problem.ts'
import { child } from './schema/schema-path.ts'

/** Values nested deeper than this are refused. The API server takes ten times as much; no stack of ours would. */
export const mostLevels = 1000

/** Nothing if `value` is JSON. Members of objects that are `undefined` count as absent. */
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

/** Ends the walk: what contains itself has no bottom, and may branch on the way down. */
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
  // Counted, because the methods of arrays skip holes.
  for (let index = 0; index < items.length; index++) {
    collect(items[index], `${path}[${index}]`, level + 1, problems)
  }
}

function collectFields(value: object, path: string, level: number, problems: Problem[]): void {
  for (const [key, field] of Object.entries(value)) {
    if (field !== undefined) collect(field, child(path, key), level + 1, problems)
  }
}

/** What a value is if it is not JSON: `bigint`, `NaN`, `a Date`. */
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

/** Made by `{}`, by `JSON.parse` or without a prototype, in this realm or another. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value) as object | null
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function classOf(value: object): string {
  const name = (value as { readonly constructor?: { readonly name?: unknown } }).constructor?.name
  return typeof name === 'string' && name !== '' ? `instance of ${name}` : 'instance of a class'
}

/** The way into a thousand levels, short enough to read. */
function shorten(path: string): string {
  return path.length > 100 ? `${path.slice(0, 100)}…` : path
}
