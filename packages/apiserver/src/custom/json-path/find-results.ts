/** Evaluates a path on a value. */
import { JsonPathFailure, type Filter, type PathStep, type Slice } from './path-step.ts'

export function findResults(value: unknown, steps: readonly PathStep[]): readonly unknown[] {
  return steps.reduce<readonly unknown[]>((found, step) => follow(found, step), [value])
}

function follow(values: readonly unknown[], step: PathStep): readonly unknown[] {
  switch (step.kind) {
    case 'field':
      return values.flatMap((value) => (isMap(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : []))
    case 'everything':
      return values.flatMap(partsOf)
    case 'descent':
      return values.flatMap(descend)
    case 'slice':
      return values.flatMap((value) => cut(value, step))
    case 'union':
      return step.paths.flatMap((path) => path.reduce<readonly unknown[]>(follow, values))
    case 'filter':
      return values.flatMap((value) => filter(value, step))
    case 'literal':
      return values.map(() => step.value)
    case 'word':
      throw new JsonPathFailure(`unrecognized identifier ${step.name}`)
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  return isMap(value) ? Object.values(value) : []
}

/** The value and all of its descendants, except leaves. */
function descend(value: unknown): readonly unknown[] {
  const parts = partsOf(value)
  return parts.length === 0 ? [] : [value, ...parts.flatMap(descend)]
}

function cut(value: unknown, { start = 0, end, step = 1, isIndex }: Slice): readonly unknown[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) throw new JsonPathFailure('not an array or slice')
  const { length } = value
  const first = start < 0 ? start + length : start
  const last = endOf({ start, end, isIndex }, length)
  if (first === last) return []
  if (first >= length || first < 0 || last > length || last < 0) throw new JsonPathFailure('array index out of bounds')
  if (first > last) throw new JsonPathFailure('starting index is greater than ending index')
  if (step <= 0) throw new JsonPathFailure('step must be > 0')
  return (value as readonly unknown[]).slice(first, last).filter((_, at) => at % step === 0)
}

function endOf({ start, end, isIndex }: { start: number; end: number | undefined; isIndex: boolean }, length: number) {
  if (!isIndex) return end === undefined ? length : end < 0 ? end + length : end
  const derived = start + 1
  return derived <= 0 ? derived + length : derived
}

function filter(value: unknown, { left, operator, right }: Filter): readonly unknown[] {
  if (!Array.isArray(value)) throw new JsonPathFailure('not an array or slice and cannot be filtered')
  return (value as readonly unknown[]).filter((item) => {
    const lefts = findResults(item, left)
    if (operator === 'exists') return lefts.length > 0
    if (lefts.length === 0) return false
    const rights = findResults(item, right)
    if (lefts.length > 1 || rights.length > 1) throw new JsonPathFailure('can only compare one element at a time')
    return rights.length > 0 && compare(lefts[0], operator, rights[0])
  })
}

type Kind = 'string' | 'int' | 'float' | 'bool'

function kindOf(value: unknown): Kind {
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float'
  throw new JsonPathFailure('invalid type for comparison')
}

function compare(left: unknown, operator: string, right: unknown): boolean {
  const kind = kindOf(left)
  if (kind !== kindOf(right)) throw new JsonPathFailure('incompatible types for comparison')
  const [a, b] = [left as string, right as string]
  if (operator === '==') return a === b
  if (operator === '!=') return a !== b
  if (kind === 'bool') throw new JsonPathFailure('invalid type for comparison')
  switch (operator) {
    case '<':
      return a < b
    case '>':
      return a > b
    case '<=':
      return a <= b
    case '>=':
      return a >= b
    default:
      throw new JsonPathFailure(`unrecognized filter operator ${operator}`)
  }
}
