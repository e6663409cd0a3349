/** Common validation helpers, with the API server's messages. Valid values yield nothing. */
import { deepEqual } from '@kubewright/core/json'
import { nameProblems, type NameRule } from '@kubewright/core/object'
import { type FieldError, fieldError, invalid, required, unsupported } from '../status/field-error.ts'

/** Validation errors, in the order in which the server finds them. */
export type Problems = Iterable<FieldError>

export function* named(rule: NameRule, value: string, path: string): Problems {
  for (const problem of nameProblems(rule, value)) yield invalid(path, value, problem)
}

/** A required name. */
export function* requiredName(rule: NameRule, value: string | undefined, path: string): Problems {
  if (isBlank(value)) yield required(path)
  else yield* named(rule, value, path)
}

export function* present(value: string | undefined, path: string): Problems {
  if (isBlank(value)) yield required(path)
}

export function* nonNegative(value: number | undefined, path: string): Problems {
  if (value !== undefined && value < 0) yield invalid(path, value, 'must be greater than or equal to 0')
}

export function* positive(value: number | undefined, path: string): Problems {
  if ((value ?? 0) <= 0) yield invalid(path, value ?? 0, 'must be greater than zero')
}

export function* inRange(value: number | undefined, path: string, range: readonly [number, number]): Problems {
  const [least, most] = range
  if (value !== undefined && (value < least || value > most)) yield invalid(path, value, rangeText(least, most))
}

export function rangeText(least: number, most: number): string {
  return `must be between ${least} and ${most}, inclusive`
}

/** A required enum value. */
export function* oneOf(value: string | undefined, path: string, supported: readonly string[]): Problems {
  if (isBlank(value)) yield required(path)
  else yield* knownWord(value, path, supported)
}

/** An optional enum value; an empty string is not one. */
export function* knownWord(value: string | undefined, path: string, supported: readonly string[]): Problems {
  if (value !== undefined && !supported.includes(value)) yield unsupported(path, value, supported)
}

export function* unchanged(now: unknown, before: unknown, path: string): Problems {
  if (!deepEqual(now, before)) yield invalid(path, now, 'field is immutable')
}

export function duplicate(path: string, value: unknown): FieldError {
  return fieldError('Duplicate value', path, value)
}

export function missing(path: string, value: unknown): FieldError {
  return fieldError('Not found', path, value)
}

/** The items of a list with their paths: `spec.ports[0]`. */
export function* each<Item>(items: readonly Item[] | undefined, path: string): Iterable<readonly [Item, string]> {
  for (const [at, item] of (items ?? []).entries()) yield [item, `${path}[${at}]`]
}

/** The entries of a map with their paths, sorted by key. The server's order is random; ours is stable. */
export function* entriesOf<Value>(
  map: Readonly<Record<string, Value>> | undefined,
  path: string,
): Iterable<readonly [string, Value, string]> {
  for (const key of Object.keys(map ?? {}).sort()) yield [key, map![key]!, `${path}[${key}]`]
}

export function isBlank(value: string | undefined): value is undefined | '' {
  return value === undefined || value === ''
}

export function bytesIn(text: string): number {
  return Buffer.byteLength(text)
}
