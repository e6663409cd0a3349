/**
 * Validates numbers with the API server's arithmetic. It distinguishes integers and floats and truncates a bound before comparing an
 * integer with it, so `minimum: 3.5` accepts 3; generated schemas avoid that.
 */
import { goFloat, goNumber, isInt64 } from './go-text.ts'
import { invalid, noField, type Problem } from './problem.ts'
import type { NestedValidation, SchemaType } from './structural-schema.ts'

interface NumberContext {
  /** The single type of the schema, if it has one. */
  readonly type: SchemaType | undefined
  /** The format, if the API server supports it for that type. */
  readonly format: string
  readonly path: string
  readonly field: string
}

/** How two numbers are compared: as integers, or as floats because one of them is not an integer. */
interface Arithmetic {
  readonly cut: (number: number) => number
  readonly show: (number: number) => string
}

const integers: Arithmetic = { cut: toInt64, show: goNumber }
const floats: Arithmetic = { cut: (number) => number, show: goFloat }

type Judge = (value: number, bound: number, schema: NestedValidation) => string | undefined

/** The check of each keyword; the bound is already converted to the arithmetic in use. */
const judges = {
  multipleOf: {
    name: 'MultipleOf',
    judge: (value, factor) => (isMultiple(value, factor) ? undefined : 'be a multiple of'),
  },
  minimum: {
    name: 'Minimum boundary',
    judge: (value, bound, { exclusiveMinimum }) => {
      if (exclusiveMinimum) return value > bound ? undefined : 'be greater than'
      return value >= bound ? undefined : 'be greater than or equal to'
    },
  },
  maximum: {
    name: 'Maximum boundary',
    judge: (value, bound, { exclusiveMaximum }) => {
      if (exclusiveMaximum) return value < bound ? undefined : 'be less than'
      return value <= bound ? undefined : 'be less than or equal to'
    },
  },
} satisfies Record<string, { name: string; judge: Judge }>

/** All violations by a number, in the API server's order. */
export function numberProblems(value: number, schema: NestedValidation, context: NumberContext): readonly Problem[] {
  if (isPlainlyFine(value, schema, context)) return noProblems
  const problems = [...rangeProblem(value, 'Checked', context)]
  for (const keyword of keywords) {
    const bound = schema[keyword]
    if (bound !== undefined) problems.push(...boundProblems(value, bound, keyword, { ...context, schema }))
  }
  return problems
}

const noProblems: readonly Problem[] = []

/** Fast path: integers within integer bounds, the common case. */
function isPlainlyFine(value: number, schema: NestedValidation, { type, format }: NumberContext): boolean {
  const { minimum = value, maximum = value, multipleOf, exclusiveMinimum, exclusiveMaximum } = schema
  if (multipleOf !== undefined || exclusiveMinimum || exclusiveMaximum) return false
  const isSimple = Number.isSafeInteger(value) && Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum)
  return (
    isSimple &&
    minimum <= value &&
    value <= maximum &&
    [value, minimum, maximum].every((n) => fitsRange(n, type, format))
  )
}

const keywords = ['multipleOf', 'minimum', 'maximum'] as const

function boundProblems(
  value: number,
  given: number,
  keyword: (typeof keywords)[number],
  context: NumberContext & { readonly schema: NestedValidation },
): readonly Problem[] {
  const { name, judge } = judges[keyword]
  const misfit = rangeProblem(given, name, context)
  const { cut, show } = misfit.length === 0 && isInt64(value) ? integers : floats
  const bound = cut(given)
  if (keyword === 'multipleOf' && bound <= 0) {
    const detail = `factor MultipleOf declared for ${context.path} must be positive: ${show(bound)}`
    return [...misfit, outside(show(bound), detail, context)]
  }
  const fault = judge(value, bound, context.schema)
  if (fault === undefined) return misfit
  return [...misfit, outside(show(value), `${context.path} in body should ${fault} ${show(bound)}`, context)]
}

function isMultiple(value: number, factor: number): boolean {
  if (isInt64(value) && Number.isInteger(factor)) return value % factor === 0
  return isAlmostInteger(factor < 1 ? (1 / factor) * value : value / factor)
}

function outside(shown: string, detail: string, { field }: NumberContext): Problem {
  return { field, reason: 'FieldValueInvalid', message: `Invalid value: ${shown}: ${detail}` }
}

/** Whether a number fits the type and format of its schema. The API server names no field here. */
function rangeProblem(value: number, name: string, { type, format, path }: NumberContext): readonly Problem[] {
  if (fitsRange(value, type, format)) return []
  const kind = format === '' ? `${type} (default format)` : `${type} with format ${format}`
  return [invalid(noField, '', `${name} value must be of type ${kind} in ${path}`)]
}

/** Go's float conversion on amd64: the fraction is truncated, and overflow yields the smallest integer. */
function toInt64(value: number): number {
  const whole = Math.trunc(value)
  return isInt64(whole) ? whole : -(2 ** 63)
}

function fitsRange(value: number, type: SchemaType | undefined, format: string): boolean {
  if (type !== 'integer') return format !== 'float' || Math.abs(value) < 2 ** 128
  if (!isInt64(value)) return false
  return format !== 'int32' || (value >= -(2 ** 31) && value < 2 ** 31)
}

/** The API server tolerates a relative error of 1e-9 before it rejects a float as an integer. */
export function isAlmostInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false
  const whole = Math.trunc(value)
  if (value === whole) return true
  if (value < 0 || whole === 0) return false
  return Math.abs(value - whole) / (value + whole) < 1e-9
}
