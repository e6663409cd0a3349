/** Fields that are known to be expensive: request heads, texts with a grammar, lists that are merged. */
import { asked, type GrowthCase, listSizes, sent, textSizes, times } from './growth-case.ts'
import { growthProducts } from './growth-products.ts'

const core = '/api/v1/namespaces/default'
const maps = `${core}/configmaps`
const pods = `${core}/pods`
export const boxes = '/apis/growth.example.com/v1/namespaces/default/boxes'

const formats = [
  'duration',
  'date-time',
  'date',
  'ipv4',
  'ipv6',
  'cidr',
  'hostname',
  'uri',
  'email',
  'byte',
  'mac',
  'uuid',
  'rgbcolor',
  'creditcard',
  'isbn',
  'ssn',
  'password',
  'hexcolor',
  'bsonobjectid',
]

/** A part of the request head, which is processed before authentication. */
function head(name: string, request: (text: string) => ReturnType<typeof asked>, pump: string): GrowthCase {
  return { name, sizes: [32_000, 256_000], request: (size) => request(pump.repeat(size / pump.length)) }
}

const heads: readonly GrowthCase[] = [
  ...['/', '/a', '%2F', '/.', '/..', '%', '%25', ';'].flatMap((pump) => [
    head(`path of ${pump}`, (text) => asked(`/${text}`), pump),
    head(`path of ${pump} below an API`, (text) => asked(`/api/v1/namespaces/${text}x`), pump),
  ]),
  ...['a/b,', '*/*,', '*,a/b,', 'a/b;q=0.1,a/b;q=0.9,', 'application/json;', ',', ' ', 'a/', '=;', 'a/*,'].flatMap(
    (pump) => [
      head(`Accept of ${pump}`, (accept) => asked('/api', { accept }), pump),
      head(`Accept of ${pump}, for a list`, (accept) => asked(maps, { accept }), pump),
      head(`Content-Type of ${pump}`, (type) => ({ ...sent('POST', maps, '{}', type) }), pump),
    ],
  ),
  ...['a ', ' ', ',', 'Bearer ', 'a.', '='].map((pump) =>
    head(`Authorization of ${pump}`, (text) => asked('/api', { authorization: `Bearer ${text}` }), pump),
  ),
  ...['a=b; ', ';', '='].map((pump) => head(`Cookie of ${pump}`, (cookie) => asked('/api', { cookie }), pump)),
  ...['"a",', 'W/', ',', ' '].map((pump) =>
    head(`If-None-Match of ${pump}`, (text) => asked('/openapi/v3', { 'if-none-match': text }), pump),
  ),
  ...['a=b&', 'watch&', '&', '%', 'dryRun=All&', '+'].map((pump) =>
    head(`query of ${pump}`, (text) => asked(`${maps}?${text}`), pump),
  ),
  ...['a,', '!a,', 'a=b,', 'a in (b),', '(', ',', ' ', 'a', 'a in (b,'].map((pump) =>
    head(`labelSelector of ${pump}`, (text) => asked(`${maps}?labelSelector=${encodeURIComponent(text)}`), pump),
  ),
  head(
    'values of a label selector',
    (text) => asked(`${maps}?labelSelector=${encodeURIComponent(`a in (${text}c)`)}`),
    'b,',
  ),
  ...['metadata.name=a,', 'metadata.name=', ',', '\\,', '=', 'a'].map((pump) =>
    head(`fieldSelector of ${pump}`, (text) => asked(`${maps}?fieldSelector=${encodeURIComponent(text)}`), pump),
  ),
  ...['limit', 'continue', 'resourceVersion', 'timeout', 'timeoutSeconds', 'fieldManager', 'fieldValidation'].flatMap(
    (name) =>
      ['1', 'a', '1s', '0.'].map((pump) =>
        head(`${name} of ${pump}`, (text) => asked(`${maps}?${name}=${text}`), pump),
      ),
  ),
]

