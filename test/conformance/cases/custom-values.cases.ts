/** Catalogue 1.12, second part: values of custom resources: validation, pruning, defaulting. */
import {
  check,
  defineSuite,
  get,
  inNamespace,
  mergePatch,
  post,
  put,
  quietly,
} from '../../../tools/conformance/steps.ts'
import { edited } from '../../../tools/conformance/steps.ts'
import { formats } from '../../../tools/schema-oracle/questions.ts'
import { establish, version, widget, widgets } from './widgets.ts'

const text = { type: 'string' }
const properties = {
  i: { type: 'integer', minimum: 1, maximum: 9 },
  ix: { type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
  i32: { type: 'integer', format: 'int32' },
  i64: { type: 'integer', format: 'int64' },
  num: { type: 'number', multipleOf: 0.5 },
  even: { type: 'integer', multipleOf: 2 },
  float: { type: 'number', format: 'float' },
  s: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]*$' },
  e: { type: 'string', enum: ['a', 'b'] },
  ei: { type: 'integer', enum: [1, 2] },
  b: { type: 'boolean' },
  list: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', maxLength: 3 } },
  set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
  map: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: { type: 'object', required: ['name'], properties: { name: text, v: { type: 'integer', default: 3 } } },
  },
  obj: { type: 'object', required: ['must'], properties: { must: text, may: text } },
  props: { type: 'object', minProperties: 1, maxProperties: 2, additionalProperties: { type: 'integer', minimum: 0 } },
  port: { 'x-kubernetes-int-or-string': true },
  nul: { type: 'string', nullable: true },
  dflt: { type: 'string', default: 'filled' },
  nuldflt: { type: 'string', nullable: true, default: 'filled' },
  deep: {
    type: 'object',
    properties: {
      x: { type: 'string', default: 'deep' },
      y: { type: 'object', default: {}, properties: { z: { type: 'integer', default: 7 } } },
    },
  },
  whole: { type: 'object', default: { a: 'b' }, properties: { a: text, c: { type: 'string', default: 'd' } } },
  free: {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
    properties: { known: { type: 'object', properties: { k: text } } },
  },
  embedded: {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    properties: { spec: { type: 'object', properties: { a: text } } },
  },
  one: { type: 'object', properties: { a: text, b: text }, oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  any: { type: 'object', properties: { a: text, b: text }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  all: {
    type: 'object',
    properties: { a: text },
    allOf: [{ required: ['a'] }, { properties: { a: { minLength: 3 } } }],
  },
  not: { type: 'object', properties: { a: text }, not: { required: ['a'] } },
  f: { type: 'object', properties: Object.fromEntries(formats.map((format) => [format, { type: 'string', format }])) },
}

/** A text is a raw spec that JSON.stringify would serialize differently. */
const values: readonly [name: string, rules: string, spec: object | string | null][] = [
  ['a number too small', 'ER-5', { i: 0 }],
  ['a number too large', 'ER-5', { i: 10 }],
  ['a number at its limit', 'ER-5', { i: 9 }],
  ['a number that must be more', 'ER-5', { ix: 1 }],
  ['a number that must be less', 'ER-5', { ix: 9 }],
  ['text for a number', 'ER-5', { i: '5' }],
  ['a fraction for a whole', 'ER-5', { i: 1.5 }],
  ['a whole written with a fraction', 'ER-5', '{"i":2.0}'],
  ['a number beyond 32 bits', 'FM-1', { i32: 3_000_000_000 }],
  ['a number beyond 64 bits', 'FM-1', '{"i64":99999999999999999999}'],
  ['a number that is no multiple', 'ER-5', { num: 0.3 }],
  ['a number that is odd', 'ER-5', { even: 3 }],
  ['a number that is no float', 'FM-1', { float: 1e300 }],
  ['text too short', 'ER-5', { s: 'a' }],
  ['text too long', 'ER-5', { s: 'abcdef' }],
  ['text that matches no pattern', 'ER-5', { s: 'ABC' }],
  ['text of letters that count double', 'ER-5', { s: 'äöüß' }],
  ['three faults of one text', 'ER-5', { s: 'ABCDEFG' }],
  ['a choice that is none', 'ER-5', { e: 'c' }],
  ['a choice of numbers that is none', 'ER-5', { ei: 3 }],
  ['a number for a truth', 'ER-5', { b: 1 }],
  ['text for a truth', 'ER-5', { b: 'true' }],
  ['an empty list', 'ER-5', { list: [] }],
  ['a list too long', 'ER-5', { list: ['a', 'b', 'c'] }],
  ['a list with a text too long', 'ER-5', { list: ['abcd'] }],
  ['a list with a number', 'ER-5', { list: [5] }],
  ['a list with null', 'PR-3', { list: [null] }],
  ['an object for a list', 'ER-5', { list: {} }],
  ['a list for an object', 'ER-5', { obj: [] }],
  ['text for an object', 'ER-5', { obj: 'x' }],
  ['an object without what it must have', 'ER-5', { obj: {} }],
  ['an object with null for what it must have', 'PR-3', { obj: { must: null } }],
  ['a set with a double', 'ER-5', { set: ['a', 'b', 'a'] }],
  ['a map with a double', 'ER-5', { map: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] }],
  ['a map without a key', 'ER-5', { map: [{ v: 1 }] }],
  ['no properties', 'ER-5', { props: {} }],
  ['too many properties', 'ER-5', { props: { a: 1, b: 2, c: 3 } }],
  ['a property too small', 'ER-5', { props: { a: -1 } }],
  ['a property of the wrong type', 'ER-5', { props: { a: 'x' } }],
  ['a number for number or text', 'ER-5', { port: 80 }],
  ['text for number or text', 'ER-5', { port: 'http' }],
  ['truth for number or text', 'ER-5', { port: true }],
  ['a fraction for number or text', 'ER-5', { port: 1.5 }],
  ['null where it may be', 'PR-3', { nul: null }],
  ['null where it may not be', 'PR-3', { s: null }],
  ['null for what has a default', 'PR-3 DF-1', { dflt: null }],
  ['null for what may be null and has a default', 'PR-3 DF-1', { nuldflt: null }],
  ['nothing', 'DF-1', {}],
  ['null for all', 'PR-3', null],
  ['defaults within an object', 'DF-1', { deep: {} }],
  ['defaults within a list', 'DF-1', { map: [{ name: 'a' }, { name: 'b', v: 1 }] }],
  ['surplus', 'PR-1', { surplus: 1, obj: { must: 'x', more: 1 }, map: [{ name: 'a', more: 1 }] }],
  ['surplus where all is kept', 'PR-1', { free: { any: { thing: [1] }, known: { k: 'v', gone: 1 } } }],
  [
    'an embedded object',
    'PR-2',
    {
      embedded: {
        apiVersion: 'v1',
        kind: 'X',
        metadata: { name: 'e', labels: { a: 'b' } },
        spec: { a: 'x', gone: 1 },
        gone: 2,
      },
    },
  ],
  ['an embedded object without a kind', 'PR-2', { embedded: { apiVersion: 'v1', metadata: { name: 'e' } } }],
  [
    'an embedded object with a bad name',
    'PR-2',
    { embedded: { apiVersion: 'v1', kind: 'X', metadata: { name: 'Bad_' } } },
  ],
  [
    'an embedded object with bad labels',
    'PR-2',
    { embedded: { apiVersion: 'v1', kind: 'X', metadata: { labels: { a: 5 } } } },
  ],
  ['an embedded object of nothing', 'PR-2', { embedded: {} }],
  ['none of the alternatives', 'ER-5', { one: {} }],
  ['both alternatives', 'ER-5', { one: { a: 'x', b: 'y' } }],
  ['one alternative', 'ER-5', { one: { a: 'x' } }],
  ['none of any', 'ER-5', { any: {} }],
  ['not all', 'ER-5', { all: { a: 'x' } }],
  ['none of all', 'ER-5', { all: {} }],
  ['what it must not be', 'ER-5', { not: { a: 'x' } }],
]

