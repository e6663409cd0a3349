/** Catalogue 1.12, third part: CEL rules, subresources, columns and conversion. */
import type { Hooks, Review } from '../../../tools/conformance/case.ts'
import { check, defineSuite, get, mergePatch, post, put, quietly, until } from '../../../tools/conformance/steps.ts'
import { definitions, establish, version, widget, widgets } from './widgets.ts'

const text = { type: 'string', maxLength: 100 }
const ruled = (rule: object | string, rest: object) => ({
  ...rest,
  'x-kubernetes-validations': [typeof rule === 'string' ? { rule } : rule].flat(),
})

/** Each is a field `.spec.<name>` with a rule, followed by values that satisfy or violate it. */
const fields: Readonly<Record<string, readonly [schema: object, ...values: unknown[]]>> = {
  positive: [ruled('self > 0', { type: 'integer' }), 1, 0, -5],
  message: [ruled({ rule: 'self != "x"', message: 'must not be x' }, text), 'y', 'x'],
  expression: [ruled({ rule: 'self.size() < 3', messageExpression: '"too long: " + self' }, text), 'ab', 'abcd'],
  failing: [
    ruled({ rule: 'self.size() < 3', messageExpression: '"x".substring(self.size())', message: 'fallback' }, text),
    'abcd',
  ],
  forbidden: [ruled({ rule: 'self == "a"', reason: 'FieldValueForbidden' }, text), 'b'],
  required: [ruled({ rule: 'self == "a"', reason: 'FieldValueRequired', message: 'is needed' }, text), 'b'],
  duplicate: [ruled({ rule: 'self == "a"', reason: 'FieldValueDuplicate' }, text), 'b'],
  object: [
    ruled(
      { rule: 'self.min <= self.max' },
      { type: 'object', properties: { min: { type: 'integer' }, max: { type: 'integer' } } },
    ),
    { min: 1, max: 2 },
    { min: 3, max: 2 },
    { min: 3 },
    {},
  ],
  path: [
    ruled(
      { rule: 'self.a == "x"', fieldPath: '.a', message: 'look here' },
      { type: 'object', properties: { a: text } },
    ),
    { a: 'x' },
    { a: 'y' },
  ],
  list: [ruled('self.all(x, x > 0)', { type: 'array', maxItems: 10, items: { type: 'integer' } }), [1, 2], [1, -1], []],
  items: [{ type: 'array', maxItems: 10, items: ruled('self > 0', { type: 'integer' }) }, [1], [0, 1, -1]],
  map: [
    { type: 'object', maxProperties: 10, additionalProperties: ruled('self.startsWith("a")', text) },
    { x: 'ab' },
    { y: 'b', z: 'ac' },
  ],
  has: [ruled('has(self.a) || has(self.b)', { type: 'object', properties: { a: text, b: text } }), { a: 'x' }, {}],
  optional: [
    ruled('self.?a.orValue("z") == "z"', { type: 'object', properties: { a: text } }),
    {},
    { a: 'z' },
    { a: 'q' },
  ],
  quantity: [ruled('isQuantity(self) && quantity(self).isLessThan(quantity("1Gi"))', text), '5Mi', '2Gi', 'x'],
  ip: [ruled('isIP(self) && ip(self).family() == 4', text), '1.2.3.4', '::1', 'x'],
  cidr: [ruled('isCIDR(self) && cidr(self).containsIP("10.0.0.1")', text), '10.0.0.0/8', '11.0.0.0/8', 'x'],
  url: [ruled('isURL(self) && url(self).getScheme() == "https"', text), 'https://a.dev', 'http://a.dev', ':'],
  regex: [ruled('self.matches("^[a-z]+$") && self.find("b+") != ""', text), 'abb', 'a', 'A'],
  strings: [
    ruled(
      'self.lowerAscii() == "abc" || self.replace("x", "y") == "yy" || self.split(",").size() == 3 || self.trim() == "t"',
      text,
    ),
    'ABC',
    'xx',
    'a,b,c',
    ' t ',
    'no',
  ],
  sets: [ruled('sets.contains(["a", "b"], self)', { type: 'array', maxItems: 5, items: text }), ['a'], ['c']],
  sums: [
    ruled('self.sum() < 10 && self.isSorted() && self.max() < 8', {
      type: 'array',
      maxItems: 5,
      items: { type: 'integer' },
    }),
    [1, 2],
    [2, 1],
    [9],
  ],
  when: [
    ruled('timestamp(self) < timestamp("2001-01-01T00:00:00Z")', { type: 'string', format: 'date-time' }),
    '2000-01-01T00:00:00Z',
    '2002-01-01T00:00:00Z',
  ],
  lasts: [ruled('duration(self) < duration("1h")', { type: 'string', format: 'duration' }), '5m', '2h'],
  intOrString: [
    ruled('type(self) == int ? self > 0 : self != ""', { 'x-kubernetes-int-or-string': true }),
    1,
    'a',
    0,
    '',
  ],
  divide: [ruled('10 / self > 0', { type: 'integer' }), 1, 0],
  index: [ruled('self[0] == "a"', { type: 'array', maxItems: 5, items: text }), ['a'], ['b'], []],
  format: [ruled('!format.dns1123Label().validate(self).hasValue()', text), 'abc', 'A_'],
  semver: [ruled('isSemver(self) && semver(self).isGreaterThan(semver("1.0.0"))', text), '1.2.3', '0.1.0', 'x'],
  strange: [
    ruled('self.a__dash__b == self.__namespace__', { type: 'object', properties: { 'a-b': text, namespace: text } }),
    { 'a-b': 'x', namespace: 'x' },
    { 'a-b': 'x', namespace: 'y' },
  ],
  double: [ruled('self > 1 && self < 2.5', { type: 'number' }), 2, 1.5, 3],
  bytes: [ruled('self.size() > 2', { type: 'string', format: 'byte', maxLength: 100 }), 'aGVsbG8=', 'YQ=='],
}

