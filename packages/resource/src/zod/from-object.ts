/** Objects with declared fields, maps with any keys, and objects joined by `.and()`. */
import type { $ZodIntersection, $ZodObject, $ZodRecord, $ZodType } from 'zod/v4/core'
import { type StructuralSchema } from '../schema/structural-schema.ts'
import { refuseOtherChecks } from './checks.ts'
import { type Field, readAlways, type ReadField } from './field.ts'
import { isSchema, refuseOther } from './other-than-zod.ts'
import type { Place } from './place.ts'
import { type MarkedSchema, strict } from './union-shape.ts'

export function fromObject(schema: $ZodObject, place: Place, read: ReadField): MarkedSchema {
  refuseOtherChecks(schema, [], place)
  const { shape, catchall } = schema._zod.def
  if (Object.getOwnPropertySymbols(shape).length > 0) place.refuse('JSON has no symbols for keys', 'Use text.')
  const fields = Object.keys(shape).map((key) => [key, read(shape[key]!, place.field(key))] as const)
  const required = fields.filter(([, field]) => field.isRequired).map(([key]) => key)
  return {
    type: 'object',
    ...(fields.length > 0 ? { properties: Object.fromEntries(fields.map(([key, field]) => [key, field.schema])) } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...unknownFields(catchall, place),
    ...(catchall?._zod.def.type === 'never' ? { [strict]: true } : {}),
  }
}

/** The handling of undeclared fields by `catchall`. Strict objects are converted as plain ones: the API server prunes the rest. */
function unknownFields(catchall: $ZodType | undefined, place: Place): StructuralSchema {
  switch (catchall?._zod.def.type) {
    case undefined:
    case 'never':
      return {}
    case 'unknown':
    case 'any':
      return { 'x-kubernetes-preserve-unknown-fields': true }
    default:
      return place.refuse(
        'Kubernetes has either named fields or a map, not both as `.catchall()` would',
        'Put the map into a field of its own with z.record().',
      )
  }
}

export function fromRecord(schema: $ZodRecord, place: Place, read: ReadField): StructuralSchema {
  refuseOtherChecks(schema, [], place)
  const { keyType, valueType, mode, partial } = schema._zod.def as $ZodRecord['_zod']['def'] & { partial?: boolean }
  if (mode === 'loose') {
    return place.refuse('`z.looseRecord()` types some keys of a map and not others', 'Use z.record(z.string(), …).')
  }
  if (!isSchema(keyType)) return refuseOther(keyType, place)
  const keys = keyType._zod.values
  if (keys !== undefined)
    return fromKeys([...keys].map(String), valueType as $ZodType, partial === true, { place, read })
  if (keyType._zod.def.type !== 'string' || (keyType._zod.def.checks ?? []).length > 0 || 'check' in keyType._zod.def) {
    place.refuse(
      'the API server takes any text for the keys of a map',
      'Use z.string() for the keys and a CEL rule for the rest: withRules(map, [{ rule: "self.all(key, key.matches(\'^[a-z]+$\'))" }]).',
    )
  }
  const entries = readAlways(read, valueType as $ZodType, place.entry(), 'a value of a map')
  return { type: 'object', additionalProperties: entries }
}

interface Reading {
  readonly place: Place
  readonly read: ReadField
}

/** A record with known keys is an object. All keys are required, except that `z.unknown()` accepts an absent one. */
function fromKeys(
  keys: readonly string[],
  valueType: $ZodType,
  isPartial: boolean,
  { place, read }: Reading,
): StructuralSchema {
  const fields = keys.map((key) => [key, read(valueType, place.field(key))] as const)
  const isNeeded = ({ schema, isRequired }: Field) =>
    isRequired && !(schema.type === undefined && schema['x-kubernetes-preserve-unknown-fields'])
  const required = isPartial ? [] : fields.filter(([, field]) => isNeeded(field)).map(([key]) => key)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([key, field]) => [key, field.schema])),
    ...(required.length > 0 ? { required } : {}),
  }
}

export function fromIntersection(schema: $ZodIntersection, place: Place, read: ReadField): StructuralSchema {
  refuseOtherChecks(schema, [], place)
  const { left, right } = schema._zod.def
  const sides = [read(left, place), read(right, place)] as const
  const [a, b] = [sides[0].schema, sides[1].schema]
  const shared = Object.keys(a.properties ?? {}).filter((key) => Object.hasOwn(b.properties ?? {}, key))
  const isPlain = [a, b].every(
    (side) => Object.keys(side).every((key) => mergeable.includes(key)) && side.type === 'object',
  )
  const isAlike = a['x-kubernetes-preserve-unknown-fields'] === b['x-kubernetes-preserve-unknown-fields']
  if (!isPlain || !isAlike || shared.length > 0 || !sides.every((side) => side.isRequired)) {
    return place.refuse(
      shared.length > 0
        ? `both sides of \`.and()\` declare ${shared.join(', ')}`
        : 'only plain objects can be joined by `.and()`',
      'Write one object with .extend().',
    )
  }
  const required = [...(a.required ?? []), ...(b.required ?? [])]
  return {
    ...a,
    ...b,
    properties: { ...a.properties, ...b.properties },
    ...(required.length > 0 ? { required } : {}),
  }
}

const mergeable = ['type', 'properties', 'required', 'description', 'x-kubernetes-preserve-unknown-fields']