const samples: Readonly<Record<(typeof formats)[number], readonly string[]>> = {
  bsonobjectid: ['507f1f77bcf86cd799439011', 'x'],
  uri: ['https://example.dev/a?b#c', '://', '/relative', 'a b'],
  email: ['a@b.dev', 'a', 'A <a@b.dev>'],
  hostname: ['example.dev', '-a', 'a_b', 'x'.repeat(300)],
  ipv4: ['1.2.3.4', '1.2.3', '::1', '01.2.3.4'],
  ipv6: ['::1', '1.2.3.4', 'fe80::1%eth0'],
  cidr: ['10.0.0.0/8', '10.0.0.0', '10.0.0.0/33', '::/0'],
  mac: ['01:23:45:67:89:ab', '01-23', 'x'],
  uuid: ['00000000-0000-4000-8000-000000000000', 'x', '00000000000040008000000000000000'],
  uuid3: ['00000000-0000-3000-8000-000000000000', '00000000-0000-4000-8000-000000000000'],
  uuid4: ['00000000-0000-4000-8000-000000000000', '00000000-0000-3000-8000-000000000000'],
  uuid5: ['00000000-0000-5000-8000-000000000000', '00000000-0000-4000-8000-000000000000'],
  isbn: ['978-3-16-148410-0', '3-16-148410-X', 'x'],
  isbn10: ['3-16-148410-X', '3161484100'],
  isbn13: ['978-3-16-148410-0', '9783161484101'],
  creditcard: ['4111 1111 1111 1111', '4111111111111112'],
  ssn: ['123-45-6789', '123456789x'],
  hexcolor: ['#ff00aa', '#f0a', 'red'],
  rgbcolor: ['rgb(1,2,3)', 'rgb(300,0,0)', 'red'],
  byte: ['aGVsbG8=', '!', 'aGVsbG8'],
  password: ['anything'],
  date: ['2001-02-03', '2001-02-30', '2001-2-3', '2001-02-03T00:00:00Z'],
  duration: ['1h', '5 minutes', '1d', 'soon', 'P1D'],
  'date-time': [
    '2001-02-03T04:05:06Z',
    '2001-02-03T04:05:06.789+02:00',
    '2001-02-03',
    '2001-02-03 04:05:06Z',
    '2001-02-03t04:05:06z',
  ],
  'k8s-short-name': ['abc', 'a.b', 'A', 'x'.repeat(64)],
  'k8s-long-name': ['a.b', 'a_b', 'x'.repeat(254)],
}

