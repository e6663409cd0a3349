/** Random structural schemas, and random values that are valid or almost valid. For tests only; not published. */
import type { JsonValue } from '@kubewright/core/json'
import fc from 'fast-check'
import type { NestedValidation, StructuralSchema } from './structural-schema.ts'

const fieldName = fc.constantFrom('a', 'b', 'c', 'name')
const text = fc.constantFrom('', 'a', 'ab', 'abc', 'é', '😀', 'A', '1.2.3.4', '2020-01-01T00:00:00Z', '10m', 'x y')
const integer = fc.constantFrom(-5, -1, 0, 1, 2, 3, 4, 5, 97, 2 ** 31, 2 ** 53)
const fraction = fc.constantFrom(-3.5, 0.5, 1.25, 2.5, 3.7, 1e-7, 1e21)
const number = fc.oneof(integer, fraction)
const bound = fc.constantFrom(-3, 0, 1, 2, 3, 4)
const count = fc.integer({ min: 0, max: 3 })
const pattern = fc.constantFrom('^a', 'b$', '^[a-z]*$', '(?i)^AB', '^.{1,2}$', '\\d')

/** Any JSON value, of the sizes that the schemas below constrain. */
export const anyValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fieldName, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

function maybe<T extends object>(shape: { [Key in keyof T]: fc.Arbitrary<T[Key]> }): fc.Arbitrary<Partial<T>> {
  return fc.record(shape, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>
}

const scalarValidation: fc.Arbitrary<NestedValidation> = maybe<NestedValidation>({
  minimum: bound,
  exclusiveMinimum: fc.boolean(),
  maximum: fc.oneof(bound, fraction),
  exclusiveMaximum: fc.boolean(),
  multipleOf: fc.constantFrom(1, 2, 0.5, 2.5),
  minLength: count,
  maxLength: count,
  pattern,
  format: fc.constantFrom('ipv4', 'date-time', 'duration', 'unheard-of', 'int32', 'float'),
  enum: fc.array(fc.oneof(text, number, fc.boolean()), { minLength: 1, maxLength: 3 }),
})

const containerValidation: fc.Arbitrary<NestedValidation> = maybe<NestedValidation>({
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  required: fc.uniqueArray(fieldName, { maxLength: 2 }),
})

/** Keeps one keyword in three, so that schemas neither accept everything nor reject everything. */
function thin<T extends object>(validation: T): fc.Arbitrary<T> {
  const keys = Object.keys(validation)
  return fc.array(fc.nat(2), { minLength: keys.length, maxLength: keys.length }).map((dice) => {
    const kept = keys.filter((_, index) => dice[index] === 0)
    return Object.fromEntries(kept.map((key) => [key, (validation as Record<string, unknown>)[key]])) as T
  })
}

const validation = fc
  .tuple(scalarValidation, containerValidation)
  .chain(([scalar, container]) => thin({ ...scalar, ...container }))

/** A branch of `anyOf` for a schema of this structure: it mentions only declared fields. */
function nestedFor(schema: StructuralSchema, depth: number): fc.Arbitrary<NestedValidation> {
  const fields = Object.entries(schema.properties ?? {})
  const below =
    depth === 0
      ? {}
      : {
          ...(fields.length > 0
            ? {
                properties: fc.record(
                  Object.fromEntries(fields.map(([key, field]) => [key, nestedFor(field, depth - 1)])),
                  { requiredKeys: [] },
                ),
              }
            : {}),
          ...(schema.items ? { items: nestedFor(schema.items, depth - 1) } : {}),
          not: nestedFor(schema, depth - 1),
        }
  return fc
    .tuple(validation, fc.record(below, { requiredKeys: [] }), fc.boolean())
    .map(([own, more, isDeep]) => (isDeep ? { ...own, ...more } : own)) as fc.Arbitrary<NestedValidation>
}

function withJunctors(schema: StructuralSchema): fc.Arbitrary<StructuralSchema> {
  const branches = fc.array(nestedFor(schema, 1), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(schema) },
    { weight: 1, arbitrary: branches.map((anyOf) => ({ ...schema, anyOf })) },
    { weight: 1, arbitrary: branches.map((oneOf) => ({ ...schema, oneOf })) },
    { weight: 1, arbitrary: branches.map((allOf) => ({ ...schema, allOf })) },
    { weight: 1, arbitrary: nestedFor(schema, 1).map((not) => ({ ...schema, not })) },
  )
}

const leaf: fc.Arbitrary<StructuralSchema> = fc.oneof(
  fc.tuple(fc.constantFrom('string', 'integer', 'number', 'boolean'), validation, fc.boolean()).map(
    ([type, own, nullable]): StructuralSchema => ({
      type: type as 'string',
      ...own,
      ...(nullable ? { nullable } : {}),
    }),
  ),
  validation.map((own): StructuralSchema => ({ 'x-kubernetes-int-or-string': true, ...own })),
  fc.constant<StructuralSchema>({ 'x-kubernetes-preserve-unknown-fields': true }),
)

/** Schemas without defaults, which would have to be valid themselves. */
export const structuralSchema: fc.Arbitrary<StructuralSchema> = fc.letrec<{ schema: StructuralSchema }>((tie) => ({
  schema: fc
    .oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc
        .tuple(fc.dictionary(fieldName, tie('schema'), { maxKeys: 3, noNullPrototype: true }), validation, fc.nat(5))
        .map(
          ([properties, own, dice]): StructuralSchema => ({
            type: 'object',
            properties,
            ...own,
            ...(dice === 0 ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
            ...(dice === 1 ? { nullable: true } : {}),
          }),
        ),
      fc
        .tuple(tie('schema'), validation)
        .map(([additionalProperties, own]): StructuralSchema => ({ type: 'object', additionalProperties, ...own })),
      fc.tuple(tie('schema'), validation, fc.boolean()).map(
        ([items, own, isSet]): StructuralSchema => ({
          type: 'array',
          items,
          ...own,
          ...(isSet ? { 'x-kubernetes-list-type': 'set' } : {}),
        }),
      ),
    )
    .chain(withJunctors),
})).schema

/** A value that mostly has the structure the schema requires. */
export function valueFor(schema: StructuralSchema): fc.Arbitrary<JsonValue> {
  const stray = { weight: 1, arbitrary: anyValue }
  const fitting = (arbitrary: fc.Arbitrary<JsonValue>) => fc.oneof({ weight: 6, arbitrary }, stray)
  switch (schema.type) {
    case 'string':
      return fitting(text)
    case 'integer':
      return fitting(integer)
    case 'number':
      return fitting(number)
    case 'boolean':
      return fitting(fc.boolean())
    case 'array':
      return fitting(fc.array(valueFor(schema.items ?? {}), { maxLength: 3 }))
    case 'object':
      return fitting(objectFor(schema))
    default:
      return schema['x-kubernetes-int-or-string'] ? fitting(fc.oneof(text, integer)) : anyValue
  }
}

function objectFor(schema: StructuralSchema): fc.Arbitrary<JsonValue> {
  if (typeof schema.additionalProperties === 'object') {
    return fc.dictionary(fieldName, valueFor(schema.additionalProperties), { maxKeys: 3, noNullPrototype: true })
  }
  const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => [key, valueFor(field)] as const)
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields), { requiredKeys: [] }),
      fc.dictionary(fieldName, anyValue, { maxKeys: 1, noNullPrototype: true }),
    )
    .map(([known, unknown]) => ({ ...unknown, ...known })) as fc.Arbitrary<JsonValue>
}
