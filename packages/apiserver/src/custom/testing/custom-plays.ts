/** Sequences of requests: the life cycle of definitions and their objects. */
import type { Sent } from '../../testing/play-request.ts'
import { definitionCases } from './definition-cases.ts'

/** The response bodies so far, by step name. */
export type Answers = Readonly<Record<string, unknown>>

export interface PlayStep extends Omit<Sent, 'body'> {
  readonly name: string
  readonly path: string
  readonly body?: unknown
  /** Builds the body from earlier responses. */
  readonly bodyOf?: (answers: Answers) => unknown
  /** How long kube-apiserver takes for the consequences of the step. */
  readonly waitMs?: number
}

export const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const merge = { 'content-type': 'application/merge-patch+json' }
const json = { 'content-type': 'application/json-patch+json' }
const apply = { 'content-type': 'application/apply-patch+yaml' }
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }

type More = Pick<PlayStep, 'waitMs' | 'headers'>

const post = (name: string, path: string, body: unknown, more: More = {}): PlayStep => ({
  name,
  path,
  method: 'POST',
  body,
  ...more,
})
const patch = (name: string, path: string, body: unknown, more: More = {}): PlayStep => ({
  name,
  path,
  method: 'PATCH',
  headers: merge,
  body,
  ...more,
})
const put = (name: string, path: string, bodyOf: (answers: Answers) => unknown): PlayStep => ({
  name,
  path,
  method: 'PUT',
  bodyOf,
})
const read = (name: string, path: string, headers: Record<string, string> = {}): PlayStep => ({ name, path, headers })
const remove = (name: string, path: string, waitMs = 0): PlayStep => ({ name, path, method: 'DELETE', waitMs })

/** The response of an earlier step, with some fields changed. */
const changed = (answers: Answers, name: string, fields: object) => ({ ...(answers[name] as object), ...fields })

const casePlay: readonly PlayStep[] = definitionCases().map(({ name, body }) =>
  post(`defines: ${name}`, `${definitions}?dryRun=All`, body),
)

// The time kube-apiserver needs from a definition to the first object that can be created.
const settling = 2_600
const group = 'plays.example.com'
const widgets = `/apis/${group}/v1/namespaces/default/widgets`
const one = `${widgets}/one`

const widgetSpec = {
  type: 'object',
  required: ['image'],
  properties: {
    image: { type: 'string', maxLength: 20 },
    replicas: { type: 'integer', minimum: 0, maximum: 5, default: 1 },
    mode: { type: 'string', enum: ['a', 'b'] },
    note: { type: 'string', nullable: true },
    port: { 'x-kubernetes-int-or-string': true },
    tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
    ports: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, port: { type: 'integer', default: 80, maximum: 100 } },
      },
    },
    raw: {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      properties: { known: { type: 'object', properties: { a: { type: 'string' } } } },
    },
    ratio: { type: 'number' },
    on: { type: 'boolean' },
    embedded: {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      properties: { spec: { type: 'object', properties: { x: { type: 'integer' } } } },
    },
    labels: { type: 'object', additionalProperties: { type: 'string', maxLength: 3 } },
    sub: { type: 'object', default: {}, properties: { y: { type: 'integer', default: 7 } } },
  },
  'x-kubernetes-validations': [
    { rule: '!has(self.mode) || self.mode != "b" || self.replicas > 1', message: 'b needs more than one' },
    {
      rule: 'self.image == oldSelf.image',
      message: 'image is immutable',
      fieldPath: '.image',
      reason: 'FieldValueForbidden',
    },
  ],
}

const columns = [
  ['Image', 'string', '.spec.image'],
  ['Replicas', 'integer', '.spec.replicas'],
  ['On', 'boolean', '.spec.on'],
  ['Ratio', 'number', '.spec.ratio'],
  ['When', 'date', '.spec.note'],
  ['Tags', 'string', '.spec.tags'],
  ['Port', 'string', '.spec.ports[?(@.name=="x")].port'],
  ['Last', 'string', '.spec.ports[-1].name'],
  ['Note', 'string', '.spec.note'],
  ['Ratio text', 'string', '.spec.ratio'],
  ['On text', 'string', '.spec.on'],
  ['Raw', 'string', '.spec.raw'],
  ['Any port', 'string', '.spec.ports[*].name'],
  ['Wrong', 'integer', '.spec.image'],
  ['Tail', 'string', '.spec.tags[1:]'],
  ['Deep', 'string', '..y'],
].map(([name, type, jsonPath]) => ({ name, type, jsonPath }))

