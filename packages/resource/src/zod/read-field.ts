/**
 * zod to structural schema: the single walk over a zod definition. Handles the wrappers (`.optional()`, `.default()`, …) and selects the
 * converter of each type; unlisted types are rejected, so no zod constraint is silently dropped.
 * See decision 0030.
 */
import { deepEqual, type JsonValue } from '@kubewright/core/json'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { validateObject } from '../schema/apply-schema.ts'
import { fillDefaults } from '../schema/fill-defaults.ts'
import { formatProblem } from '../schema/problem.ts'
import { prune } from '../schema/prune.ts'
import type { StructuralSchema } from '../schema/structural-schema.ts'
import { refuseOtherChecks } from './checks.ts'
import type { Field } from './field.ts'
import { fromArray } from './from-array.ts'
import { fromValues } from './from-literal.ts'
import { fromNumber } from './from-number.ts'
import { fromIntersection, fromObject, fromRecord } from './from-object.ts'
import { fromString } from './from-string.ts'
import { fromStructural } from './from-structural.ts'
import { fromUnion } from './from-union.ts'
import { fromMeta, isPlainJson, joinMeta, type Meta, metaOf } from './meta.ts'
import { isSchema, refuseOther } from './other-than-zod.ts'
import type { Place } from './place.ts'
import { refuseType } from './refuse-type.ts'
import { toRe2 } from './to-re2.ts'

/** Converts `schema`; records problems in `place` and continues. */
export function readField(schema: $ZodType, place: Place): Field {
  const before = place.problemCount
  const wrapped = unwrap(schema, place)
  if (wrapped === undefined) return { schema: { 'x-kubernetes-preserve-unknown-fields': true }, isRequired: true }
  const inner = fromType(wrapped.inner as $ZodTypes, place.inside(schema, wrapped.inner))
  const meta = fromMeta(wrapped.meta, place)
  const described = withNull(withoutMeta({ ...inner, ...meta }), wrapped.isNullable)
  const isSound = place.problemCount === before
  const isDefaulted = wrapped.default !== undefined
  if (!isDefaulted || !isSound) return { schema: described, isRequired: wrapped.isRequired && !isDefaulted }
  return { schema: withDefault(described, wrapped.default!, place), isRequired: false }
}

interface Wrapped {
  readonly inner: $ZodType
  readonly meta: Meta
  readonly isRequired: boolean
  readonly isNullable: boolean
  readonly default: Default | undefined
}

interface Default {
  readonly value: unknown
  /** `prefault` is parsed like input, and so is every default of the API server; `default` must already be complete. */
  readonly kind: 'default' | 'prefault'
}

/** Unwraps, outermost first. If two wrappers contradict each other, the outer one counts. */
function unwrap(schema: $ZodType, place: Place): Wrapped | undefined {
  let node = schema as $ZodTypes
  let meta: Meta = {}
  let presence: 'optional' | 'required' | undefined
  let isNullable = false
  let found: Default | undefined
  for (;;) {
    if (!isSchema(node)) {
      refuseOther(node, place)
      return undefined
    }
    if (place.isEndless(node)) return undefined
    meta = joinMeta(metaOf(node), meta)
    const { def } = node._zod
    switch (def.type) {
      case 'optional':
        presence ??= 'optional'
        break
      case 'nonoptional':
        presence ??= 'required'
        break
      case 'nullable':
        isNullable = true
        break
      case 'default':
      case 'prefault':
        found ??= readDefault(node, def.type, place)
        break
      case 'readonly':
        break
      case 'lazy':
        node = def.getter() as $ZodTypes
        continue
      default:
        if (presence === 'required' && found !== undefined) {
          place.refuse('`.nonoptional()` asks for a value that a default would fill in', 'Remove one of the two.')
        }
        return { inner: node, meta, isRequired: presence !== 'optional', isNullable, default: found }
    }
    refuseOtherChecks(node, [], place)
    node = def.innerType as $ZodTypes
  }
}

