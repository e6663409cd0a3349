/** CustomResourceDefinitions that together cover most schema features. */

interface VersionSample {
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly isServed?: boolean
  readonly subresources?: Readonly<Record<string, unknown>>
}

interface Sample {
  readonly group: string
  readonly kind: string
  readonly names?: Readonly<Record<string, unknown>>
  readonly plural: string
  readonly scope?: 'Cluster' | 'Namespaced'
  /** The first one is stored. */
  readonly versions: readonly VersionSample[]
}

/** The domain of all sample groups, by which they are recognized on a shared server. */
export const sampleDomain = 'openapi.test.dev'

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
})

const text = { type: 'string' }
const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' }

const websiteSpec = object(
  {
    hosts: { type: 'array', items: text, minItems: 1, maxItems: 4, 'x-kubernetes-list-type': 'set' },
    image: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[a-z]+$' },
    labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 5 }, maxProperties: 3 },
    mode: { type: 'string', enum: ['A', 'B'], nullable: true },
    replicas: { type: 'integer', format: 'int32', default: 1, minimum: 0, maximum: 10, exclusiveMaximum: true },
  },
  { required: ['image'], description: 'What is wanted.' },
)

/** Every extension and every combination of schemas. */
const mixedSpec = object({
  any: { 'x-kubernetes-preserve-unknown-fields': true },
  atomic: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: true },
  choice: {
    type: 'object',
    properties: { a: text, b: text },
    oneOf: [{ required: ['a'] }, { required: ['b'] }],
    anyOf: [{ properties: { a: { minLength: 1 } } }],
    allOf: [{ required: [] }],
    not: { required: ['c'] },
  },
  deep: object({
    list: {
      type: 'array',
      items: { type: 'array', items: object({ either: { 'x-kubernetes-int-or-string': true } }) },
    },
  }),
  documented: {
    type: 'string',
    title: 'Titled',
    example: 'ex',
    externalDocs: { description: 'more', url: 'https://example.dev' },
    default: 'q',
  },
  either: { 'x-kubernetes-int-or-string': true },
  eitherOf: {
    'x-kubernetes-int-or-string': true,
    anyOf: [{ type: 'integer' }, text],
    pattern: '^x',
  },
  eitherAllOf: {
    'x-kubernetes-int-or-string': true,
    allOf: [{ anyOf: [{ type: 'integer' }, text] }, { pattern: '^[0-9]+$' }],
  },
  embedded: {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    required: ['spec', 'kind'],
    properties: { kind: { type: 'string', pattern: '^Pod$' }, metadata: object({}), spec: { type: 'object' } },
  },
  embeddedAnything: {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  },
  items: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: object({ name: text, n: { type: 'integer', format: 'int64', nullable: true } }, { required: ['name'] }),
  },
  maps: { type: 'object', additionalProperties: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  nothingElse: { type: 'object', additionalProperties: false },
  number: { type: 'number', format: 'double', multipleOf: 0.5, minimum: -1.5, exclusiveMinimum: true },
  'odd $/.name': text,
  rules: object(
    { x: { type: 'integer', enum: [1, 2] } },
    {
      'x-kubernetes-validations': [
        { rule: 'self.x > 0', message: 'positive', fieldPath: '.x', reason: 'FieldValueInvalid' },
        { rule: 'oldSelf.x == self.x', messageExpression: "'no'", optionalOldSelf: false },
      ],
    },
  ),
})

/** Values that may be absent, empty, null or anything. */
const looseSpec = object({
  defaults: object({ q: { type: 'integer', default: 3 } }, { default: { q: 4 } }),
  emptyDefault: { type: 'object', default: {}, properties: { z: { type: 'string', default: 'y' } } },
  falseDefault: { type: 'boolean', default: false },
  kept: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, required: ['x'], properties: { x: text } },
  keptItems: { type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } },
  noProperties: { type: 'object', properties: {} },
  nullEither: { 'x-kubernetes-int-or-string': true, nullable: true },
  nullEmbedded: {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
    nullable: true,
  },
  nullItems: { type: 'array', nullable: true, items: { type: 'string', nullable: true } },
  nullMap: { type: 'object', nullable: true, additionalProperties: text },
  nullObject: object({ b: text }, { nullable: true, required: ['b'], description: 'maybe', default: null }),
  zero: { type: 'number', minimum: 0, maximum: 0, default: 0 },
  zeroText: { type: 'string', default: '', minLength: 0, pattern: '' },
})

