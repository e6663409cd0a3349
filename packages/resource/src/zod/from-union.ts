/** Unions. Expressible if all options have the same structure, or are an integer and a string. */
import { getOwn } from '@kubewright/core/json'
import type { $ZodType, $ZodUnion } from 'zod/v4/core'
import type { NestedValidation, StructuralSchema } from '../schema/structural-schema.ts'
import { refuseOtherChecks } from './checks.ts'
import type { ReadField } from './field.ts'
import { metaOf } from './meta.ts'
import { isSchema, refuseOther } from './other-than-zod.ts'
import type { Place } from './place.ts'
import { isEmpty, loneDefaults, type MarkedSchema, type Merged, mergeShapes, shapeOf, valuesOf } from './union-shape.ts'

export function fromUnion(union: $ZodUnion, place: Place, read: ReadField): StructuralSchema {
  refuseOtherChecks(union, [], place)
  const def = union._zod.def as $ZodUnion['_zod']['def'] & {
    discriminator?: string
    unionFallback?: boolean
    inclusive?: boolean
  }
  const other = def.options.find((option) => !isSchema(option))
  if (other !== undefined) return refuseOther(other, place)
  const before = place.problemCount
  const isExclusive = def.inclusive === false || (def.discriminator !== undefined && !def.unionFallback)
  const zodOptions = isExclusive ? def.options : flatten(def.options)
  const isNull = (option: $ZodType) => option._zod.def.type === 'null'
  const options = zodOptions.filter((option) => !isNull(option)).map((option) => readOption(option, place, read))
  // An option that failed to convert would only cause follow-up errors about the others.
  if (place.problemCount > before) return { 'x-kubernetes-preserve-unknown-fields': true }
  const joined = joinOptions(options, isExclusive ? 'oneOf' : 'anyOf', place)
  return zodOptions.some(isNull) ? { ...joined, nullable: true } : joined
}

/** A nested union is flattened, unless it is exclusive or has metadata of its own. */
function flatten(options: readonly $ZodType[]): readonly $ZodType[] {
  return options.flatMap((option) => {
    const def = option._zod.def as Partial<$ZodUnion['_zod']['def']> & { discriminator?: string; inclusive?: boolean }
    const isPlain = def.type === 'union' && def.discriminator === undefined && def.inclusive !== false
    const isBare = (def.checks ?? []).length === 0 && Object.keys(metaOf(option)).length === 0
    return isPlain && isBare ? flatten(def.options ?? []) : [option]
  })
}

function readOption(option: $ZodType, place: Place, read: ReadField): MarkedSchema {
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
  return schema
}

function joinOptions(options: readonly MarkedSchema[], keyword: 'anyOf' | 'oneOf', place: Place): StructuralSchema {
  const [first, ...others] = options
  if (first === undefined) return place.refuse('a union of nothing accepts nothing', 'Give it options.')
  if (others.length === 0) return first
  const types = new Set(options.map(({ type }) => type))
  if (types.size === 2 && types.has('integer') && types.has('string')) return intOrString(options, keyword, place)
  return oneShape(options, keyword, place)
}

/** Options of one structure: the structure is shared, the differences go into branches. */
function oneShape(options: readonly MarkedSchema[], keyword: 'anyOf' | 'oneOf', place: Place): StructuralSchema {
  refuseLoneDefaults(options, place)
  const merged = options
    .slice(1)
    .reduce<Merged>((before, option) => ('conflict' in before ? before : mergeShapes(before.shape, shapeOf(option))), {
      shape: shapeOf(options[0]!),
    })
  if ('conflict' in merged) {
    return place.refuse(
      `the options of this union have no common shape: ${merged.conflict}`,
      'Use different field names for what differs, or preserveUnknown().',
    )
  }
  const { shape } = merged
  const common = commonRequired(options)
  return {
    ...withKnownValues(shape, options),
    ...(common.length > 0 ? { required: common } : {}),
    ...joinBranches(
      options.map((option) => branchOf(option, shape, common)),
      keyword,
    ),
  }
}