const changing = {
  immutable: ruled({ rule: 'self == oldSelf', message: 'is immutable' }, text),
  grows: ruled('self >= oldSelf', { type: 'integer' }),
  once: ruled(
    { rule: '!oldSelf.hasValue() || self == oldSelf.value()', optionalOldSelf: true, message: 'only once' },
    text,
  ),
  keyed: {
    type: 'array',
    maxItems: 5,
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    items: ruled('self.v >= oldSelf.v', {
      type: 'object',
      required: ['k'],
      properties: { k: text, v: { type: 'integer', default: 0 } },
    }),
  },
  expensive: ruled('self.all(x, self.all(y, x == y || self.all(z, z != x || z != y)))', {
    type: 'array',
    maxItems: 90,
    items: { type: 'string', maxLength: 5 },
  }),
}

const nameIt = (fields: Record<string, unknown>) => fields
const gauges = '/apis/{suite}.example.dev/v1/namespaces/{ns}/gauges'
const gauge = (rest: object) => ({
  apiVersion: '{suite}.example.dev/v1',
  kind: 'Gauge',
  metadata: { name: 'g' },
  ...rest,
})
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }

/** Moves `spec.host` and `spec.port` into `spec.address` and back. */
const converting =
  (change: (object: Record<string, unknown>) => Record<string, unknown> = (object) => object) =>
  (review: Review) => ({
    json: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: {
        uid: review.request.uid,
        result: { status: 'Success' },
        convertedObjects: (review.request.objects ?? []).map((object) => {
          const spec = (object['spec'] ?? {}) as Record<string, string>
          const toNew = String(review.request.desiredAPIVersion).endsWith('/v2')
          const [host, port] = (spec['address'] ?? ':').split(':')
          return change({
            ...object,
            apiVersion: review.request.desiredAPIVersion,
            spec: toNew ? { address: `${spec['host']}:${spec['port']}` } : { host, port },
          })
        }),
      },
    },
  })