const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `widgets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget', shortNames: ['wi'], categories: ['all'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: widgetSpec,
              status: {
                type: 'object',
                properties: {
                  replicas: { type: 'integer', maximum: 10 },
                  selector: { type: 'string' },
                  phase: { type: 'string' },
                },
              },
            },
          },
        },
        subresources: {
          status: {},
          scale: {
            specReplicasPath: '.spec.replicas',
            statusReplicasPath: '.status.replicas',
            labelSelectorPath: '.status.selector',
          },
        },
        additionalPrinterColumns: columns,
        selectableFields: [{ jsonPath: '.spec.image' }, { jsonPath: '.spec.replicas' }, { jsonPath: '.spec.on' }],
      },
    ],
  },
}

const widget = (name: string, spec: object, more: object = {}) => ({
  apiVersion: `${group}/v1`,
  kind: 'Widget',
  metadata: { name },
  spec,
  ...more,
})
const fine = { image: 'x' }
const makes = (name: string, spec: object, more: object = {}, query = '') =>
  post(`makes: ${name}`, `${widgets}${query}`, widget('m', spec, more))

const objectPlay: readonly PlayStep[] = [
  post('defines widgets', definitions, widgetDefinition, { waitMs: settling }),
  read('the definition', `${definitions}/widgets.${group}`),
  read('its resources', `/apis/${group}/v1`),
  post('one', widgets, widget('one', fine)),
  post(
    'another',
    widgets,
    widget(
      'full',
      {
        image: 'x',
        replicas: 2,
        mode: 'b',
        note: null,
        port: 'http',
        tags: ['a', 'b'],
        ports: [{ name: 'x' }, { name: 'y', port: 9 }],
        raw: { foo: 1, known: { a: 'b', z: 1 } },
        ratio: 1.5,
        on: true,
        embedded: { apiVersion: 'v1', kind: 'Foo', metadata: { name: 'x', foo: 1 }, spec: { x: 1, y: 2 } },
        labels: { a: 'b' },
        zap: 1,
      },
      { metadata: { name: 'full', labels: { a: 'b' }, finalizers: ['foo', 'a.b', 'a.b/c'] }, status: { phase: 'x' } },
    ),
  ),
  patch('lets it go', `${widgets}/full`, { metadata: { finalizers: null } }),
  read('a table', widgets, table),
  read('by image', `${widgets}?fieldSelector=spec.image%3Dx`),
  read('by number', `${widgets}?fieldSelector=spec.replicas%3D2`),
  read('by what is not there', `${widgets}?fieldSelector=spec.on%3D`),
  read('by an unknown field', `${widgets}?fieldSelector=spec.mode%3Db`),
  makes('nothing', {}),
  makes('no spec', fine, { spec: undefined }),
  makes('wrong types', {
    image: 5,
    replicas: 'x',
    mode: 'c',
    tags: 'x',
    ports: [{ port: 'x' }],
    on: 1,
    ratio: 'a',
    labels: { a: 'long text' },
    port: 1.5,
    embedded: {},
  }),
  makes('too much', {
    image: 'x'.repeat(30),
    replicas: 9,
    tags: ['a', 'a', 'b', 'a'],
    ports: [{ name: 'a' }, { name: 'a' }],
  }),
  makes('a broken rule', { image: 'x', mode: 'b' }),
  makes('null', { image: null, replicas: null }),
  makes('less than nothing', { image: 'x', replicas: -1 }),
  makes('a bad name', fine, { metadata: { name: 'Bad_Name' } }),
  makes('no name', { image: 'x', mode: 'b' }, { metadata: {} }),
  makes('another kind', fine, { kind: 'Gadget' }),
  makes('another version', fine, { apiVersion: `${group}/v2` }),
  makes('another group', fine, { apiVersion: 'other.com/v1' }),
  makes('no version', fine, { apiVersion: undefined }),
  makes('no kind', fine, { kind: undefined }),
  makes('metadata that is none', fine, { metadata: 'x' }),
  makes('labels that are none', fine, { metadata: { name: 'm', labels: { a: 1 } } }),
  makes('no metadata', fine, { metadata: undefined }),
  makes('an object that is none', { image: 'x', embedded: { apiVersion: 5, kind: 'x' } }),
  makes('an object without a name', { image: 'x', embedded: { apiVersion: 'v1', kind: 'x', metadata: { name: 5 } } }),
  makes('a bad object', {
    image: 'x',
    embedded: { apiVersion: 'a/b/c', kind: 'X_', metadata: { name: 'a/b', namespace: 'B' } },
  }),
  makes('unknown fields', { image: 'x', zap: 1, sub: { zip: 1 } }, {}, '?fieldValidation=Strict'),
  makes('unknown fields, warned', { image: 'x', zap: 1, sub: { zip: 1 } }, {}, '?fieldValidation=Warn&dryRun=All'),
  makes('unknown fields, ignored', { image: 'x', zap: 1 }, {}, '?fieldValidation=Ignore&dryRun=All'),
  put('replaces', one, (answers) =>
    changed(answers, 'one', { spec: { image: 'x', replicas: 3 }, status: { phase: 'no' } }),
  ),
  put('replaces what may not change', one, (answers) => changed(answers, 'replaces', { spec: { image: 'y' } })),
  put('replaces blindly', one, () => widget('one', fine)),
  put('replaces what is not there', `${widgets}/two`, () => widget('two', fine)),
  put('tells the status', `${one}/status`, (answers) =>
    changed(answers, 'replaces', {
      spec: { image: 'zz' },
      status: { phase: 'ok', replicas: 2, selector: 'a=b', zap: 1 },
    }),
  ),
  patch('a bad status', `${one}/status`, { status: { replicas: 99, phase: 5 } }),
  patch('a status that is none', `${one}/status`, { status: 'x' }),
  patch('a negative status', `${one}/status`, { status: { replicas: -2 } }),
  remove('deletes the status', `${one}/status`),
  read('below it', `${one}/foo`),
  read('its scale', `${one}/scale`),
  read('its scale as a table', `${one}/scale`, table),
  put('scales', `${one}/scale`, (answers) => changed(answers, 'its scale', { spec: { replicas: 4 } })),
  patch('scales again', `${one}/scale`, { spec: { replicas: 3 } }),
  patch('scales below nothing', `${one}/scale`, { spec: { replicas: -3 } }),
  patch('scales too far', `${one}/scale`, { spec: { replicas: 7 } }),
  patch('patches', one, { spec: { mode: 'a', zap: 1, note: null } }),
  patch('patches its kind', one, { kind: 'Gadget' }),
  patch('adds', one, [{ op: 'add', path: '/spec/on', value: true }], { headers: json }),
  patch('takes away', one, [{ op: 'remove', path: '/spec' }], { headers: json }),
  remove('deletes', one),
  read('is gone', one),
  read('without a namespace', `/apis/${group}/v1/widgets/one`),
]

const ratchetPlay: readonly PlayStep[] = [
  post(
    'bad from before',
    widgets,
    widget('old', { image: 'x', mode: 'a', labels: { a: 'b' }, ports: [{ name: 'p', port: 9 }] }),
  ),
  patch(
    'asks for more',
    `${definitions}/widgets.${group}`,
    {
      spec: {
        versions: [
          {
            ...widgetDefinition.spec.versions[0],
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    ...widgetSpec,
                    properties: {
                      ...widgetSpec.properties,
                      image: { type: 'string', minLength: 5 },
                      labels: { type: 'object', additionalProperties: { type: 'string', minLength: 3 } },
                      mode: {
                        type: 'string',
                        'x-kubernetes-validations': [{ rule: "self == 'z'", message: 'only z' }],
                      },
                      ports: {
                        ...widgetSpec.properties.ports,
                        items: {
                          ...widgetSpec.properties.ports.items,
                          properties: { name: { type: 'string' }, port: { type: 'integer', minimum: 50 } },
                        },
                      },
                      added: { type: 'string', default: 'new' },
                    },
                  },
                },
              },
            },
          },
        ],
      },
    },
    { waitMs: settling },
  ),
  read('is filled', `${widgets}/old`),
  patch('changes nothing bad', `${widgets}/old`, { spec: { replicas: 2 } }),
  patch('changes a bad one', `${widgets}/old`, { spec: { mode: 'b', image: 'y', labels: { a: 'c' } } }),
  patch('adds beside bad ones', `${widgets}/old`, {
    spec: {
      labels: { q: 'x' },
      ports: [
        { name: 'n', port: 7 },
        { name: 'p', port: 9 },
      ],
    },
  }),
  remove('no widgets', `${definitions}/widgets.${group}`, 1_000),
]

const foos = 'lives.example.com'
const at = (version: string, name = '') =>
  `/apis/${foos}/${version}/namespaces/default/foos${name === '' ? '' : `/${name}`}`
const fooVersion = (name: string, isStored: boolean, more: object = {}, fields: object = {}) => ({
  name,
  served: true,
  storage: isStored,
  schema: {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: { a: { type: 'string' }, n: { type: 'integer' }, ...fields } },
      },
    },
  },
  ...more,
})
const defined = (plural: string, names: object, versions: readonly object[]) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.${foos}` },
  spec: { group: foos, scope: 'Namespaced', names: { plural, ...names }, versions },
})
const foo = (name: string, version: string, spec: object, metadata: object = {}) => ({
  apiVersion: `${foos}/${version}`,
  kind: 'Foo',
  metadata: { name, ...metadata },
  spec,
})
const late = { b: { type: 'string', default: 'bee' } }
const definition = (plural: string) => `${definitions}/${plural}.${foos}`