function podWith(container: object, spec: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'grown' },
    spec: { containers: [{ name: 'c', image: 'i', ...container }], ...spec },
  }
}

function text(
  name: string,
  pumps: readonly string[],
  request: (text: string) => ReturnType<typeof sent>,
  sizes: GrowthCase['sizes'] = textSizes,
): GrowthCase[] {
  return pumps.map((pump) => ({
    name: `${name} of ${pump}`,
    sizes,
    request: (size) => request(pump.repeat(size / pump.length)),
  }))
}

const dryPods = `${pods}?dryRun=All`
const cronJob = (schedule: string) => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'grown' },
  spec: {
    schedule,
    jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } } },
  },
})

const box = (name: string, spec: object) => ({
  apiVersion: 'growth.example.com/v1',
  kind: 'Box',
  metadata: { name },
  spec,
})
/** The rules of a field are evaluated only for a text within its maximum length; a longer one is rejected at once. */
const longestText = 100_000
const fieldSizes = [8_000, 64_000] as const

const texts: readonly GrowthCase[] = [
  ...text('fieldPath', ["['", "']", "a['b']", '.'], (fieldPath) =>
    sent('POST', dryPods, podWith({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath } } }] })),
  ),
  ...text('image', ['a', ':', '/', '.', 'a-', '-', '@', 'a/', 'a:'], (image) =>
    sent('POST', dryPods, podWith({ image: `a${image}!` })),
  ),
  ...text('quantity', ['1', '0', '.', '1e', '-', 'i'], (cpu) =>
    sent('POST', dryPods, podWith({ resources: { limits: { cpu: `1${cpu}!` } } })),
  ),
  ...text('schedule', ['1', '1.', '1s', '*/', ',', ' ', '1-', '@every ', 'TZ=a '], (schedule) =>
    sent('POST', '/apis/batch/v1/namespaces/default/cronjobs?dryRun=All', cronJob(`@every 1${schedule}`)),
  ),
  ...text('cron field', ['1', ',', ' ', '1-', '/', '*'], (schedule) =>
    sent('POST', '/apis/batch/v1/namespaces/default/cronjobs?dryRun=All', cronJob(`1${schedule} * * * *`)),
  ),
  ...formats.flatMap((format) =>
    text(
      `format ${format}`,
      ['1', 'a', '1s', ':', '.', '1.', ' ', '-', 'a@', '/', '%', '0'],
      (value) => sent('POST', `${boxes}?dryRun=All`, box('grown', { [format]: `1${value}!` })),
      fieldSizes,
    ),
  ),
  ...['celDuration', 'celQuantity', 'celUrl', 'celDouble', 'celTime', 'celSemver', 'celIp', 'celText'].flatMap(
    (field) =>
      text(
        `CEL ${field}`,
        ['1', 'a', '1s', '.', '1.', '-', '/', ':', ' ', '0'],
        (value) => sent('POST', `${boxes}?dryRun=All`, box('grown', { [field]: `1${value}!` })),
        fieldSizes,
      ),
  ),
  ...text('key of a TLS secret', ['-----BEGIN ', '-----BEGIN RSA ', '-', '\n'], (key) =>
    sent('POST', `${core}/secrets?dryRun=All`, {
      metadata: { name: 'grown' },
      type: 'kubernetes.io/tls',
      stringData: { 'tls.crt': '-----BEGIN CERTIFICATE-----', 'tls.key': key },
    }),
  ),
  ...text('path of a rule', ['*', '/', '/*', 'a'], (path) =>
    sent('POST', '/apis/rbac.authorization.k8s.io/v1/clusterroles?dryRun=All', {
      metadata: { name: 'grown' },
      rules: [{ verbs: ['get'], nonResourceURLs: [`/${path}a*`] }],
    }),
  ),
  ...text('JSON', [' ', '[', '{"a":', '"', '\\', '1', '-', '0.', '1e', '\n'], (json) => sent('POST', maps, json)),
  ...text(
    'YAML',
    [' ', '- ', 'a: ', '? ', '"', "'", '# ', '&a ', '*a ', '|\n ', '[', '{', '!!a ', '%', '---\n', '\n', '\t', ': '],
    (yaml) => sent('POST', maps, yaml, 'application/yaml'),
  ),
  ...text('path of a JSON patch', ['/', '~1', '~', 'a/', '/0', '/-'], (path) => ({
    ...sent('PATCH', `${maps}/kept`, [{ op: 'add', path: `/data${path}`, value: '' }], 'application/json-patch+json'),
  })),
]

