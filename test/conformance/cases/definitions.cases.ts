/** Catalogue 1.12, first part: definitions of custom resources, and which of them are refused. */
import {
  check,
  closeWatch,
  defineSuite,
  del,
  edited,
  get,
  mergePatch,
  openWatch,
  post,
  put,
  quietly,
  until,
} from '../../../tools/conformance/steps.ts'
import { definition, definitions, establish, version } from './widgets.ts'

const own = `${definitions}/widgets.{id}.example.dev`
const props = (properties: object, rest: object = {}) => ({
  name: 'v1',
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object', properties, ...rest } },
})
const spec = (schema: object) => props({ spec: schema })
const define = (versions: readonly object[], more: object = {}) => definition({ of: 'id', versions, spec: more })
/** Everything but keeping it. */
const tried = (body: object) => post(`${definitions}?dryRun=All`, body)
const object = (properties: object, rest: object = {}) => ({ type: 'object', properties, ...rest })
const text = { type: 'string' }

/** Schemas, right and wrong, each at `.spec`. */
const schemas: readonly [name: string, rules: string, schema: object][] = [
  ['no type', 'ST-1', {}],
  ['no type of a field', 'ST-1', object({ a: {} })],
  ['no type of items', 'ST-1', object({ a: { type: 'array', items: {} } })],
  ['an unknown type', 'ST-1', object({ a: { type: 'thing' } })],
  ['the type null', 'ST-5', object({ a: { type: 'null' } })],
  ['an array without items', 'ST-2', object({ a: { type: 'array' } })],
  ['an array of arrays', 'ST-2', object({ a: { type: 'array', items: { type: 'array', items: text } } })],
  ['additional properties', 'ST-2', { type: 'object', additionalProperties: text }],
  ['both kinds of properties', 'ST-2', { type: 'object', properties: { a: text }, additionalProperties: text }],
  ['additional properties that are true', 'ST-2', { type: 'object', additionalProperties: true }],
  ['additional properties that are false', 'ST-2', { type: 'object', additionalProperties: false }],
  ['a type within anyOf', 'ST-3', object({ a: text }, { anyOf: [{ properties: { a: { type: 'string' } } }] })],
  ['a default within oneOf', 'ST-3', object({ a: text }, { oneOf: [{ properties: { a: { default: 'x' } } }] })],
  ['a description within allOf', 'ST-3', object({ a: text }, { allOf: [{ description: 'd' }] })],
  ['nullable within not', 'ST-3', object({ a: text }, { not: { nullable: true } })],
  [
    'additional properties within anyOf',
    'ST-3',
    object({ a: text }, { anyOf: [{ additionalProperties: { minLength: 1 } }] }),
  ],
  [
    'an extension within anyOf',
    'ST-3',
    object({ a: text }, { anyOf: [{ 'x-kubernetes-preserve-unknown-fields': true }] }),
  ],
  [
    'a field within anyOf that is not outside',
    'ST-3',
    object({ a: text }, { anyOf: [{ properties: { b: { minLength: 1 } } }] }),
  ],
  [
    'a field within anyOf that is outside',
    'ST-3',
    object({ a: text }, { anyOf: [{ properties: { a: { minLength: 1 } } }, { required: ['a'] }] }),
  ],
  [
    'items within allOf that are not outside',
    'ST-3',
    object({ a: text }, { allOf: [{ properties: { a: { items: { minLength: 1 } } } }] }),
  ],
  [
    'required within oneOf',
    'ST-3',
    object({ a: text, b: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
  ],
  ['enum within not', 'ST-3', object({ a: text }, { not: { properties: { a: { enum: ['x'] } } } })],
  ['rules within anyOf', 'CEL-9', object({ a: text }, { anyOf: [{ 'x-kubernetes-validations': [{ rule: 'true' }] }] })],
  ['rules within allOf', 'CEL-9', object({ a: text }, { allOf: [{ 'x-kubernetes-validations': [{ rule: 'true' }] }] })],
  ['a reference', 'ST-5', object({ a: { $ref: '#/x' } })],
  ['definitions', 'ST-5', object({}, { definitions: { x: text } })],
  ['dependencies', 'ST-5', object({}, { dependencies: { x: ['y'] } })],
  ['patterns of properties', 'ST-5', object({}, { patternProperties: { x: text } })],
  ['additional items', 'ST-5', object({ a: { type: 'array', items: text, additionalItems: false } })],
  ['an id', 'ST-5', object({}, { id: 'x' })],
  ['unique items', 'ST-5', object({ a: { type: 'array', items: text, uniqueItems: true } })],
  ['no unique items', 'ST-5', object({ a: { type: 'array', items: text, uniqueItems: false } })],
  ['a list of items', 'ST-5', object({ a: { type: 'array', items: [text] } })],
  [
    'an embedded resource',
    'ST-6',
    object({ a: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: text } } }),
  ],
  [
    'an embedded resource that is text',
    'ST-6',
    object({ a: { type: 'string', 'x-kubernetes-embedded-resource': true } }),
  ],
  [
    'an embedded resource of nothing',
    'ST-6',
    object({ a: { type: 'object', 'x-kubernetes-embedded-resource': true } }),
  ],
  [
    'an embedded resource that keeps all',
    'ST-6',
    object({
      a: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    }),
  ],
  ['a number or text', 'ST-6', object({ a: { 'x-kubernetes-int-or-string': true } })],
  [
    'a number or text with its alternatives',
    'ST-6',
    object({ a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] } }),
  ],
  [
    'a number or text with alternatives turned round',
    'ST-6',
    object({ a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] } }),
  ],
  ['a number or text with a type', 'ST-6', object({ a: { type: 'string', 'x-kubernetes-int-or-string': true } })],
  [
    'a number or text that keeps all',
    'ST-6',
    object({ a: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true } }),
  ],
  ['all kept', 'ST-6', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  ['all kept without a type', 'ST-6', object({ a: { 'x-kubernetes-preserve-unknown-fields': true } })],
  ['nothing kept, explicitly', 'ST-6', { type: 'object', 'x-kubernetes-preserve-unknown-fields': false }],
  [
    'a map by no key',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-type': 'map', items: object({ k: text }) } }),
  ],
  [
    'a map by a key that is not required',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: text }),
      },
    }),
  ],
  [
    'a map by a key with a default',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: { type: 'string', default: 'x' } }),
      },
    }),
  ],
  [
    'a map by a key that is required',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: text }, { required: ['k'] }),
      },
    }),
  ],
  [
    'a map by a key that does not exist',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['z'],
        items: object({ k: text }),
      },
    }),
  ],
  [
    'a map by a key twice',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k', 'k'],
        items: object({ k: text }, { required: ['k'] }),
      },
    }),
  ],
  [
    'a map by an object',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: object({}) }, { required: ['k'] }),
      },
    }),
  ],
  [
    'a map of text',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'], items: text } }),
  ],
  [
    'keys without a map',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-map-keys': ['k'], items: object({ k: text }) } }),
  ],
  ['a list type nobody knows', 'ST-6', object({ a: { type: 'array', 'x-kubernetes-list-type': 'heap', items: text } })],
  ['a list type of an object', 'ST-6', object({ a: { type: 'object', 'x-kubernetes-list-type': 'set' } })],
  [
    'a set of objects',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-type': 'set', items: object({ k: text }) } }),
  ],
  [
    'a set of whole objects',
    'ST-6',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: object({ k: text }, { 'x-kubernetes-map-type': 'atomic' }),
      },
    }),
  ],
  [
    'a set of what may be null',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string', nullable: true } } }),
  ],
  [
    'a set of lists',
    'ST-6',
    object({ a: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'array', items: text } } }),
  ],
  ['a map type nobody knows', 'ST-6', object({ a: { type: 'object', 'x-kubernetes-map-type': 'loose' } })],
  ['a map type of a list', 'ST-6', object({ a: { type: 'array', 'x-kubernetes-map-type': 'atomic', items: text } })],
  ['a default that fits', 'ST-8', object({ a: { type: 'string', default: 'x' } })],
  ['a default of the wrong type', 'ST-8', object({ a: { type: 'string', default: 5 } })],
  ['a default out of range', 'ST-8', object({ a: { type: 'integer', minimum: 5, default: 1 } })],
  ['a default with surplus', 'ST-8', object({ a: { type: 'object', properties: { b: text }, default: { c: 'd' } } })],
  ['a default of null', 'ST-8', object({ a: { type: 'string', nullable: true, default: null } })],
  ['a default of null where it must not be', 'ST-8', object({ a: { type: 'string', default: null } })],
  ['a default within items', 'ST-8', object({ a: { type: 'array', items: { type: 'string', default: 'x' } } })],
  [
    'a default that no rule allows',
    'ST-8 CEL-4',
    object({ a: { type: 'string', default: 'x', 'x-kubernetes-validations': [{ rule: 'self != "x"' }] } }),
  ],
  ['a pattern that is none', 'ST-1', object({ a: { type: 'string', pattern: '(' } })],
  ['a pattern that looks ahead', 'ST-1', object({ a: { type: 'string', pattern: '(?=x)' } })],
  ['an unknown format', 'FM-1', object({ a: { type: 'string', format: 'nothing' } })],
  ['a known format', 'FM-1', object({ a: { type: 'string', format: 'date-time' } })],
  ['an enum with doubles', 'ST-1', object({ a: { type: 'string', enum: ['x', 'x'] } })],
  ['an enum of another type', 'ST-1', object({ a: { type: 'string', enum: [5] } })],
  ['a minimum above its maximum', 'ST-1', object({ a: { type: 'integer', minimum: 5, maximum: 1 } })],
  ['a required field that does not exist', 'ST-1', object({ a: text }, { required: ['b'] })],
  ['an unknown keyword', 'ST-5', object({ a: { type: 'string', readOnly: true } })],
  ['a negative length', 'ST-1', object({ a: { type: 'string', minLength: -1 } })],
  ['a rule that is no CEL', 'CEL-1', object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'self.a ==' }] })],
  [
    'a rule about what does not exist',
    'CEL-2',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'self.b == 1' }] }),
  ],
  ['a rule that is no truth', 'CEL-1', object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'self.a' }] })],
  ['an empty rule', 'CEL-1', object({ a: text }, { 'x-kubernetes-validations': [{ rule: ' ' }] })],
  [
    'a rule that compares types',
    'CEL-1',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'self.a == 5' }] }),
  ],
  [
    'a message of two lines',
    'CEL-4',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', message: 'a\nb' }] }),
  ],
  ['an empty message', 'CEL-4', object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', message: ' ' }] })],
  [
    'a rule of two lines without a message',
    'CEL-4',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true &&\ntrue' }] }),
  ],
  [
    'a message that is no text',
    'CEL-4',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', messageExpression: '5' }] }),
  ],
  [
    'an unknown reason',
    'CEL-1',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', reason: 'Because' }] }),
  ],
  [
    'a path to a field',
    'CEL-1',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.a' }] }),
  ],
  [
    'a path to nothing',
    'CEL-1',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', fieldPath: '.b' }] }),
  ],
  [
    'a path without a dot',
    'CEL-1',
    object({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true', fieldPath: 'a' }] }),
  ],
  [
    'a rule of changes',
    'CEL-3',
    object({ a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } }),
  ],
  [
    'a rule of changes within a list',
    'CEL-3',
    object({
      a: { type: 'array', items: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] } },
    }),
  ],
  [
    'a rule of changes within a map',
    'CEL-3',
    object({
      a: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['k'],
        items: object({ k: text }, { required: ['k'], 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] }),
      },
    }),
  ],
  [
    'an optional old value',
    'CEL-3',
    object({
      a: {
        type: 'string',
        'x-kubernetes-validations': [{ rule: '!oldSelf.hasValue() || self == oldSelf.value()', optionalOldSelf: true }],
      },
    }),
  ],
  [
    'an optional old value without use',
    'CEL-3',
    object({ a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == "x"', optionalOldSelf: true }] } }),
  ],
  [
    'a rule that costs too much',
    'CEL-7',
    object(
      { a: { type: 'array', items: text }, b: { type: 'array', items: text } },
      { 'x-kubernetes-validations': [{ rule: 'self.a.all(x, self.b.all(y, x != y))' }] },
    ),
  ],
  [
    'a rule that costs little',
    'CEL-7',
    object(
      { a: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 10 } } },
      { 'x-kubernetes-validations': [{ rule: 'self.a.all(x, x != "")' }] },
    ),
  ],
  [
    'rules with libraries',
    'CEL-8',
    object(
      { a: { type: 'string', maxLength: 50 } },
      {
        'x-kubernetes-validations': [
          {
            rule: 'isQuantity(self.a) || isIP(self.a) || isURL(self.a) || self.a.find("x") != "" || self.a.split(",").size() > 1 || [1,2].sum() == 3 || format.dns1123Label().validate(self.a).hasValue()',
          },
        ],
      },
    ),
  ],
  [
    'rules about fields with strange names',
    'CEL-2',
    object(
      { 'a-b': text, namespace: text, 'x.y': text, __u: text },
      {
        'x-kubernetes-validations': [
          { rule: 'self.a__dash__b == self.__namespace__ || self.x__dot__y == self.__underscores__u' },
        ],
      },
    ),
  ],
]