function joinBranches(branches: readonly NestedValidation[], keyword: 'anyOf' | 'oneOf'): NestedValidation {
  // A branch without conditions accepts every value, and so does its `anyOf`.
  if (keyword === 'anyOf' && branches.some(isEmpty)) return {}
  return { [keyword]: branches }
}

/** Fields that all options require are required in the shared part. */
function branchOf(option: MarkedSchema, shape: StructuralSchema, common: readonly string[]): NestedValidation {
  const { required = [], ...values } = valuesOf(option, shape)
  const own = required.filter((key) => !common.includes(key))
  return own.length > 0 ? { ...values, required: own } : values
}

function commonRequired(options: readonly StructuralSchema[]): readonly string[] {
  const [first, ...others] = options
  return (first?.required ?? []).filter((key) => others.every(({ required }) => required?.includes(key)))
}

/** If every option enumerates the values of a field, the shared field enumerates them all, so that readers see the choice. */
function withKnownValues(shape: StructuralSchema, options: readonly StructuralSchema[]): StructuralSchema {
  if (shape.properties === undefined) return shape
  const properties = Object.entries(shape.properties).map(([key, field]) => {
    const lists = options.map(({ properties }) => getOwn(properties, key)?.enum)
    const all = lists.every((list) => list !== undefined) ? [...new Set(lists.flat())] : undefined
    return [key, all === undefined ? field : { ...field, enum: all }] as const
  })
  return { ...shape, properties: Object.fromEntries(properties) }
}

function refuseLoneDefaults(options: readonly StructuralSchema[], place: Place): void {
  for (const path of loneDefaults(options)) {
    path
      .reduce((at, key) => at.field(key), place)
      .refuse(
        'a default in one option of a union would be filled in for the other options too',
        'Make it .optional() and handle the absence in your code, or put the options into fields of their own.',
      )
  }
}

/** Rejects every string and ignores numbers; its counterpart does the reverse. */
const noText: NestedValidation = { minLength: 1, maxLength: 0 }
const noNumber: NestedValidation = { minimum: 1, maximum: 0 }
/** Keywords that would apply to the other type too. */
const typeless: readonly string[] = ['enum', 'allOf', 'anyOf', 'oneOf', 'not']

function intOrString(options: readonly StructuralSchema[], keyword: 'anyOf' | 'oneOf', place: Place): StructuralSchema {
  const description = options.find((option) => option.description !== undefined)?.description
  const isNullable = options.some(({ nullable }) => nullable)
  if (isNullable) place.refuse('one option of a union is nullable', 'Make the whole union .nullable().')
  // Strings first: of two branches that fail equally the API server reports the first, and strings are wrong more often.
  const sorted = [...options].sort((a, b) => Number(a.type === 'integer') - Number(b.type === 'integer'))
  const branches = sorted.map((option) => ({
    own: valuesOf(option, option),
    other: option.type === 'integer' ? noText : noNumber,
  }))
  const base = { 'x-kubernetes-int-or-string': true, ...(description === undefined ? {} : { description }) }
  const isSimple =
    branches.length === 2 && branches.every(({ own }) => !Object.keys(own).some((key) => typeless.includes(key)))
  if (isSimple) return { ...base, ...branches[0]!.own, ...branches[1]!.own }
  return { ...base, [keyword]: branches.map(({ own, other }) => ({ ...own, ...other, ...tighten(own, other) })) }
}

/** The option's own bounds must not weaken `noText` and `noNumber`. */
function tighten(own: NestedValidation, other: NestedValidation): NestedValidation {
  const clash = Object.keys(other).some((key) => Object.hasOwn(own, key))
  return clash ? { ...own, allOf: [...(own.allOf ?? []), other] } : {}
}