const items = (size: number, more: object = {}) => times(size, (at) => ({ name: `n${at}`, ...more }))
const applyTo = (path: string, manager: string, body: object) =>
  sent('PATCH', `${path}?fieldManager=${manager}&force=true`, body, 'application/apply-patch+yaml')

/** A pod with a list of this size, and a patch of all its items. */
function merged(name: string, patch: (size: number) => object): GrowthCase {
  const env = (size: number) => items(size, { value: '1' })
  return {
    name,
    sizes: [2_000, 16_000],
    prepare: (size) => [
      sent('DELETE', `${pods}/grown`, ''),
      sent('POST', pods, podWith({ env: env(size) }, { terminationGracePeriodSeconds: 0 })),
    ],
    request: (size) =>
      sent(
        'PATCH',
        `${pods}/grown?dryRun=All`,
        { spec: { containers: [{ name: 'c', ...patch(size) }] } },
        'application/strategic-merge-patch+json',
      ),
  }
}

const lists: readonly GrowthCase[] = [
  merged('strategic patch of every item', (size) => ({ env: items(size, { value: '2' }) })),
  merged('strategic patch that adds items', (size) => ({ env: times(size, (at) => ({ name: `m${at}`, value: '2' })) })),
  // Validation is so expensive at the small size that it hides a quadratic merge. The merge itself rejects this patch.
  merged('strategic patch that adds items, the last without a name', (size) => ({
    env: [...times(size, (at) => ({ name: `m${at}`, value: '2' })), { value: '2' }],
  })),
  merged('strategic patch that deletes every item', (size) => ({ env: items(size, { $patch: 'delete' }) })),
  merged('strategic patch that orders every item', (size) => ({ '$setElementOrder/env': items(size).toReversed() })),
  {
    name: 'strategic patch of plain values',
    sizes: [2_000, 16_000],
    prepare: (size) => [
      sent('DELETE', `${maps}/plain`, ''),
      sent('POST', maps, { metadata: { name: 'plain', finalizers: times(size, (at) => `a.b/n${at}`) } }),
    ],
    request: (size) =>
      sent(
        'PATCH',
        `${maps}/plain?dryRun=All`,
        {
          metadata: {
            finalizers: times(size, (at) => `a.b/m${at}`),
            '$deleteFromPrimitiveList/finalizers': times(size, (at) => `a.b/n${at}`),
          },
        },
        'application/strategic-merge-patch+json',
      ),
  },
  ...['list', 'set', 'atomic'].flatMap((list): GrowthCase[] => {
    const values = (size: number, word: string) =>
      list === 'list' ? items(size, { value: word }) : times(size, (at) => `${word}${at}`)
    return [
      {
        name: `forced apply of a ${list}`,
        sizes: [2_000, 16_000],
        prepare: (size) => [applyTo(`${boxes}/${list}`, 'one', box(list, { [list]: values(size, 'a') }))],
        request: (size) => applyTo(`${boxes}/${list}`, 'two', box(list, { [list]: values(size, 'b') })),
      },
      {
        name: `PUT of a ${list}`,
        sizes: listSizes,
        prepare: (size) => [applyTo(`${boxes}/${list}-put`, 'one', box(`${list}-put`, { [list]: values(size, 'a') }))],
        request: (size) =>
          sent(
            'PATCH',
            `${boxes}/${list}-put`,
            { spec: { [list]: values(size, 'b') } },
            'application/merge-patch+json',
          ),
      },
    ]
  }),
  ...['keys of a map', 'unknown fields'].map((name): GrowthCase => {
    const fields = (size: number) => Object.fromEntries(times(size, (at) => [`k${at}`, '']))
    return {
      name,
      sizes: listSizes,
      request: (size) =>
        sent('POST', `${maps}?dryRun=All`, {
          metadata: { name: 'grown' },
          ...(name === 'unknown fields' ? fields(size) : { data: fields(size) }),
        }),
    }
  }),
  {
    name: 'operations of a JSON patch',
    sizes: listSizes,
    request: (size) =>
      sent(
        'PATCH',
        `${maps}/kept?dryRun=All`,
        times(size, (at) => ({ op: 'add', path: `/data/k${at}`, value: '' })),
        'application/json-patch+json',
      ),
  },
  {
    name: 'fields in managedFields',
    sizes: listSizes,
    request: (size) =>
      sent('POST', `${maps}?dryRun=All`, {
        metadata: {
          name: 'grown',
          managedFields: [
            {
              manager: 'a',
              operation: 'Update',
              apiVersion: 'v1',
              fieldsType: 'FieldsV1',
              fieldsV1: { 'f:data': Object.fromEntries(times(size, (at) => [`f:k${at}`, {}])) },
            },
          ],
        },
      }),
  },
  {
    name: 'entries of managedFields',
    sizes: listSizes,
    request: (size) =>
      sent('POST', `${maps}?dryRun=All`, {
        metadata: {
          name: 'grown',
          managedFields: times(size, (at) => ({
            manager: `m${at}`,
            operation: 'Update',
            apiVersion: 'v1',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': {} },
          })),
        },
      }),
  },
]

