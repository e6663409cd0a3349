/** Compile-time checks of literals: durations, timestamps, patterns, formats. */
import { re2Problem } from '@kubewright/resource/schema'
import { complaints, type Clause, readFormat } from '../functions/format-text.ts'
import { type Call, type Expr, partsOf } from '../syntax/ast.ts'
import type { Issue } from '../syntax/source.ts'
import { type CelKind, type CelType, formatType, isSameType, optionalContent } from '../types/type.ts'
import { isCelError } from '../values/cel-error.ts'
import { parseGoDuration, parseTimestamp, timestamp } from '../values/time.ts'
import type { Value } from '../values/value.ts'
import type { Checked } from './checker.ts'

/** By function: whether its literal argument is valid. */
const checks: Readonly<Record<string, (literal: Value) => boolean>> = {
  duration: (literal) => typeof literal !== 'string' || parseGoDuration(literal) !== undefined,
  timestamp: (literal) => {
    if (typeof literal === 'bigint') return !isCelError(timestamp(literal * 1_000_000_000n))
    return typeof literal !== 'string' || parseTimestamp(literal) !== undefined
  },
  matches: (literal) => typeof literal !== 'string' || re2Problem(literal) === undefined,
}

export function literalIssues(expr: Expr, checked: Checked): readonly Issue[] {
  // The set dedupes nodes that macros put in two places.
  const all = new Set<Expr>()
  collect(expr, all, () => false)
  const outsideFormats = new Set<Expr>()
  collect(expr, outsideFormats, (part) => part.kind === 'call' && part.name === 'format')
  return [
    ...[...all].flatMap((part) =>
      part.kind === 'call' ? [...argumentIssues(part), ...formatIssues(part, checked)] : [],
    ),
    ...[...outsideFormats].flatMap((part) => mixtureIssues(part, checked)),
  ]
}

function collect(expr: Expr, into: Set<Expr>, isLeftOut: (part: Expr) => boolean): void {
  if (into.has(expr) || isLeftOut(expr)) return
  into.add(expr)
  for (const part of partsOf(expr)) collect(part, into, isLeftOut)
}

/** The elements of a literal must have one type, except in the argument of `format`. */
function mixtureIssues(expr: Expr, checked: Checked): readonly Issue[] {
  if (expr.kind === 'list') return mixed(expr.items, checked)
  if (expr.kind !== 'map') return []
  const keys = expr.entries.map(({ key }) => ({ value: key, isOptional: false }))
  return [...mixed(keys, checked), ...mixed(expr.entries, checked)]
}

function mixed(items: readonly { value: Expr; isOptional: boolean }[], checked: Checked): readonly Issue[] {
  let first: CelType | undefined
  for (const { value, isOptional } of items) {
    const type = checked.types.get(value)!
    const found = isOptional ? (optionalContent(type) ?? type) : type
    if (first !== undefined && !isSameType(first, found)) {
      return [
        { offset: value.offset, message: `expected type '${formatType(first)}' but found '${formatType(found)}'` },
      ]
    }
    first ??= found
  }
  return []
}

function argumentIssues({ name, target, args }: Call): readonly Issue[] {
  const isFine = Object.hasOwn(checks, name) ? checks[name] : undefined
  const literal = name === 'matches' && target === undefined ? args[1] : args[0]
  if (isFine === undefined || literal?.kind !== 'literal') return []
  return isFine(literal.value) ? [] : [{ offset: literal.offset, message: `invalid ${name} argument` }]
}

const takes: Readonly<Record<Clause['kind'], readonly CelKind[]>> = {
  s: ['list', 'map', 'int', 'uint', 'double', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null'],
  d: ['int', 'uint'],
  f: ['double'],
  e: ['double'],
  b: ['bool', 'int', 'uint'],
  x: ['int', 'uint', 'string', 'bytes'],
  X: ['int', 'uint', 'string', 'bytes'],
  o: ['int', 'uint'],
}

/** A literal format applied to a literal list is checked clause by clause. */
function formatIssues({ name, target, args, offset }: Call, checked: Checked): readonly Issue[] {
  const [list] = args
  if (name !== 'format' || target?.kind !== 'literal' || list?.kind !== 'list') return []
  if (typeof target.value !== 'string') return []
  let index = 0
  for (const part of readFormat(target.value)) {
    if (typeof part === 'string') continue
    if (index >= list.items.length) return [{ offset, message: `index ${index} out of range` }]
    if (isCelError(part)) return [{ offset, message: part.message }]
    const { value } = list.items[index++]!
    const type = checked.types.get(value)!
    if (type.kind === 'dyn' || takes[part.kind].includes(type.kind)) continue
    return [{ offset: value.offset, message: `error during formatting: ${complaints[part.kind]} ${type.name}` }]
  }
  if (list.items.length <= index) return []
  const message = `too many arguments supplied to string.format (expected ${index}, got ${list.items.length})`
  return [{ offset, message }]
}
