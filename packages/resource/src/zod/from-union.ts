/** Unions: one of several schemas. Expressible when all have one shape, or are an integer and text. */
import type { $ZodType, $ZodUnion } from 'zod/v4/core'
import type { NestedValidation, StructuralSchema } from '../schema/structural-schema.ts'
import { refuseOtherChecks } from './checks.ts'
import type { ReadField } from './field.ts'
import { isStrict } from './from-object.ts'
import type { Place } from './place.ts'
import { isEmpty, mergeShapes, shapeOf, valuesOf } from './union-shape.ts'

interface Option {
  readonly schema: StructuralSchema
  readonly isStrict: boolean
}

export function fromUnion(union: $ZodUnion, place: Place, read: ReadField): StructuralSchema {
  refuseOtherChecks(union, [], place)
  const def = union._zod.def as $ZodUnion['_zod']['def'] & {
    discriminator?: string
    unionFallback?: boolean
    inclusive?: boolean
  }
  const zodOptions = def.options as readonly $ZodType[]
  const before = place.problemCount
  const isNull = (option: $ZodType) => option._zod.def.type === 'null'
  const options = zodOptions.filter((option) => !isNull(option)).map((option) => readOption(option, place, read))
  // An option that could not be read would only lead to complaints about the others.
  if (place.problemCount > before) return { 'x-kubernetes-preserve-unknown-fields': true }
  const isExclusive = def.inclusive === false || (def.discriminator !== undefined && !def.unionFallback)
  const joined = joinOptions(options, isExclusive ? 'oneOf' : 'anyOf', place)
  return zodOptions.some(isNull) ? { ...joined, nullable: true } : joined
}

function readOption(option: $ZodType, place: Place, read: ReadField): Option {
  const { schema, isRequired } = read(option, place)
  if (!isRequired) {
    place.refuse(
      'one option of a union is optional or has a default',
      'Make the whole union .optional() or .default().',
    )
  }
  if (schema['x-kubernetes-validations'] !== undefined) {
    place.refuse('CEL rules cannot stand inside one option of a union', 'Put withRules() around the whole union.')
  }
  return { schema, isStrict: isStrict(option) }
}

function joinOptions(options: readonly Option[], keyword: 'anyOf' | 'oneOf', place: Place): StructuralSchema {
  const [first, ...others] = options
  if (first === undefined) return place.refuse('a union of nothing accepts nothing', 'Give it options.')
  if (others.length === 0) return first.schema
  const types = new Set(options.map(({ schema }) => schema.type))
  if (types.size === 2 && types.has('integer') && types.has('string')) return intOrString(options, keyword, place)
  return oneShape(options, keyword, place)
}

/** Options of one shape: the shape in front, what differs in branches. */
function oneShape(options: readonly Option[], keyword: 'anyOf' | 'oneOf', place: Place): StructuralSchema {
  refuseLoneDefaults(options, place)
  let shape = shapeOf(options[0]!.schema)
  for (const { schema } of options.slice(1)) {
    const merged = mergeShapes(shape, shapeOf(schema))
    if ('conflict' in merged) {
      return place.refuse(
        `the options of this union have no common shape: ${merged.conflict}`,
        'Use different field names for what differs, or preserveUnknown().',
      )
    }
    shape = merged.shape
  }
  const common = commonRequired(options)
  const branches = options.map((option) => branchOf(option, shape, common))
  return {
    ...withKnownValues(shape, options),
    ...(common.length > 0 ? { required: common } : {}),
    ...joinBranches(branches, keyword),
  }
}

function joinBranches(branches: readonly NestedValidation[], keyword: 'anyOf' | 'oneOf'): NestedValidation {
  // Without conditions of its own a branch accepts every value, and with it so does `anyOf`.
  if (keyword === 'anyOf' && branches.some(isEmpty)) return {}
  return { [keyword]: branches }
}

