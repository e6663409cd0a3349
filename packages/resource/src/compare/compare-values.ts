/** Compares the value constraints of one field: which became stricter, which looser. */
import { deepEqual } from '@kubewright/core/json'
import type { StructuralSchema } from '../schema/structural-schema.ts'
import type { Findings } from './finding.ts'

const stricter =
  'Objects that were valid may be refused on their next change. Keep the old limit, or add a version that has the new one.'

/** Bounds, and the direction in which a bound becomes stricter. */
const bounds = [
  ['minimum', 'greater'],
  ['minLength', 'greater'],
  ['minItems', 'greater'],
  ['minProperties', 'greater'],
  ['maximum', 'smaller'],
  ['maxLength', 'smaller'],
  ['maxItems', 'smaller'],
  ['maxProperties', 'smaller'],
] as const

export function compareValues(
  before: StructuralSchema,
  after: StructuralSchema,
  path: string,
  findings: Findings,
): void {
  compareBounds(before, after, path, findings)
  compareEnum(before, after, path, findings)
  compareTexts(before, after, path, findings)
  compareBranches(before, after, path, findings)
  compareRules(before, after, path, findings)
}

function compareBounds(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): void {
  for (const [key, strictSide] of bounds) {
    const [was, is] = [before[key], after[key]]
    if (was === is) continue
    const isStricter = is !== undefined && (was === undefined || (strictSide === 'greater' ? is > was : is < was))
    const change = `${key} ${describe(was, is)}`
    if (isStricter) findings.add('breaks stored objects', path, change, stricter)
    else findings.add('safe', path, change)
  }
  for (const key of ['exclusiveMinimum', 'exclusiveMaximum'] as const) {
    const [was = false, is = false] = [before[key], after[key]]
    if (is && !was) findings.add('breaks stored objects', path, `${key} was added`, stricter)
    else if (was && !is) findings.add('safe', path, `${key} was removed`)
  }
}

function describe(was: unknown, is: unknown): string {
  if (was === undefined) return `${JSON.stringify(is)} was added`
  return is === undefined
    ? `${JSON.stringify(was)} was removed`
    : `changed from ${JSON.stringify(was)} to ${JSON.stringify(is)}`
}

function compareEnum(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): void {
  const [was, is] = [before.enum, after.enum]
  if (deepEqual(was, is)) return
  if (is === undefined) return findings.add('safe', path, 'the list of allowed values was removed')
  if (was === undefined)
    return findings.add('breaks stored objects', path, `only ${show(is)} are allowed now`, stricter)
  const gone = was.filter((value) => !is.some((other) => deepEqual(value, other)))
  const added = is.filter((value) => !was.some((other) => deepEqual(value, other)))
  if (gone.length > 0) findings.add('breaks stored objects', path, `${show(gone)} is no longer allowed`, stricter)
  if (added.length > 0) {
    findings.add(
      'safe',
      path,
      `${show(added)} is allowed now`,
      'Readers that list all values in a switch must learn the new one.',
    )
  }
}

function show(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}

/** Inclusion between two patterns is not decidable here, so every new or changed pattern counts as stricter. */
function compareTexts(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): void {
  for (const key of ['pattern', 'format', 'multipleOf'] as const) {
    const [was, is] = [before[key], after[key]]
    if (was === is) continue
    if (is === undefined) findings.add('safe', path, `${key} ${describe(was, is)}`)
    else findings.add('breaks stored objects', path, `${key} ${describe(was, is)}`, stricter)
  }
}

function compareBranches(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): void {
  for (const key of ['allOf', 'anyOf', 'oneOf', 'not'] as const) {
    if (deepEqual(before[key], after[key])) continue
    if (after[key] === undefined) findings.add('safe', path, `the condition in ${key} was removed`)
    else findings.add('breaks stored objects', path, `the condition in ${key} was added or changed`, stricter)
  }
}

function compareRules(before: StructuralSchema, after: StructuralSchema, path: string, findings: Findings): void {
  const was = new Set((before['x-kubernetes-validations'] ?? []).map(({ rule }) => rule))
  const is = new Set((after['x-kubernetes-validations'] ?? []).map(({ rule }) => rule))
  for (const rule of is) {
    if (!was.has(rule))
      findings.add('breaks stored objects', path, `the rule ${JSON.stringify(rule)} was added`, stricter)
  }
  for (const rule of was) if (!is.has(rule)) findings.add('safe', path, `the rule ${JSON.stringify(rule)} was removed`)
}
