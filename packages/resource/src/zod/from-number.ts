/** Numbers: types, bounds and multiples, expressed so that the API server's arithmetic agrees with zod's. */
import type { $ZodType } from 'zod/v4/core'
import type { NestedValidation, StructuralSchema } from '../schema/structural-schema.ts'
import { type CheckDef, checksOf, refuseCheck } from './checks.ts'
import type { Place } from './place.ts'

interface Bound {
  readonly value: number
  readonly isInclusive: boolean
}

interface NumberFormat {
  readonly isInteger: boolean
  /** The server's name for it. */
  readonly format: string
  /** The range limits, which older API servers do not check. */
  readonly ends?: readonly [number, number]
}

const formats: Readonly<Record<string, NumberFormat>> = {
  safeint: { isInteger: true, format: 'int64' },
  int32: { isInteger: true, format: 'int32', ends: [-(2 ** 31), 2 ** 31 - 1] },
  uint32: { isInteger: true, format: 'int64', ends: [0, 2 ** 32 - 1] },
  float32: { isInteger: false, format: 'float' },
  float64: { isInteger: false, format: 'double' },
}

export function fromNumber(schema: $ZodType, place: Place): StructuralSchema {
  if ((schema._zod.def as { coerce?: boolean }).coerce) {
    place.refuse('`z.coerce` turns other types into numbers, and the API server does not', 'Use z.number() or z.int().')
  }
  const checks = checksOf(schema)
  const given = checks.filter(({ check }) => check === 'number_format').flatMap((check) => formatOf(check, place))
  const isInteger = given.some((format) => format.isInteger)
  const narrow = given.find(({ format }) => format === 'int32' || format === 'float')
  const least = [
    ...boundsOf(checks, 'greater_than'),
    ...given.flatMap(({ ends }) => (ends ? [inclusive(ends[0])] : [])),
  ]
  const most = [...boundsOf(checks, 'less_than'), ...given.flatMap(({ ends }) => (ends ? [inclusive(ends[1])] : []))]
  for (const check of checks) if (!knownChecks.includes(check.check)) refuseCheck(check, place)
  const format = narrow?.format ?? (isInteger ? 'int64' : given[0]?.format)
  const limits = isInteger ? integerLimits(least, most) : numberLimits(least, most)
  if ([...least, ...most].some(({ value }) => Number.isNaN(value)))
    place.refuse('a bound is not a number, so no value could meet it', 'Use a finite number, or remove it.')
  refuseFarBounds(limits, place)
  return {
    type: isInteger ? 'integer' : 'number',
    ...(format === undefined ? {} : { format }),
    ...limits,
    ...multiples(checks, limits, place),
  }
}

function formatOf({ format }: CheckDef, place: Place): readonly NumberFormat[] {
  const name = String(format)
  if (Object.hasOwn(formats, name)) return [formats[name]!]
  place.refuse(`the format \`${name}\` of numbers has no counterpart in Kubernetes`, 'Use z.number() or z.int().')
  return []
}

const knownChecks = ['number_format', 'greater_than', 'less_than', 'multiple_of']

function inclusive(value: number): Bound {
  return { value, isInclusive: true }
}

function boundsOf(checks: readonly CheckDef[], kind: string): readonly Bound[] {
  return checks
    .filter(({ check }) => check === kind)
    .map((check) => ({ value: check['value'] as number, isInclusive: check['inclusive'] as boolean }))
}

/** The strictest of several lower bounds. */
function highest(bounds: readonly Bound[]): Bound | undefined {
  return bounds.reduce<Bound | undefined>((best, bound) => {
    if (best === undefined || bound.value > best.value) return bound
    return bound.value === best.value && !bound.isInclusive ? bound : best
  }, undefined)
}

function lowest(bounds: readonly Bound[]): Bound | undefined {
  const mirrored = highest(bounds.map((bound) => ({ ...bound, value: -bound.value })))
  return mirrored && { ...mirrored, value: -mirrored.value }
}

/** For an integer every bound is an inclusive integer. A fraction would make the API server reject every value. */
function integerLimits(least: readonly Bound[], most: readonly Bound[]): NestedValidation {
  const low = highest(least)
  const high = lowest(most)
  return {
    ...(low === undefined ? {} : { minimum: low.isInclusive ? Math.ceil(low.value) : Math.floor(low.value) + 1 }),
    ...(high === undefined ? {} : { maximum: high.isInclusive ? Math.floor(high.value) : Math.ceil(high.value) - 1 }),
  }
}

/**
 * The API server truncates a bound when it compares an integer with it. Where that moves the bound the wrong way, a second condition
 * corrects it: `minimum: 3.5` alone would accept 3.
 */
function numberLimits(least: readonly Bound[], most: readonly Bound[]): NestedValidation {
  const low = highest(least)
  const high = lowest(most)
  const forbidden: number[] = []
  const extra: NestedValidation[] = []
  if (low !== undefined && isFraction(low.value)) {
    if (low.isInclusive && low.value > 0) extra.push({ minimum: Math.floor(low.value), exclusiveMinimum: true })
    if (!low.isInclusive && low.value < 0) forbidden.push(low.value)
  }
  if (high !== undefined && isFraction(high.value)) {
    if (high.isInclusive && high.value < 0) extra.push({ maximum: Math.ceil(high.value), exclusiveMaximum: true })
    if (!high.isInclusive && high.value > 0) forbidden.push(high.value)
  }
  return {
    ...(low === undefined ? {} : { minimum: low.value }),
    ...(low && !low.isInclusive && !forbidden.includes(low.value) ? { exclusiveMinimum: true } : {}),
    ...(high === undefined ? {} : { maximum: high.value }),
    ...(high && !high.isInclusive && !forbidden.includes(high.value) ? { exclusiveMaximum: true } : {}),
    ...(extra.length > 0 ? { allOf: extra } : {}),
    ...(forbidden.length > 0 ? { not: { enum: forbidden } } : {}),
  }
}

function isFraction(value: number): boolean {
  return !Number.isInteger(value)
}

function refuseFarBounds({ minimum, maximum }: NestedValidation, place: Place): void {
  const far = [minimum, maximum].find((bound) => bound !== undefined && Math.abs(bound) >= 2 ** 63)
  if (far === undefined) return
  place.refuse(
    `the bound ${far} does not fit into 64 bits, and the API server would refuse every integer`,
    'Remove it.',
  )
}

function multiples(checks: readonly CheckDef[], limits: NestedValidation, place: Place): NestedValidation {
  const factors = checks.filter(({ check }) => check === 'multiple_of').map((check) => check['value'] as number)
  const impossible = factors.find((factor) => !(factor > 0))
  if (impossible !== undefined) {
    place.refuse(`multiples of ${impossible} cannot be required`, 'Use a whole number above zero, or remove it.')
    return {}
  }
  if (!factors.every(Number.isInteger)) {
    place.refuse(
      'the API server cuts multiples to integers, so a fraction there refuses valid numbers',
      'Count in a smaller unit with z.int(), such as millis instead of seconds.',
    )
    return {}
  }
  const [first, ...others] = factors
  if (first === undefined) return {}
  const more = others.map((multipleOf) => ({ multipleOf }))
  return { multipleOf: first, ...(more.length > 0 ? { allOf: [...(limits.allOf ?? []), ...more] } : {}) }
}