const answer = (response: object) => (review: Review) => ({
  json: {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'ConversionReview',
    response: { uid: review.request.uid, ...response },
  },
})
const hooks: Record<string, Hooks[string]> = {
  good: converting(),
  relabels: converting((object) => ({
    ...object,
    metadata: {
      ...(object['metadata'] as object),
      labels: { seen: 'yes' },
      finalizers: ['example.dev/sneaky'],
      generation: 99,
    },
  })),
  renames: converting((object) => ({ ...object, metadata: { ...(object['metadata'] as object), name: 'other' } })),
  rekinds: converting((object) => ({ ...object, kind: 'Other' })),
  wrongVersion: converting((object) => ({ ...object, apiVersion: 'nothing.dev/v1' })),
  refuses: answer({ result: { status: 'Failure', message: 'not today' } }),
  silent: answer({ result: { status: 'Failure' } }),
  loses: answer({ result: { status: 'Success' }, convertedObjects: [] }),
  wrongUid: () => ({
    json: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: { uid: 'wrong', result: { status: 'Success' }, convertedObjects: [] },
    },
  }),
  empty: () => ({ json: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview' } }),
  broken: () => ({ status: 500, text: 'oh no' }),
  babbles: () => ({ status: 200, text: 'hello' }),
}
const conversion = (hook: string) => ({
  conversion: {
    strategy: 'Webhook',
    webhook: { clientConfig: { url: `{hook}/${hook}`, caBundle: '{ca}' }, conversionReviewVersions: ['v1', 'v1beta1'] },
  },
})
const two = [
  version({ spec: { type: 'object', properties: { host: text, port: text } } }),
  version({ spec: { type: 'object', properties: { address: text } } }, { name: 'v2', storage: false }),
]
const v = (name: string) => `/apis/{id}.example.dev/${name}/namespaces/{ns}/widgets`
const own = (rest: object, name = 'a') => ({
  apiVersion: '{id}.example.dev/v1',
  kind: 'Widget',
  metadata: { name },
  ...rest,
})
const established = (hook: string) => [
  ...establish({ of: 'id', versions: two, spec: conversion(hook) }),
  until(`/apis/{id}.example.dev/v2/widgets?limit=1`, { status: 200 }),
]

export default defineSuite({
  section: '1.12',
  topic: 'rules',
  setup: [
    ...establish({
      versions: [
        version(
          {
            spec: {
              type: 'object',
              properties: {
                ...Object.fromEntries(Object.entries(fields).map(([name, [schema]]) => [name, schema])),
                ...changing,
              },
            },
          },
          { subresources: { status: {} } },
        ),
      ],
    }),
    ...establish({
      plural: 'gauges',
      kind: 'Gauge',
      versions: [
        version(
          {
            spec: {
              type: 'object',
              properties: {
                n: { type: 'integer' },
                s: text,
                d: { type: 'string' },
                o: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                list: { type: 'array', items: text },
              },
            },
            status: { type: 'object', properties: { n: { type: 'integer' }, sel: text } },
          },
          {
            subresources: {
              status: {},
              scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n', labelSelectorPath: '.status.sel' },
            },
            additionalPrinterColumns: [
              { name: 'Number', type: 'integer', jsonPath: '.spec.n', description: 'how many' },
              { name: 'Text', type: 'string', jsonPath: '.spec.s', priority: 1 },
              { name: 'Date', type: 'date', jsonPath: '.spec.d' },
              { name: 'Whole', type: 'string', jsonPath: '.spec.o' },
              { name: 'First', type: 'string', jsonPath: '.spec.list[0]' },
              { name: 'All', type: 'string', jsonPath: '.spec.list[*]' },
              { name: 'Truth', type: 'boolean', jsonPath: '.spec.o.t' },
              { name: 'Fraction', type: 'number', jsonPath: '.spec.o.f' },
              { name: 'Escaped', type: 'string', jsonPath: '.metadata.annotations.example\\.dev/x' },
            ],
          },
        ),
      ],
    }),
    ...establish({
      plural: 'roots',
      kind: 'Root',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: { spec: { type: 'object', properties: { n: { type: 'integer' } } } },
              'x-kubernetes-validations': [
                { rule: 'self.metadata.name.startsWith("ok")', message: 'bad name' },
                { rule: 'self.kind == "Root" && self.apiVersion.endsWith("/v1")' },
                { rule: '!has(self.spec) || !has(self.spec.n) || self.spec.n < 5' },
              ],
            },
          },
        },
      ],
    }),
  ],
  cases: [
    ...Object.entries(fields).map(([name, [, ...values]]) =>
      check(
        `judges ${name}`,
        name === 'divide' || name === 'index' || name === 'object' ? 'CEL-5 CEL-4 CEL-1' : 'CEL-1 CEL-4 CEL-8',
        ...values.map((value) =>
          post(`${widgets}?dryRun=All`, widget({ name: 'a' }, { spec: nameIt({ [name]: value }) })),
        ),
      ),
    ),
    check(
      'skips rules when the value is invalid',
      'CEL-6',
      post(`${widgets}?dryRun=All`, widget({ name: 'a' }, { spec: { positive: 'x', message: 'x' } })),
      post(`${widgets}?dryRun=All`, widget({ name: 'a' }, { spec: { message: 'y'.repeat(101), positive: 0 } })),
    ),
    check(
      'compares with what was',
      'CEL-3',
      post(widgets, widget({ name: 'a' }, { spec: { immutable: 'x', grows: 1, once: 'o' } })),
      mergePatch(`${widgets}/a`, { spec: { immutable: 'y' } }),
      mergePatch(`${widgets}/a`, { spec: { grows: 0 } }),
      mergePatch(`${widgets}/a`, { spec: { grows: 2 } }),
      mergePatch(`${widgets}/a`, { spec: { once: 'p' } }),
      mergePatch(`${widgets}/a`, { spec: { immutable: null } }),
      mergePatch(`${widgets}/a`, { spec: { immutable: 'z' } }),
    ),
    check(
      'compares items with what they were',
      'CEL-3',
      post(widgets, widget({ name: 'a' }, { spec: { keyed: [{ k: 'a', v: 5 }] } })),
      mergePatch(`${widgets}/a`, {
        spec: {
          keyed: [
            { k: 'b', v: 0 },
            { k: 'a', v: 6 },
          ],
        },
      }),
      mergePatch(`${widgets}/a`, { spec: { keyed: [{ k: 'a', v: 1 }] } }),
      mergePatch(`${widgets}/a`, { spec: { keyed: [{ k: 'c', v: 1 }] } }),
    ),
    check(
      'runs out of budget',
      'CEL-7',
      post(
        `${widgets}?dryRun=All`,
        widget({ name: 'a' }, { spec: { expensive: Array.from({ length: 90 }, (_, at) => `v${at}`) } }),
      ),
    ),
    check(
      'judges the whole object',
      'CEL-2',
      ...['ok-1', 'no'].map((name) =>
        post('/apis/{suite}.example.dev/v1/namespaces/{ns}/roots?dryRun=All', {
          apiVersion: '{suite}.example.dev/v1',
          kind: 'Root',
          metadata: { name },
          spec: { n: name === 'ok-1' ? 1 : 9 },
        }),
      ),
      post('/apis/{suite}.example.dev/v1/namespaces/{ns}/roots?dryRun=All', {
        apiVersion: '{suite}.example.dev/v1',
        kind: 'Root',
        metadata: { generateName: 'ok-' },
      }),
    ),
    check(
      'forgives rules that were broken before',
      'RT-1',
      post(widgets, widget({ name: 'a' }, { spec: { positive: 1 } })),
      mergePatch(`${widgets}/a`, { spec: { positive: -1, message: 'y' } }),
    ),
    check(
      'scales',
      'SR-2',
      post(gauges, gauge({ spec: { n: 2 } })),
      get(`${gauges}/g/scale`),
      mergePatch(`${gauges}/g/status`, { status: { n: 1, sel: 'a=b' } }),
      get(`${gauges}/g/scale`),
      put(`${gauges}/g/scale`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'g' },
        spec: { replicas: 5 },
      }),
      mergePatch(`${gauges}/g/scale`, {
        spec: { replicas: 6 },
        status: { replicas: 9 },
        metadata: { labels: { no: 'no' } },
      }),
      get(`${gauges}/g`),
    ),
    check(
      'scales nothing that is not there',
      'SR-2',
      post(gauges, gauge({})),
      get(`${gauges}/g/scale`),
      mergePatch(`${gauges}/g/scale`, { spec: { replicas: 6 } }),
      get(`${gauges}/none/scale`),
    ),
    check(
      'refuses impossible scales',
      'SR-3',
      post(gauges, gauge({ spec: { n: -1 } })),
      post(gauges, gauge({ spec: { n: 3_000_000_000 } })),
      quietly(post(gauges, gauge({ spec: { n: 1 } }))),
      mergePatch(`${gauges}/g/scale`, { spec: { replicas: -1 } }),
      mergePatch(`${gauges}/g/status`, { status: { n: -1 } }),
      mergePatch(`${gauges}/g/status`, { status: { sel: '!!' } }),
      put(`${gauges}/g/scale`, {
        apiVersion: 'autoscaling/v1',
        kind: 'Scale',
        metadata: { name: 'other' },
        spec: { replicas: 1 },
      }),
    ),
    check(
      'shows columns',
      'PC-1',
      post(
        gauges,
        gauge({
          spec: {
            n: 2,
            s: 'hello',
            d: '2001-01-01T00:00:00Z',
            o: { a: [1, { b: 2 }], t: true, f: 1.5 },
            list: ['x', 'y'],
          },
          metadata: { name: 'g', annotations: { 'example.dev/x': 'esc' } },
        }),
      ),
      get(`${gauges}/g`, { headers: table, compare: 'shape' }),
      get(`${gauges}?includeObject=None`, { headers: table }),
      quietly(post(gauges, gauge({ metadata: { name: 'h' } }))),
      get(`${gauges}/h?includeObject=None`, { headers: table }),
    ),
    check(
      'shows the age when nothing else',
      'PC-1',
      quietly(post(widgets, widget({ name: 'a' }))),
      get(`${widgets}/a`, { headers: table }),
    ),
    {
      ...check(
        'converts what is stored',
        'CV-1',
        ...established('good'),
        post(v('v1'), own({ spec: { host: 'h', port: '1' } })),
        get(`${v('v2')}/a`),
        post(v('v2'), { ...own({ spec: { address: 'i:2' } }, 'b'), apiVersion: '{id}.example.dev/v2' }),
        get(`${v('v1')}/b`),
        get(v('v2')),
        mergePatch(`${v('v2')}/a`, { spec: { address: 'j:3' } }),
        get(`${v('v1')}/a`),
      ),
      hooks,
    },
    ...Object.keys(hooks)
      .filter((name) => name !== 'good')
      .map((name) => ({
        ...check(
          `meets a converter that ${name}`,
          'CV-2 CV-1',
          ...established(name),
          quietly(post(v('v1'), own({ spec: { host: 'h', port: '1' } }))),
          get(`${v('v2')}/a`),
          get(v('v2')),
          get(`${v('v1')}/a`),
          post(v('v2'), { ...own({ spec: { address: 'i:2' } }, 'b'), apiVersion: '{id}.example.dev/v2' }),
        ),
        hooks,
      })),
    check(
      'meets no converter',
      'CV-2 CV-4',
      ...establish({
        of: 'id',
        versions: two,
        spec: {
          conversion: {
            strategy: 'Webhook',
            webhook: {
              clientConfig: { url: 'https://127.0.0.1:1/none', caBundle: '{ca}' },
              conversionReviewVersions: ['v1'],
            },
          },
        },
      }),
      quietly(post(v('v1'), own({ spec: { host: 'h', port: '1' } }))),
      get(`${v('v2')}/a`),
    ),
    check(
      'converts nothing but the version',
      'CV-3',
      ...establish({ of: 'id', versions: two }),
      post(v('v1'), own({ spec: { host: 'h', port: '1', address: 'x' } })),
      get(`${v('v2')}/a`, { until: { status: 200 } }),
      put(`${v('v2')}/a`, { ...own({ spec: { address: 'z' } }), apiVersion: '{id}.example.dev/v2' }),
      mergePatch(`${v('v2')}/a`, { spec: { address: 'z' } }),
      get(`${v('v1')}/a`),
    ),
    check(
      'has a definition with a bad authority',
      'CRD-4',
      post(`${definitions}?dryRun=All`, {
        metadata: { name: 'widgets.{id}.example.dev' },
        spec: {
          group: '{id}.example.dev',
          scope: 'Namespaced',
          names: { plural: 'widgets', kind: 'Widget' },
          versions: two,
          conversion: {
            strategy: 'Webhook',
            webhook: {
              clientConfig: { url: 'https://x.dev', caBundle: 'Z2FyYmFnZQ==' },
              conversionReviewVersions: ['v1'],
            },
          },
        },
      }),
    ),
  ],
})
