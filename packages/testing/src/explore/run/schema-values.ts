/** Values for the fields of a schema: valid ones, those at its bounds, and wrong ones. Pure. */
import { isJsonObject, type JsonObject, type JsonValue } from '@kubewright/core/json'
import type { StructuralSchema } from '@kubewright/resource'
import type { ValueSort } from '../plan/plan.ts'

export interface FieldValue {
  /** From the root of the object. */
  readonly path: readonly string[]
  readonly sort: ValueSort
  /** `undefined`: the field is left out. */
  readonly value: JsonValue | undefined
}

type Value = Omit<FieldValue, 'path'>

/** The maximum length of generated strings, whatever the schema allows. */
const longestText = 2_000
const longestList = 100

/** @param given the user's declaration: nothing is generated below its absent fields */
export function fieldValues(
  schema: StructuralSchema,
  given: JsonObject,
  path: readonly string[] = [],
): readonly FieldValue[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const at = [...path, key]
    const own = given[key]
    const isRequired = (schema.required ?? []).includes(key) && field.default === undefined
    const values = [...absent(own, isRequired), ...valuesOf(field, own)]
    const here = values.filter(({ value }) => JSON.stringify(value) !== JSON.stringify(own))
    const below = isJsonObject(own) ? fieldValues(field, own, at) : []
    return [...here.map((value) => ({ ...value, path: at })), ...below]
  })
}

function absent(given: JsonValue | undefined, isRequired: boolean): readonly Value[] {
  if (given === undefined) return []
  return [{ sort: isRequired ? 'wrong' : 'boundary', value: undefined }]
}

function valuesOf(schema: StructuralSchema, given: JsonValue | undefined): readonly Value[] {
  const empty: readonly Value[] = schema.nullable === true ? [{ sort: 'boundary', value: null }] : []
  if (schema.enum !== undefined) return [...empty, ...ofEnum(schema.enum)]
  if (schema['x-kubernetes-int-or-string'] === true) return [...empty, ...all('valid', 1, '10%'), ...all('wrong', true)]
  switch (schema.type) {
    case 'string':
      return [...empty, ...texts(schema, given)]
    case 'integer':
    case 'number':
      return [...empty, ...numbers(schema, given)]
    case 'boolean':
      return [...empty, ...all('valid', given !== true), ...all('wrong', 'yes')]
    case 'array':
      return [...empty, ...lists(schema, given)]
    case 'object':
      return [...empty, ...all('wrong', 'not an object'), ...(isMap(schema) ? all('boundary', {}) : [])]
    default:
      return empty
  }
}

function all(sort: ValueSort, ...values: readonly JsonValue[]): readonly Value[] {
  return values.map((value) => ({ sort, value }))
}

function ofEnum(values: readonly JsonValue[]): readonly Value[] {
  return [...all('valid', ...values), ...all('wrong', 'none of those', 7)]
}

function isMap({ additionalProperties, minProperties = 0 }: StructuralSchema): boolean {
  return additionalProperties !== undefined && minProperties === 0
}

function texts(schema: StructuralSchema, given: JsonValue | undefined): readonly Value[] {
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema
  const before = typeof given === 'string' ? given : 'a'
  const shortest = before.slice(0, minLength).padEnd(minLength, 'a')
  const longest = Number.isFinite(maxLength) && maxLength <= longestText ? [before.padEnd(maxLength, 'a')] : []
  const tooLong = maxLength < longestText ? ['a'.repeat(maxLength + 1)] : []
  const tooShort = minLength > 0 ? ['a'.repeat(minLength - 1)] : []
  const odd = ['!', ' ', 'ä/Ö', ''].filter((text) => !matches(text, pattern))
  const isRight = (text: string) =>
    format === undefined && isWithin(text, minLength, maxLength) && matches(text, pattern)
  return [
    ...all('valid', ...[`${before}a`].filter(isRight)),
    ...all('boundary', ...[shortest, ...longest].filter(isRight)),
    ...all('wrong', 7, ...tooLong, ...tooShort, ...odd.slice(0, 1)),
  ]
}

function isWithin({ length }: string, least: number, most: number): boolean {
  return length >= least && length <= most
}

/** A pattern that this engine does not support matches nothing. */
function matches(text: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return true
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}

function numbers(schema: StructuralSchema, given: JsonValue | undefined): readonly Value[] {
  const { type, multipleOf: step = 1, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  const least = minimum === undefined ? undefined : exclusiveMinimum === true ? minimum + step : minimum
  const most = maximum === undefined ? undefined : exclusiveMaximum === true ? maximum - step : maximum
  const isRight = (value: number) => value >= (least ?? -Infinity) && value <= (most ?? Infinity) && value % step === 0
  const other = (typeof given === 'number' ? given : (least ?? 0)) + step
  const bounds = [least, most, 0, most === undefined ? 2 ** 31 - 1 : undefined].filter((value) => value !== undefined)
  const beyond = [least === undefined ? undefined : least - step, most === undefined ? undefined : most + step]
  return [
    ...all('valid', ...[other].filter(isRight)),
    ...all('boundary', ...new Set(bounds.filter(isRight))),
    ...all('wrong', 'seven', ...beyond.filter((value) => value !== undefined), ...(type === 'integer' ? [1.5] : [])),
  ]
}

function lists(
  { minItems = 0, maxItems = Infinity }: StructuralSchema,
  given: JsonValue | undefined,
): readonly Value[] {
  const [first] = Array.isArray(given) ? given : []
  const tooMany =
    first === undefined || maxItems >= longestList
      ? []
      : [Array.from({ length: maxItems + 1 }, () => first as JsonValue)]
  return [...all(minItems === 0 ? 'boundary' : 'wrong', []), ...all('wrong', 'not a list', ...tooMany)]
}