function branchOf(
  { schema, isStrict: refusesOthers }: Option,
  shape: StructuralSchema,
  common: readonly string[],
): NestedValidation {
  const { required = [], ...values } = valuesOf(schema)
  const own = required.filter((key) => !common.includes(key))
  const strangers = Object.keys(shape.properties ?? {}).filter((key) => !Object.hasOwn(schema.properties ?? {}, key))
  const refusal = refusesOthers ? noneOf(strangers) : {}
  return {
    ...values,
    ...(own.length > 0 ? { required: own } : {}),
    ...(values.not !== undefined && refusal.not !== undefined
      ? { allOf: [...(values.allOf ?? []), refusal] }
      : refusal),
  }
}

function noneOf(keys: readonly string[]): NestedValidation {
  if (keys.length === 0) return {}
  const present = keys.map((key) => ({ required: [key] }))
  return { not: present.length === 1 ? present[0]! : { anyOf: present } }
}

function commonRequired(options: readonly Option[]): readonly string[] {
  const [first, ...others] = options
  return (first?.schema.required ?? []).filter((key) => others.every(({ schema }) => schema.required?.includes(key)))
}

/** Where every option lists the values of a field, the field lists them all: readers see the choice at once. */
function withKnownValues(shape: StructuralSchema, options: readonly Option[]): StructuralSchema {
  if (shape.properties === undefined) return shape
  const properties = Object.entries(shape.properties).map(([key, field]) => {
    const lists = options.map(({ schema }) => schema.properties?.[key]?.enum)
    const all = lists.every((list) => list !== undefined) ? [...new Set(lists.flat())] : undefined
    return [key, all === undefined ? field : { ...field, enum: all }] as const
  })
  return { ...shape, properties: Object.fromEntries(properties) }
}

/** A default in one option would be filled in for all of them. */
function refuseLoneDefaults(options: readonly Option[], place: Place): void {
  const defaulted = (schema: StructuralSchema) =>
    Object.entries(schema.properties ?? {}).filter(([, field]) => field.default !== undefined)
  for (const { schema } of options) {
    for (const [key] of defaulted(schema)) {
      if (options.every((option) => Object.hasOwn(option.schema.properties ?? {}, key))) continue
      place
        .field(key)
        .refuse(
          'a default in one option of a union would be filled in for the other options too',
          'Make it .optional() and handle the absence in your code, or put the options into fields of their own.',
        )
    }
  }
}

/** Fails for every text and says nothing about numbers; its counterpart does the reverse. */
const noText: NestedValidation = { minLength: 1, maxLength: 0 }
const noNumber: NestedValidation = { minimum: 1, maximum: 0 }
/** Keywords that would judge the other type too. */
const typeless: readonly string[] = ['enum', 'allOf', 'anyOf', 'oneOf', 'not']

function intOrString(options: readonly Option[], keyword: 'anyOf' | 'oneOf', place: Place): StructuralSchema {
  const { description } = options.find(({ schema }) => schema.description !== undefined)?.schema ?? {}
  const isNullable = options.some(({ schema }) => schema.nullable)
  if (isNullable) place.refuse('one option of a union is nullable', 'Make the whole union .nullable().')
  // Text first: of two branches that fail alike the API server blames the first, and text is wrong more often.
  const sorted = [...options].sort((a, b) => Number(a.schema.type === 'integer') - Number(b.schema.type === 'integer'))
  const branches = sorted.map(({ schema }) => {
    const { format, ...values } = valuesOf(schema)
    const own = schema.type === 'string' && format !== undefined ? { ...values, format } : values
    return { own, other: schema.type === 'integer' ? noText : noNumber }
  })
  const base = { 'x-kubernetes-int-or-string': true, ...(description === undefined ? {} : { description }) }
  const isSimple =
    branches.length === 2 && branches.every(({ own }) => !Object.keys(own).some((key) => typeless.includes(key)))
  if (isSimple) return { ...base, ...branches[0]!.own, ...branches[1]!.own }
  return { ...base, [keyword]: branches.map(({ own, other }) => ({ ...own, ...other, ...tighten(own, other) })) }
}

/** `noText` and `noNumber` must not be weakened by the option's own bounds. */
function tighten(own: NestedValidation, other: NestedValidation): NestedValidation {
  const clash = Object.keys(other).some((key) => Object.hasOwn(own, key))
  return clash ? { ...own, allOf: [...(own.allOf ?? []), other] } : {}
}