const lifePlay: readonly PlayStep[] = [
  post('defines foos', definitions, defined('foos', { kind: 'Foo' }, [fooVersion('v1', true)]), { waitMs: 500 }),
  post(
    'wants the same names',
    definitions,
    defined('bars', { kind: 'Foo', shortNames: ['foo', 'foos'] }, [fooVersion('v1', true)]),
    {
      waitMs: 500,
    },
  ),
  read('does not get them', definition('bars')),
  read('is not served', `/apis/${foos}/v1/namespaces/default/bars`),
  patch(
    'frees a name',
    definition('foos'),
    { spec: { names: { singular: 'foosome', listKind: 'FooAll' } } },
    { waitMs: 700 },
  ),
  read('has other names', definition('foos')),
  read('gets some', definition('bars')),
  patch('another kind', definition('foos'), { spec: { names: { kind: 'Fou' } } }),
  patch('another scope', definition('foos'), { spec: { scope: 'Cluster', group: 'x.y.z' } }),
  patch('stored somewhere else', `${definition('foos')}/status`, { status: { storedVersions: ['v1', 'v0'] } }),
  patch('cannot be changed', definition('foos'), { metadata: { annotations: { a: 'b' } } }),
  patch('stored here', `${definition('foos')}/status`, { status: { storedVersions: ['v1'] } }),
  patch(
    'two versions',
    definition('foos'),
    { spec: { versions: [fooVersion('v1', false), fooVersion('v2', true, {}, late)] } },
    { waitMs: settling },
  ),
  read('both were stored', definition('foos')),
  patch('one too few', definition('foos'), { spec: { versions: [fooVersion('v2', true)] } }),
  post('in the first', at('v1'), foo('i1', 'v1', { a: 'x' })),
  post('in the second', at('v2'), foo('i2', 'v2', { a: 'y', n: 1 }, { finalizers: ['x.y/z'] })),
  read('all in the first', at('v1')),
  read('all in the second', at('v2')),
  patch('from the first', at('v1', 'i2'), { spec: { a: 'z' } }),
  patch('applied', `${at('v1', 'i3')}?fieldManager=m`, foo('i3', 'v1', { n: 7 }), { headers: apply }),
  patch('applied what is unknown', `${at('v1', 'i3')}?fieldManager=m`, foo('i3', 'v1', { zz: 7 }), { headers: apply }),
  patch(
    'on their way out',
    definition('foos'),
    {
      spec: {
        versions: [
          fooVersion('v1', false, { served: false }),
          fooVersion('v2', true, { deprecated: true }, late),
          fooVersion('v3', false),
          fooVersion('v1beta1', false, { deprecated: true, deprecationWarning: 'old stuff' }),
        ],
      },
    },
    { waitMs: settling },
  ),
  read('is served no longer', at('v1')),
  read('warns', at('v2', 'i1')),
  read('warns in its own words', at('v1beta1', 'i1')),
  remove('deletes foos', `${definition('foos')}?propagationPolicy=Foreground`, 800),
  read('is going', definition('foos')),
  read('can do less', `/apis/${foos}/v2`),
  read('is still held', at('v2', 'i2')),
  post('comes too late', at('v2'), foo('late', 'v2', {})),
  patch('comes too late too', `${at('v2', 'late')}?fieldManager=m`, foo('late', 'v2', {}), { headers: apply }),
  patch('is let go', at('v2', 'i2'), { metadata: { finalizers: null } }, { waitMs: 6_500 }),
  read('is gone for good', definition('foos')),
  read('has all its names', definition('bars')),
  remove('deletes bars', definition('bars'), 700),
  remove('deletes nothing', definition('bars')),
]

export const customPlays: readonly PlayStep[] = [...casePlay, ...objectPlay, ...ratchetPlay, ...lifePlay]