/** Validation ratcheting after a schema change: old violations are tolerated if unchanged. */
const ratcheted = {
  old: { type: 'string' },
  list: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    items: { type: 'object', required: ['k'], properties: { k: text, v: text } },
  },
  plain: { type: 'array', items: text },
  other: { type: 'string' },
}
const tightened = {
  old: {
    type: 'string',
    maxLength: 3,
    'x-kubernetes-validations': [{ rule: 'self.startsWith("a")', message: 'must start with a' }],
  },
  list: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    items: { type: 'object', required: ['k'], properties: { k: text, v: { type: 'string', enum: ['x'] } } },
  },
  plain: { type: 'array', items: { type: 'string', maxLength: 2 } },
  other: { type: 'string' },
}
const olds = '/apis/{suite}.example.dev/v1/namespaces/{ns}/olds'
const news = '/apis/{suite}.example.dev/v2/namespaces/{ns}/olds'
const old = (spec: object) =>
  quietly(post(olds, { apiVersion: '{suite}.example.dev/v1', kind: 'Old', metadata: { name: 'a' }, spec }))

export default defineSuite({
  section: '1.12',
  topic: 'values',
  setup: [
    ...establish({
      versions: [
        version(
          {
            spec: { type: 'object', nullable: true, properties },
            status: { type: 'object', default: { p: 'new' }, properties: { p: { type: 'string' } } },
          },
          { subresources: { status: {} } },
        ),
      ],
    }),
    ...establish({
      plural: 'olds',
      kind: 'Old',
      versions: [
        version({ spec: { type: 'object', properties: ratcheted } }),
        version({ spec: { type: 'object', properties: tightened } }, { name: 'v2', storage: false }),
      ],
    }),
  ],
  cases: [
    ...values.map(([name, rules, spec]) =>
      check(
        `takes ${name}`,
        rules,
        post(
          widgets,
          typeof spec === 'string'
            ? `{"apiVersion":"{suite}.example.dev/v1","kind":"Widget","metadata":{"name":"a"},"spec":${spec}}`
            : widget({ name: 'a' }, { spec }),
        ),
      ),
    ),
    ...values
      .filter(([, , spec]) => typeof spec !== 'string' && spec !== null)
      .slice(0, 40)
      .map(([name, rules, spec]) =>
        check(
          `is changed to ${name}`,
          rules,
          quietly(post(widgets, widget({ name: 'a' }))),
          mergePatch(`${widgets}/a`, { spec }),
        ),
      ),
    ...formats.map((format) =>
      check(
        `knows the format ${format}`,
        'FM-1',
        ...samples[format].map((value) =>
          post(`${widgets}?dryRun=All`, widget({ name: 'a' }, { spec: { f: { [format]: value } } })),
        ),
      ),
    ),
    check(
      'has its status filled in',
      'DF-2',
      post(widgets, widget({ name: 'a' }, { status: { p: 'x' } })),
      get(`${widgets}/a`),
      mergePatch(`${widgets}/a/status`, { status: null }),
      mergePatch(`${widgets}/a/status`, { status: { p: 5 } }),
    ),
    check(
      'keeps kind and version',
      'PR-2 CR-4',
      post(widgets, { kind: 'Widget', metadata: { name: 'a' } }),
      post(widgets, { apiVersion: '{suite}.example.dev/v1', metadata: { name: 'a' } }),
      post(widgets, { apiVersion: '{suite}.example.dev/v1', kind: 'Other', metadata: { name: 'a' } }),
      post(widgets, { apiVersion: 'v1', kind: 'Widget', metadata: { name: 'a' } }),
      post(widgets, { apiVersion: '{suite}.example.dev/v2', kind: 'Widget', metadata: { name: 'a' } }),
    ),
    check(
      'has strict metadata',
      'PR-2',
      post(widgets, widget({ name: 'a', labels: { a: 5 } })),
      post(widgets, widget({ name: 'a', labels: 'x' })),
      post(widgets, widget({ name: 'a', annotations: { a: true } })),
      post(widgets, widget({ name: 'a', finalizers: 'x' })),
      post(widgets, widget({ name: 'a', ownerReferences: [{}] })),
      post(widgets, widget({ name: 'a', creationTimestamp: 'soon' })),
      post(widgets, widget({ name: 'a', generation: 'x' })),
    ),
    check(
      'forgives what was wrong before',
      'RT-1',
      old({ old: 'bbbbbb', list: [{ k: 'a', v: 'wrong' }], plain: ['long enough'] }),
      mergePatch(`${news}/a`, { spec: { other: 'x' } }),
      mergePatch(`${news}/a`, { spec: { old: 'cccccc' } }),
      mergePatch(`${news}/a`, {
        spec: {
          list: [
            { k: 'a', v: 'wrong' },
            { k: 'b', v: 'x' },
          ],
        },
      }),
      mergePatch(`${news}/a`, { spec: { list: [{ k: 'b', v: 'wrong' }] } }),
      mergePatch(`${news}/a`, { spec: { plain: ['long enough', 'ab'] } }),
      mergePatch(`${news}/a`, { metadata: { labels: { a: 'b' } } }),
    ),
    check(
      'forgives nothing that is new',
      'RT-1',
      old({ other: 'x' }),
      mergePatch(`${news}/a`, { spec: { old: 'bbbbbb' } }),
      mergePatch(`${news}/a`, { spec: { old: 'bb' } }),
      mergePatch(`${news}/a`, { spec: { old: 'ab' } }),
    ),
    check(
      'forgives by PUT',
      'RT-1',
      old({ old: 'bbbbbb' }),
      get(`${news}/a`, { saveAs: 'a', compare: 'none' }),
      put(`${news}/a`, edited('a', { 'spec.other': 'x' })),
      put(`${news}/a`, edited('a', { 'spec.old': 'dddddd' })),
    ),
    check(
      'cannot be scaled',
      'SR-1',
      quietly(post(widgets, widget({ name: 'a' }))),
      get(`${widgets}/a/scale`),
      get(`${widgets}/a/status`),
      post(`${widgets}/a/status`, {}),
    ),
    check(
      'is named by rules of its own',
      'CR-12',
      ...['Upper', 'a.b', 'a_b', '1', 'x'.repeat(254)].map((name) => post(`${widgets}?dryRun=All`, widget({ name }))),
    ),
    check('is generated', 'CR-6', post(widgets, widget({ generateName: 'gen-' })), post(widgets, widget({}))),
    check(
      'lives in a namespace',
      'CR-9 CR-5',
      post('/apis/{suite}.example.dev/v1/namespaces/{id}-none/widgets', widget({ name: 'a' })),
      post(widgets, widget({ name: 'a', namespace: 'other' })),
      get(inNamespace('configmaps')),
    ),
  ],
})