const wrong: readonly [name: string, rules: string, body: object][] = [
  [
    'a name that is not its own',
    'CRD-1',
    { ...define([spec({ type: 'object' })]), metadata: { name: 'other.{id}.example.dev' } },
  ],
  [
    'a group without a dot',
    'CRD-1',
    {
      metadata: { name: 'widgets.{id}' },
      spec: {
        group: '{id}',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [spec({ type: 'object' })],
      },
    },
  ],
  [
    'a group in capitals',
    'CRD-1',
    {
      metadata: { name: 'widgets.{id}.Example.dev' },
      spec: {
        group: '{id}.Example.dev',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [spec({ type: 'object' })],
      },
    },
  ],
  [
    'no group',
    'CRD-1',
    {
      metadata: { name: 'widgets.' },
      spec: { scope: 'Namespaced', names: { plural: 'widgets', kind: 'Widget' }, versions: [spec({ type: 'object' })] },
    },
  ],
  ['no versions', 'CRD-1', define([])],
  ['no stored version', 'CRD-1', define([{ ...spec({ type: 'object' }), storage: false }])],
  ['two stored versions', 'CRD-1', define([spec({ type: 'object' }), { ...spec({ type: 'object' }), name: 'v2' }])],
  ['one version twice', 'CRD-1', define([spec({ type: 'object' }), { ...spec({ type: 'object' }), storage: false }])],
  ['no schema', 'CRD-1', define([{ name: 'v1', served: true, storage: true }])],
  ['an empty schema', 'CRD-1', define([{ name: 'v1', served: true, storage: true, schema: {} }])],
  [
    'a schema without a type',
    'ST-1',
    define([{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: {} } }]),
  ],
  [
    'a schema that is text',
    'ST-1',
    define([{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'string' } } }]),
  ],
  ['a name of a version that is none', 'CRD-1', define([{ ...spec({ type: 'object' }), name: 'V_1' }])],
  ['an unknown scope', 'CRD-1', define([spec({ type: 'object' })], { scope: 'Planet' })],
  ['no scope', 'CRD-1', define([spec({ type: 'object' })], { scope: undefined })],
  ['no kind', 'CRD-1', define([spec({ type: 'object' })], { names: { plural: 'widgets' } })],
  [
    'a kind that is no label',
    'CRD-1',
    define([spec({ type: 'object' })], { names: { plural: 'widgets', kind: 'Wid get' } }),
  ],
  ['no plural', 'CRD-1', define([spec({ type: 'object' })], { names: { kind: 'Widget' } })],
  [
    'a short name that is none',
    'CRD-1',
    define([spec({ type: 'object' })], { names: { plural: 'widgets', kind: 'Widget', shortNames: ['A B'] } }),
  ],
  [
    'a category that is none',
    'CRD-1',
    define([spec({ type: 'object' })], { names: { plural: 'widgets', kind: 'Widget', categories: ['A B'] } }),
  ],
  [
    'a list kind that is its kind',
    'CRD-1',
    define([spec({ type: 'object' })], { names: { plural: 'widgets', kind: 'Widget', listKind: 'Widget' } }),
  ],
  ['fields kept everywhere', 'CRD-1', define([spec({ type: 'object' })], { preserveUnknownFields: true })],
  ['a conversion nobody knows', 'CRD-2', define([spec({ type: 'object' })], { conversion: { strategy: 'Magic' } })],
  [
    'a conversion without a webhook',
    'CRD-2',
    define([spec({ type: 'object' })], { conversion: { strategy: 'Webhook' } }),
  ],
  [
    'a webhook without a conversion',
    'CRD-2',
    define([spec({ type: 'object' })], {
      conversion: {
        strategy: 'None',
        webhook: { clientConfig: { url: 'https://x.dev' }, conversionReviewVersions: ['v1'] },
      },
    }),
  ],
  [
    'a webhook without versions',
    'CRD-2',
    define([spec({ type: 'object' })], {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://x.dev' }, conversionReviewVersions: [] },
      },
    }),
  ],
  [
    'a webhook without TLS',
    'CV-4',
    define([spec({ type: 'object' })], {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'http://x.dev' }, conversionReviewVersions: ['v1'] },
      },
    }),
  ],
  [
    'a webhook at two places',
    'CV-4',
    define([spec({ type: 'object' })], {
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { url: 'https://x.dev', service: { name: 's', namespace: 'n' } },
          conversionReviewVersions: ['v1'],
        },
      },
    }),
  ],
  [
    'a webhook behind a service',
    'CRD-2 CV-4',
    define([spec({ type: 'object' })], {
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { service: { name: 's', namespace: 'n', path: '/x' } },
          conversionReviewVersions: ['v1'],
        },
      },
    }),
  ],
  [
    'a webhook of versions nobody speaks',
    'CV-1',
    define([spec({ type: 'object' })], {
      conversion: {
        strategy: 'Webhook',
        webhook: { clientConfig: { url: 'https://x.dev' }, conversionReviewVersions: ['v9'] },
      },
    }),
  ],
  [
    'metadata with labels',
    'ST-4',
    define([props({ metadata: { type: 'object', properties: { labels: { type: 'object' } } } })]),
  ],
  [
    'metadata with a name',
    'ST-4',
    define([props({ metadata: { type: 'object', properties: { name: { type: 'string', maxLength: 5 } } } })]),
  ],
  ['metadata that is text', 'ST-4', define([props({ metadata: text })])],
  [
    'metadata with a default',
    'ST-4 ST-8',
    define([props({ metadata: { type: 'object', properties: { name: { type: 'string', default: 'x' } } } })]),
  ],
  ['a kind that is a number', 'ST-4', define([props({ kind: { type: 'integer' } })])],
  [
    'additional properties at the root',
    'ST-2',
    define([
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', additionalProperties: { type: 'string' } } },
      },
    ]),
  ],
  ['a root that may be null', 'ST-1', define([props({}, { nullable: true })])],
  [
    'alternatives at the root with a status',
    'ST-7',
    define([{ ...props({ a: text }, { anyOf: [{ required: ['a'] }] }), subresources: { status: {} } }]),
  ],
  [
    'rules at the root with a status',
    'ST-7',
    define([
      { ...props({ a: text }, { 'x-kubernetes-validations': [{ rule: 'true' }] }), subresources: { status: {} } },
    ]),
  ],
  ['a scale without paths', 'SR-2', define([{ ...props({}), subresources: { scale: {} } }])],
  [
    'a scale with wrong paths',
    'SR-2',
    define([
      {
        ...props({}),
        subresources: {
          scale: { specReplicasPath: 'spec.n', statusReplicasPath: '.spec.n', labelSelectorPath: '.x[0]' },
        },
      },
    ]),
  ],
  [
    'a scale',
    'SR-2',
    define([
      {
        ...props({}),
        subresources: {
          scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.s' },
        },
      },
    ]),
  ],
  [
    'a column without a path',
    'PC-1',
    define([{ ...props({}), additionalPrinterColumns: [{ name: 'A', type: 'string' }] }]),
  ],
  [
    'a column of an unknown type',
    'PC-1',
    define([{ ...props({}), additionalPrinterColumns: [{ name: 'A', type: 'thing', jsonPath: '.spec' }] }]),
  ],
  [
    'a column with a wrong path',
    'PC-1',
    define([
      {
        ...props({}),
        additionalPrinterColumns: [
          { name: 'A', type: 'string', jsonPath: 'spec' },
          { name: 'B', type: 'string', jsonPath: '.a[' },
        ],
      },
    ]),
  ],
  [
    'a column without a name',
    'PC-1',
    define([{ ...props({}), additionalPrinterColumns: [{ name: '', type: 'string', jsonPath: '.spec' }] }]),
  ],
  [
    'columns',
    'PC-1',
    define([
      {
        ...props({}),
        additionalPrinterColumns: [
          {
            name: 'A',
            type: 'date',
            jsonPath: '.metadata.creationTimestamp',
            format: 'x',
            description: 'd',
            priority: 1,
          },
        ],
      },
    ]),
  ],
  [
    'a selectable field that does not exist',
    'LI-13',
    define([{ ...props({}), selectableFields: [{ jsonPath: '.spec.x' }] }]),
  ],
  [
    'a selectable field of the metadata',
    'LI-13',
    define([{ ...props({}), selectableFields: [{ jsonPath: '.metadata.name' }] }]),
  ],
  [
    'a selectable object',
    'LI-13',
    define([{ ...props({ spec: { type: 'object' } }), selectableFields: [{ jsonPath: '.spec' }] }]),
  ],
  [
    'a selectable field twice',
    'LI-13',
    define([{ ...props({ a: text }), selectableFields: [{ jsonPath: '.a' }, { jsonPath: '.a' }] }]),
  ],
  [
    'nine selectable fields',
    'LI-13',
    define([
      {
        ...props(Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, text]))),
        selectableFields: Array.from({ length: 9 }, (_, at) => ({ jsonPath: `.f${at}` })),
      },
    ]),
  ],
  ['a warning without deprecation', 'WN-2', define([{ ...props({}), deprecationWarning: 'x' }])],
  ['all that is filled in', 'CRD-2 CRD-3', define([spec({ type: 'object' })])],
  [
    'a status of its own',
    'CRD-3',
    {
      ...define([spec({ type: 'object' })]),
      status: { storedVersions: ['v9'], conditions: [{ type: 'Established', status: 'True' }] },
    },
  ],
]