const stringField = (more: object) => ({ type: 'string', ...more })
const rules: Readonly<Record<string, string>> = {
  celDuration: "duration(self) > duration('1s')",
  celQuantity: 'isQuantity(self)',
  celUrl: 'isURL(self)',
  celDouble: 'double(self) > 1.0',
  celTime: "timestamp(self) > timestamp('2020-01-01T00:00:00Z')",
  celSemver: 'isSemver(self)',
  celIp: 'isIP(self)',
  celText: "self.trim().split(',').size() > 0 && self.replace('a', 'b') != '' && self.lowerAscii() != 'x'",
}

/** Objects that the cases refer to. */
export const growthBasis = [
  sent('POST', maps, { metadata: { name: 'kept' }, data: { a: 'b' } }),
  sent('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'boxes.growth.example.com' },
    spec: {
      group: 'growth.example.com',
      scope: 'Namespaced',
      names: { plural: 'boxes', singular: 'box', kind: 'Box', listKind: 'BoxList' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: {
                  type: 'object',
                  properties: {
                    list: {
                      type: 'array',
                      'x-kubernetes-list-type': 'map',
                      'x-kubernetes-list-map-keys': ['name'],
                      items: {
                        type: 'object',
                        required: ['name'],
                        properties: { name: { type: 'string' }, value: { type: 'string' } },
                      },
                    },
                    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
                    atomic: { type: 'array', items: { type: 'string' } },
                    map: {
                      type: 'object',
                      additionalProperties: {
                        type: 'object',
                        properties: {
                          numbers: { type: 'array', items: { type: 'integer' } },
                          counts: { type: 'object', additionalProperties: { type: 'integer' } },
                        },
                      },
                    },
                    ...Object.fromEntries(formats.map((format) => [format, stringField({ format })])),
                    ...Object.fromEntries(
                      Object.entries(rules).map(([name, rule]) => [
                        name,
                        stringField({ maxLength: longestText, 'x-kubernetes-validations': [{ rule, message: 'no' }] }),
                      ]),
                    ),
                  },
                },
              },
            },
          },
        },
      ],
    },
  }),
]

export const growthCases: readonly GrowthCase[] = [...heads, ...texts, ...lists, ...growthProducts]