export const samples: readonly Sample[] = [
  { group: 'plain', kind: 'Plain', plural: 'plains', versions: [{ name: 'v1', schema: { type: 'object' } }] },
  {
    group: 'web',
    kind: 'Website',
    plural: 'websites',
    names: { shortNames: ['ows', 'osite'], categories: ['all', 'web'], singular: 'site', listKind: 'SiteList' },
    versions: [
      {
        name: 'v1',
        schema: object(
          {
            apiVersion: { type: 'string', description: 'Said by the author.' },
            kind: text,
            metadata: object({ name: { type: 'string', maxLength: 5 } }),
            spec: websiteSpec,
            status: object({ ready: { type: 'boolean' }, when: { type: 'string', format: 'date-time' } }),
          },
          { description: 'A site.', required: ['spec'] },
        ),
        subresources: { status: {}, scale },
      },
    ],
  },
  {
    group: 'web',
    kind: 'Route',
    plural: 'routes',
    versions: [
      { name: 'v1', schema: object({ spec: object({ to: text }) }) },
      { name: 'v2', schema: object({ spec: object({ to: { type: 'array', items: text } }) }) },
    ],
  },
  {
    group: 'global',
    kind: 'Global',
    plural: 'globals',
    scope: 'Cluster',
    versions: [
      {
        name: 'v1',
        schema: object({ spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }),
        subresources: { status: {}, scale: { ...scale, labelSelectorPath: '.status.selector' } },
      },
      { name: 'v1beta1', schema: object({ spec: object({ a: text }) }) },
      { name: 'v1alpha1', schema: object({}), isServed: false },
      { name: 'v2alpha1', schema: object({}) },
    ],
  },
  {
    group: 'wild',
    kind: 'Wild',
    plural: 'wilds',
    versions: [
      {
        name: 'v1',
        schema: object({ spec: { type: 'object' } }, { 'x-kubernetes-preserve-unknown-fields': true }),
      },
    ],
  },
  { group: 'mixed', kind: 'Mixed', plural: 'mixes', versions: [{ name: 'v1', schema: object({ spec: mixedSpec }) }] },
  { group: 'loose', kind: 'Loose', plural: 'looses', versions: [{ name: 'v1', schema: object({ spec: looseSpec }) }] },
  // Names that look like parts of operation IDs.
  { group: 'names', kind: 'NamespacedList', plural: 'lists', versions: [{ name: 'v1', schema: object({}) }] },
  {
    group: 'names',
    kind: 'NamespacedThing',
    plural: 'things',
    scope: 'Cluster',
    versions: [{ name: 'v1', schema: object({}) }],
  },
  { group: 'x-y', kind: 'HTTPWidget', plural: 'widgets', versions: [{ name: 'v1', schema: object({}) }] },
  {
    group: 'order',
    kind: 'Deployment',
    plural: 'deployments',
    versions: ['v10', 'v11alpha1', 'v11beta2', 'foo1', 'v3', 'bar'].map((name) => ({ name, schema: object({}) })),
  },
]

/** A sample as a CustomResourceDefinition. */
export function definitionOf({ kind, plural, names, scope = 'Namespaced', ...sample }: Sample) {
  const group = `${sample.group}.${sampleDomain}`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { kind, plural, ...names },
      versions: sample.versions.map(({ name, schema, isServed = true, subresources }, at) => ({
        name,
        served: isServed,
        storage: at === 0,
        schema: { openAPIV3Schema: schema },
        ...(subresources === undefined ? {} : { subresources }),
      })),
    },
  }
}