export default defineSuite({
  section: '1.12',
  topic: 'definitions',
  cases: [
    ...schemas.map(([name, rules, schema]) =>
      check(`judges a schema with ${name}`, rules, tried(define([spec(schema)]))),
    ),
    ...wrong.map(([name, rules, body]) => check(`judges ${name}`, rules, tried(body))),
    check(
      'is established',
      'CRD-4',
      quietly(post(definitions, define([spec({ type: 'object' })]))),
      get(own, { until: { contains: '"type":"Established","status":"True"' } }),
      get('/apis/{id}.example.dev/v1/widgets', { until: { status: 200 } }),
    ),
    check(
      'tells how it is established',
      'CRD-4',
      openWatch(
        'w',
        `${definitions}?watch=true&fieldSelector=metadata.name%3Dwidgets.{id}.example.dev&resourceVersion=0`,
      ),
      quietly(post(definitions, define([spec({ type: 'object' })]))),
      closeWatch('w', 3),
    ),
    check(
      'refuses a conflict of names',
      'CRD-5',
      ...establish({ of: 'id', versions: [version({})] }),
      quietly(post(definitions, definition({ of: 'id', plural: 'gadgets', kind: 'Widget', versions: [version({})] }))),
      get(`${definitions}/gadgets.{id}.example.dev`, { until: { contains: 'NamesAccepted' } }),
      get('/apis/{id}.example.dev/v1/gadgets'),
    ),
    check(
      'refuses conflicts of short names',
      'CRD-5',
      ...establish({
        of: 'id',
        versions: [version({})],
        spec: { names: { plural: 'widgets', kind: 'Widget', shortNames: ['wd'] } },
      }),
      quietly(
        post(
          definitions,
          definition({
            of: 'id',
            plural: 'gadgets',
            kind: 'Gadget',
            versions: [version({})],
            spec: { names: { plural: 'gadgets', kind: 'Gadget', shortNames: ['wd'] } },
          }),
        ),
      ),
      get(`${definitions}/gadgets.{id}.example.dev`, { until: { contains: 'NamesAccepted' } }),
    ),
    check(
      'accepts names when they are free again',
      'CRD-5',
      ...establish({ of: 'id', versions: [version({})] }),
      quietly(post(definitions, definition({ of: 'id', plural: 'gadgets', kind: 'Widget', versions: [version({})] }))),
      until(`${definitions}/gadgets.{id}.example.dev`, { contains: 'KindConflict' }),
      quietly(del(own)),
      get(`${definitions}/gadgets.{id}.example.dev`, { until: { contains: '"type":"Established","status":"True"' } }),
    ),
    check(
      'notes an approved group',
      'CRD-6 DI-9',
      quietly(
        post(definitions, {
          metadata: {
            name: 'widgets.{id}.k8s.io',
            annotations: { 'api-approved.kubernetes.io': 'unapproved, testing' },
          },
          spec: {
            group: '{id}.k8s.io',
            scope: 'Cluster',
            names: { plural: 'widgets', kind: 'Widget' },
            versions: [version({})],
          },
        }),
      ),
      get(`${definitions}/widgets.{id}.k8s.io`, {
        until: { contains: 'KubernetesAPIApprovalPolicyConformant' },
        compare: 'status',
      }),
    ),
    check(
      'changes neither group nor plural nor scope nor kind',
      'CRD-8',
      ...establish({ of: 'id', versions: [version({})] }),
      get(own, { saveAs: 'd', compare: 'none' }),
      put(own, edited('d', { 'spec.group': 'other.example.dev' })),
      put(own, edited('d', { 'spec.names.plural': 'others' })),
      put(own, edited('d', { 'spec.scope': 'Cluster' })),
      put(own, edited('d', { 'spec.names.kind': 'Other' })),
    ),
    check(
      'changes other names',
      'CRD-8 PC-2',
      ...establish({ of: 'id', versions: [version({})] }),
      mergePatch(own, {
        spec: { names: { shortNames: ['wq'], singular: 'widgy', listKind: 'WidgetTable', categories: ['all'] } },
      }),
      get('/apis/{id}.example.dev/v1', { until: { contains: 'widgy' } }),
      get('/apis/{id}.example.dev/v1/widgets', { until: { contains: 'WidgetTable' } }),
    ),
    check(
      'keeps versions that may be stored',
      'CRD-3',
      ...establish({ of: 'id', versions: [version({})] }),
      mergePatch(
        own,
        { spec: { versions: [version({}, { storage: false }), version({}, { name: 'v2' })] } },
        { saveAs: 'd' },
      ),
      mergePatch(own, { spec: { versions: [version({}, { name: 'v2' })] } }),
      mergePatch(`${own}/status`, { status: { storedVersions: ['v1'] } }),
      mergePatch(`${own}/status`, { status: { storedVersions: ['v2', 'v9'] } }),
      mergePatch(`${own}/status`, { status: { storedVersions: ['v2'] } }),
      mergePatch(own, { spec: { versions: [version({}, { name: 'v2' })] } }),
      get('/apis/{id}.example.dev/v1/widgets', { until: { status: 404 } }),
    ),
    check(
      'serves every version',
      'CRD-9',
      ...establish({
        of: 'id',
        versions: [
          version({ a: text }),
          version({ b: text }, { name: 'v2', storage: false }),
          version({}, { name: 'v3', storage: false, served: false }),
        ],
      }),
      post('/apis/{id}.example.dev/v1/namespaces/{ns}/widgets', {
        apiVersion: '{id}.example.dev/v1',
        kind: 'Widget',
        metadata: { name: 'a' },
        a: 'x',
        b: 'y',
      }),
      get('/apis/{id}.example.dev/v2/namespaces/{ns}/widgets/a', { until: { status: 200 } }),
      get('/apis/{id}.example.dev/v3/namespaces/{ns}/widgets/a'),
      get('/apis/{id}.example.dev/v2/namespaces/{ns}/widgets'),
    ),
    check(
      'takes its objects along',
      'CRD-7 CR-11',
      ...establish({ of: 'id', versions: [version({})] }),
      quietly(
        post('/apis/{id}.example.dev/v1/namespaces/{ns}/widgets', {
          apiVersion: '{id}.example.dev/v1',
          kind: 'Widget',
          metadata: { name: 'a', finalizers: ['example.dev/hold'] },
        }),
      ),
      quietly(del(own)),
      until('/apis/{id}.example.dev/v1/namespaces/{ns}/widgets/a', { contains: 'deletionTimestamp' }),
      post('/apis/{id}.example.dev/v1/namespaces/{ns}/widgets', {
        apiVersion: '{id}.example.dev/v1',
        kind: 'Widget',
        metadata: { name: 'b' },
      }),
      quietly(mergePatch('/apis/{id}.example.dev/v1/namespaces/{ns}/widgets/a', { metadata: { finalizers: null } })),
      until(own, { status: 404 }),
    ),
    check(
      'has a generation',
      'GEN-2',
      quietly(post(definitions, define([spec({ type: 'object' })]))),
      until(own, { contains: '"type":"Established","status":"True"' }),
      mergePatch(own, { spec: { names: { categories: ['all'] } } }, { compare: 'status' }),
      get(own, { compare: 'status', until: { contains: 'categories' } }),
    ),
    check(
      'writes no status through the definition',
      'CRD-3',
      ...establish({ of: 'id', versions: [version({})] }),
      mergePatch(own, { status: { storedVersions: ['v7'] } }),
      get(`${own}/status`),
    ),
  ],
})
