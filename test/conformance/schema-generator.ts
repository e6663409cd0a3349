/** Random schemas of custom resources, and random values for them. Many are invalid on purpose: the test is whether two servers agree. */
import type { JsonValue } from '@kubewright/core/json'
import type { StructuralSchema } from '@kubewright/resource/schema'
import fc from 'fast-check'

const name = fc.constantFrom('a', 'b', 'name', 'metadata', 'kind', '$ref', 'x.y')
const text = fc.constantFrom(
  '',
  'a',
  'ab',
  'Ab',
  'é',
  '😀',
  '7',
  '1.2.3.4',
  '2026-01-02T03:04:05Z',
  '10m',
  'a b',
  'null',
)
const wholeNumber = fc.constantFrom(-5, -1, 0, 1, 2, 3, 7, 97, 2 ** 31, 2 ** 53 - 1, -(2 ** 31) - 1)
const number = fc.oneof(wholeNumber, fc.constantFrom(-0.5, 0.1, 0.3, 1.5, 2.5, 1e21, 1e-9))
const small = fc.integer({ min: 0, max: 3 })

export const anyValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    number,
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

type Keywords = { readonly [Keyword in keyof StructuralSchema]: fc.Arbitrary<unknown> }

/** Each keyword is omitted nineteen times in twenty: schemas with many constraints accept nothing. */
function some(keywords: Keywords): fc.Arbitrary<StructuralSchema> {
  const rare = Object.entries(keywords).map(([keyword, value]) =>
    fc.oneof(
      { weight: 19, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: value.map((chosen) => ({ [keyword]: chosen })) },
    ),
  )
  return fc.tuple(...rare).map((parts) => Object.assign({}, ...parts) as StructuralSchema)
}

/** Validation keywords. They may occur anywhere, even without effect. */
const judgement = some({
  minimum: number,
  maximum: number,
  exclusiveMinimum: fc.boolean(),
  exclusiveMaximum: fc.boolean(),
  multipleOf: fc.constantFrom(1, 2, 0.5, 0.1, 0, -1),
  minLength: small,
  maxLength: small,
  pattern: fc.constantFrom('^a', 'b$', '^[a-z]+$', '(?i)AB', '\\d', '(', '\\p{L}', '(?=a)', ''),
  format: fc.constantFrom('ipv4', 'date-time', 'duration', 'int32', 'int64', 'float', 'byte', 'unheard-of'),
  enum: fc.array(fc.oneof(text, number, fc.boolean(), fc.constant(null)), { maxLength: 3 }),
  minItems: small,
  maxItems: small,
  minProperties: small,
  maxProperties: small,
  required: fc.array(name, { maxLength: 2 }),
})

/** Keywords about the processing of a value. */
const treatment = some({
  nullable: fc.boolean(),
  default: anyValue,
  'x-kubernetes-preserve-unknown-fields': fc.boolean(),
  'x-kubernetes-map-type': fc.constantFrom('atomic', 'granular', 'odd'),
  'x-kubernetes-list-type': fc.constantFrom('atomic', 'set', 'map', 'odd'),
  'x-kubernetes-list-map-keys': fc.array(name, { maxLength: 2 }),
  'x-kubernetes-int-or-string': fc.boolean(),
  'x-kubernetes-embedded-resource': fc.boolean(),
})

const { schema, nested } = fc.letrec<{ schema: StructuralSchema; nested: StructuralSchema }>((tie) => {
  const branches = fc.array(tie('nested'), { minLength: 1, maxLength: 2 })
  const junctors = some({ anyOf: branches, oneOf: branches, allOf: branches, not: tie('nested') })
  const properties = fc.dictionary(name, tie('schema'), { maxKeys: 3, noNullPrototype: true })
  const shape = fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean') }),
    fc.constantFrom({ 'x-kubernetes-int-or-string': true }, { 'x-kubernetes-preserve-unknown-fields': true }, {}),
    fc.record({ type: fc.constant('object'), properties }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    listMap(tie('schema')),
    fc.record({ type: fc.constant('object'), 'x-kubernetes-embedded-resource': fc.constant(true), properties }),
  ) as fc.Arbitrary<StructuralSchema>
  const below = some({
    properties: fc.dictionary(name, tie('nested'), { maxKeys: 2, noNullPrototype: true }),
    items: tie('nested'),
    type: fc.constantFrom('string', 'integer'),
  })
  return {
    schema: fc
      .tuple(shape, judgement, treatment, junctors)
      .map((parts) => withSaneDefault(Object.assign({}, ...parts))),
    nested: fc
      .oneof(
        { maxDepth: 2 },
        judgement,
        fc.tuple(judgement, below).map((parts) => Object.assign({}, ...parts)),
      )
      .map((parts) => parts as StructuralSchema),
  }
})

/** The server accepts any default for an int-or-string, ours only integers and strings. */
function withSaneDefault(schema: StructuralSchema): StructuralSchema {
  const { default: value, ...rest } = schema
  const isSane = value === undefined || Number.isInteger(value) || typeof value === 'string'
  return isSane || !schema['x-kubernetes-int-or-string'] ? schema : rest
}

function listMap(schema: fc.Arbitrary<StructuralSchema>): fc.Arbitrary<unknown> {
  return fc.record({ name: fc.constant({ type: 'string' }), a: schema }).map((properties) => ({
    type: 'array',
    items: { type: 'object', properties, required: ['name'] },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
  }))
}

export const anySchema: fc.Arbitrary<StructuralSchema> = schema

/** For schemas below `anyOf` and the like. */
export const anyNested: fc.Arbitrary<StructuralSchema> = nested

/** A value that mostly has the shape of the schema. */
export function valueFor(wanted: StructuralSchema): fc.Arbitrary<JsonValue> {
  const fitting = fittingValue(wanted)
  return fitting === undefined
    ? anyValue
    : fc.oneof({ weight: 7, arbitrary: fitting }, { weight: 1, arbitrary: anyValue })
}

function fittingValue(wanted: StructuralSchema): fc.Arbitrary<JsonValue> | undefined {
  if (wanted['x-kubernetes-int-or-string']) return fc.oneof(text, wholeNumber)
  switch (wanted.type) {
    case 'string':
      return text
    case 'integer':
      return wholeNumber
    case 'number':
      return number
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valueFor(wanted.items ?? {}), { maxLength: 3 })
    case 'object':
      return objectFor(wanted)
    default:
      return undefined
  }
}

function objectFor(wanted: StructuralSchema): fc.Arbitrary<JsonValue> {
  const { additionalProperties, properties = {} } = wanted
  if (typeof additionalProperties === 'object') {
    return fc.dictionary(name, valueFor(additionalProperties), { maxKeys: 3, noNullPrototype: true })
  }
  const fields = Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, valueFor(field)]))
  const embedded = wanted['x-kubernetes-embedded-resource'] ? { apiVersion: 'v1', kind: 'Any', metadata: {} } : {}
  return fc
    .tuple(
      fc.record(fields, { requiredKeys: [] }),
      fc.dictionary(name, anyValue, { maxKeys: 1, noNullPrototype: true }),
    )
    .map(([known, unknown]) => ({ ...embedded, ...unknown, ...known }) as JsonValue)
}