function readDefault(node: $ZodType, kind: Default['kind'], place: Place): Default | undefined {
  const def = node._zod.def as { readonly defaultValue?: unknown }
  // A default given as a function is called on every access.
  const [value, again] = [def.defaultValue, def.defaultValue]
  if (!isPlainJson(value)) {
    place.refuse('the default is not plain JSON', 'Use text, numbers, booleans, and lists and objects of them.')
  } else if (!deepEqual(value, again)) {
    place.refuse('the default changes each time it is computed', 'Fill it in with an admission webhook.')
  } else if (value === null) {
    place.refuse('the API server takes a default of `null` for no default', 'Use .nullable().optional().')
  } else return { value, kind }
  return undefined
}

/** For the API server `null` never matches an `enum`, so the enum of a nullable field moves to where `null` is not checked. */
function withNull(schema: StructuralSchema, isNullable: boolean): StructuralSchema {
  if (!isNullable && !schema.nullable) return schema
  const { enum: values, ...rest } = schema
  if (values === undefined) return { ...schema, nullable: true }
  return { ...rest, nullable: true, allOf: [...(rest.allOf ?? []), { enum: values }] }
}

/** The API server validates the type and metadata of an embedded object itself. */
function withoutMeta(schema: StructuralSchema): StructuralSchema {
  if (!schema['x-kubernetes-embedded-resource']) return schema
  const { properties = {}, required = [], ...rest } = schema
  const isKnown = (key: string) => key === 'apiVersion' || key === 'kind' || key === 'metadata'
  const fields = Object.entries(properties).filter(([key]) => !isKnown(key))
  const needed = required.filter((key) => !isKnown(key))
  return {
    ...rest,
    ...(fields.length > 0 ? { properties: Object.fromEntries(fields) } : {}),
    ...(needed.length > 0 ? { required: needed } : {}),
  }
}

function withDefault(schema: StructuralSchema, { value, kind }: Default, place: Place): StructuralSchema {
  const given = value as JsonValue
  const wrapper = { type: 'object', properties: { default: schema } } as const
  const filled = fillDefaults(given, schema)
  const problems = validateObject({ default: filled }, wrapper).map(formatProblem)
  if (problems.length > 0) {
    place.refuse(
      `the default ${JSON.stringify(given)} is not valid: ${problems.join('; ')}`,
      'Use a default that the schema of the field accepts.',
    )
  } else if (!deepEqual(prune(given, schema), given)) {
    place.refuse(`the default ${JSON.stringify(given)} has fields the schema does not know`, 'Remove them.')
  } else if (kind === 'default' && !deepEqual(filled, given)) {
    place.refuse(
      `the API server would complete the default to ${JSON.stringify(filled)}, and zod would not`,
      'Write it out in full, or use .prefault().',
    )
  }
  return { ...schema, default: given }
}

function fromType(schema: $ZodTypes, place: Place): StructuralSchema {
  const { def } = schema._zod
  switch (def.type) {
    case 'string':
      return fromString(schema, place)
    case 'number':
      return fromNumber(schema, place)
    case 'boolean':
      refuseOtherChecks(schema, [], place)
      if (def.coerce)
        place.refuse('`z.coerce` turns other types into booleans, and the API server does not', 'Use z.boolean().')
      return { type: 'boolean' }
    case 'enum':
      refuseOtherChecks(schema, [], place)
      return fromValues([...(schema._zod.values ?? [])], place)
    case 'literal':
      refuseOtherChecks(schema, [], place)
      return fromValues(def.values, place)
    case 'template_literal':
      return fromTemplate(schema, place)
    case 'object':
      return fromObject(schema as never, place, readField)
    case 'record':
      return fromRecord(schema as never, place, readField)
    case 'array':
      return fromArray(schema as never, place, readField)
    case 'union':
      return fromUnion(schema as never, place, readField)
    case 'intersection':
      return fromIntersection(schema as never, place, readField)
    case 'any':
    case 'unknown':
      refuseOtherChecks(schema, [], place)
      return { 'x-kubernetes-preserve-unknown-fields': true, nullable: true }
    case 'custom':
      return fromStructural(schema, place) ?? refuseType(def.type, place)
    default:
      return refuseType(def.type, place)
  }
}

function fromTemplate(schema: $ZodType, place: Place): StructuralSchema {
  refuseOtherChecks(schema, [], place)
  const translated = toRe2(schema._zod.pattern!)
  if ('pattern' in translated) return { type: 'string', pattern: translated.pattern }
  return place.refuse(`the pattern of this template ${translated.problem}`, 'Use z.string().regex().')
}
