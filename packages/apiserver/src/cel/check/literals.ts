/** What can be known wrong of literals before anything is evaluated: durations, timestamps, patterns, formats. */
import { re2Problem } from '@kubewright/resource/schema'
import { complaints, type Clause, readFormat } from '../functions/format-text.ts'
import { type Call, type Expr, partsOf } from '../syntax/ast.ts'
import type { Issue } from '../syntax/source.ts'
import type { CelKind } from '../types/type.ts'
import { isCelError } from '../values/cel-error.ts'
import { parseGoDuration, parseTimestamp } from '../values/time.ts'
import type { Checked } from './checker.ts'

/** By function: whether its literal argument is fine. */
const checks: Readonly<Record<string, (text: string) => boolean>> = {
  duration: (text) => parseGoDuration(text) !== undefined,
  timestamp: (text) => parseTimestamp(text) !== undefined,
  matches: (text) => re2Problem(text) === undefined,
}

export function literalIssues(expr: Expr, checked: Checked): readonly Issue[] {
  const own = expr.kind === 'call' ? [...argumentIssues(expr), ...formatIssues(expr, checked)] : []
  return [...own, ...partsOf(expr).flatMap((part) => literalIssues(part, checked))]
}

function argumentIssues({ name, target, args }: Call): readonly Issue[] {
  const isFine = Object.hasOwn(checks, name) ? checks[name] : undefined
  const literal = name === 'matches' && target === undefined ? args[1] : args[0]
  if (isFine === undefined || literal?.kind !== 'literal' || typeof literal.value !== 'string') return []
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
