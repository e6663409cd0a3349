/** Catalogue 1.2: content negotiation of requests and responses. */
import {
  check,
  defineSuite,
  get,
  inCluster,
  inNamespace,
  jsonPatch,
  post,
  put,
  quietly,
  request,
  until,
} from '../../../tools/conformance/steps.ts'

const configMaps = inNamespace('configmaps')
const made = quietly(post(configMaps, { metadata: { name: 'a' }, data: { a: 'b' } }))
const widgets = '/apis/{suite}.example.dev/v1/namespaces/{ns}/widgets'
const table = (extra = '') => ({ accept: `application/json;as=Table;v=v1;g=meta.k8s.io${extra}` })
const form = (name: string, version = 'v1') => ({ accept: `application/json;as=${name};v=${version};g=meta.k8s.io` })

const accepts = [
  '*/*',
  'application/*',
  'application/json',
  'application/yaml',
  'text/plain',
  'text/html',
  'application/xml',
  'application/cbor',
  '',
  'application/json;q=0.1,application/yaml',
  'application/yaml;q=0.5, application/json;q=0.9',
  'text/html, application/json',
  'application/json;charset=utf-8',
  'application/json;as=Nothing;v=v1;g=meta.k8s.io',
  'application/json;as=Nothing;v=v1;g=meta.k8s.io,application/json',
  'application/json;as=Table;v=v9;g=meta.k8s.io',
  'application/json;as=Table;v=v1;g=other.io,application/json',
  'application/json;as=Table;v=v1beta1;g=meta.k8s.io',
  'application/yaml;as=Table;v=v1;g=meta.k8s.io',
  'application/vnd.kubernetes.protobuf;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=Table;v=v1;g=meta.k8s.io,application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json',
  'application/json;stream=watch',
  'garbage',
  ';;;',
  'application/vnd.kubernetes.protobuf,application/json',
]

const contentTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/yaml',
  'text/yaml',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/vnd.kubernetes.protobuf',
  'application/cbor',
  'garbage',
  'application/merge-patch+json',
]

const patchTypes = [
  'application/json',
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/apply-patch+cbor',
  'application/merge-patch+json; charset=utf-8',
  'text/plain',
  'garbage',
]

/** `{"k8s\0"}` and a ConfigMap: the envelope, then the message. */
const envelope = (raw: readonly number[]) => {
  const typeMeta = [0x0a, 2, ...Buffer.from('v1'), 0x12, 9, ...Buffer.from('ConfigMap')]
  return Buffer.from([
    0x6b,
    0x38,
    0x73,
    0,
    0x0a,
    typeMeta.length,
    ...typeMeta,
    0x12,
    raw.length,
    ...raw,
    0x1a,
    0,
    0x22,
    0,
  ])
}
const named = (name: string) => [0x0a, name.length + 2, 0x0a, name.length, ...Buffer.from(name)]
const protobuf = { 'content-type': 'application/vnd.kubernetes.protobuf' }

const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: y\ndata:\n  a: "1"\n'

export default defineSuite({
  section: '1.2',
  topic: 'negotiation',
  setup: [
    quietly(
      post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        metadata: { name: 'widgets.{suite}.example.dev' },
        spec: {
          group: '{suite}.example.dev',
          scope: 'Namespaced',
          names: { plural: 'widgets', kind: 'Widget' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: {
                openAPIV3Schema: {
                  type: 'object',
                  properties: { spec: { type: 'object', properties: { n: { type: 'integer' } } } },
                },
              },
            },
          ],
        },
      }),
    ),
    until('/apis/{suite}.example.dev/v1/widgets', { status: 200 }),
  ],
  cases: [
    ...accepts.map((accept) =>
      check(
        `answers one who accepts "${accept}"`,
        'CN-1 CN-2 CN-3 ER-20',
        made,
        get(`${configMaps}/a`, { headers: { accept } }),
      ),
    ),
    ...accepts.map((accept) =>
      check(`lists for one who accepts "${accept}"`, 'CN-2 CN-3 CN-15', made, get(configMaps, { headers: { accept } })),
    ),
    check(
      'answers one who accepts nothing in particular',
      'CN-1',
      made,
      get(`${configMaps}/a`, { headers: { accept: null } }),
    ),
    ...accepts
      .filter((accept) => !accept.includes('proto'))
      .map((accept) =>
        check(
          `shows a custom resource to one who accepts "${accept}"`,
          'CN-2',
          quietly(post(widgets, { apiVersion: '{suite}.example.dev/v1', kind: 'Widget', metadata: { name: 'a' } })),
          get(`${widgets}/a`, { headers: { accept } }),
        ),
      ),
    ...contentTypes.map((type) =>
      check(
        `takes a body of type "${type}"`,
        'CN-4 ER-20',
        post(configMaps, { metadata: { name: 'a' } }, { headers: { 'content-type': type } }),
      ),
    ),
    // A real server closes the connection if such a body is declared as protobuf.
    ...contentTypes
      .filter((type) => !type.includes('protobuf'))
      .map((type) =>
        check(
          `takes a custom resource of type "${type}"`,
          'CN-4',
          post(
            widgets,
            { apiVersion: '{suite}.example.dev/v1', kind: 'Widget', metadata: { name: 'a' } },
            { headers: { 'content-type': type } },
          ),
        ),
      ),
    check(
      'takes a body without a type',
      'CN-1',
      post(configMaps, { metadata: { name: 'a' } }, { headers: { 'content-type': null } }),
      put(`${configMaps}/a`, { metadata: { name: 'a' }, data: { b: 'c' } }, { headers: { 'content-type': null } }),
    ),
    check('takes YAML', 'CN-1', post(configMaps, yaml, { headers: { 'content-type': 'application/yaml' } })),
    check('takes YAML where it says JSON', 'CN-1 ER-7', post(configMaps, yaml)),
    check(
      'takes two documents of YAML',
      'CN-1',
      post(configMaps, `${yaml}---\n${yaml}`, { headers: { 'content-type': 'application/yaml' } }),
    ),
    check(
      'answers in YAML',
      'CN-1',
      post(configMaps, yaml, { headers: { 'content-type': 'application/yaml', accept: 'application/yaml' } }),
    ),
    check('refuses in YAML', 'CN-1', get(`${configMaps}/a`, { headers: { accept: 'application/yaml' } })),
    ...patchTypes.map((type) =>
      check(
        `takes a patch of type "${type}"`,
        'CN-5',
        made,
        request('PATCH', `${configMaps}/a`, { body: { data: { c: 'd' } }, headers: { 'content-type': type } }),
      ),
    ),
    ...patchTypes.map((type) =>
      check(
        `takes a patch of a custom resource of type "${type}"`,
        'CN-5',
        quietly(post(widgets, { apiVersion: '{suite}.example.dev/v1', kind: 'Widget', metadata: { name: 'a' } })),
        request('PATCH', `${widgets}/a`, { body: { spec: { n: 1 } }, headers: { 'content-type': type } }),
      ),
    ),
    check(
      'refuses a patch without a type',
      'CN-5',
      made,
      request('PATCH', `${configMaps}/a`, { body: {}, headers: { 'content-type': null } }),
    ),
    ...['None', 'Metadata', 'Object', '', 'x', 'none'].map((include) =>
      check(
        `puts "${include}" into tables`,
        'CN-6',
        made,
        get(`${configMaps}/a?includeObject=${include}`, { headers: table() }),
        get(`${configMaps}?includeObject=${include}`, { headers: table() }),
      ),
    ),
    check('lists as a table', 'CN-7', made, get(configMaps, { headers: table() })),
    check('lists nothing as a table', 'CN-7', get(configMaps, { headers: table() })),
    check(
      'lists pages as tables',
      'CN-7',
      made,
      quietly(post(configMaps, { metadata: { name: 'b' } })),
      get(`${configMaps}?limit=1`, { headers: table() }),
    ),
    check('answers a create with a table', 'CN-6', post(configMaps, { metadata: { name: 'a' } }, { headers: table() })),
    check('never makes a table of a refusal', 'CN-8', get(`${configMaps}/none`, { headers: table() })),
    check('makes a table of a deletion', 'CN-8', made, request('DELETE', `${configMaps}/a`, { headers: table() })),
    check(
      'makes no table of what has no metadata',
      'CN-9',
      post(
        inCluster('selfsubjectaccessreviews.authorization.k8s.io/v1'),
        { spec: { nonResourceAttributes: { path: '/', verb: 'get' } } },
        { headers: table() },
      ),
    ),
    check(
      'makes a table of a Scale',
      'CN-7',
      quietly(
        post(inNamespace('replicationcontrollers'), {
          metadata: { name: 'a' },
          spec: {
            selector: { a: 'b' },
            template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
          },
        }),
      ),
      get(inNamespace('replicationcontrollers', 'a', 'scale'), { headers: table() }),
    ),
    check(
      'shows the metadata of one',
      'CN-10',
      made,
      get(`${configMaps}/a`, { headers: form('PartialObjectMetadata') }),
      get(`${configMaps}/a`, { headers: form('PartialObjectMetadata', 'v1beta1') }),
    ),
    check(
      'shows the metadata of all',
      'CN-10',
      made,
      get(configMaps, { headers: form('PartialObjectMetadataList') }),
      get(configMaps, { headers: form('PartialObjectMetadata') }),
    ),
    check(
      'shows no list of the metadata of one',
      'CN-10',
      made,
      get(`${configMaps}/a`, { headers: form('PartialObjectMetadataList') }),
    ),
    check(
      'shows the metadata of custom resources',
      'CN-10',
      quietly(post(widgets, { apiVersion: '{suite}.example.dev/v1', kind: 'Widget', metadata: { name: 'a' } })),
      get(`${widgets}/a`, { headers: form('PartialObjectMetadata') }),
      get(widgets, { headers: form('PartialObjectMetadataList') }),
      get(widgets, { headers: table() }),
    ),
    check('takes protobuf', 'CN-11', post(configMaps, envelope(named('p')), { headers: protobuf })),
    check('refuses protobuf that is none', 'CN-11', post(configMaps, Buffer.from('hello'), { headers: protobuf })),
    check(
      'refuses protobuf that breaks off',
      'CN-11',
      post(configMaps, envelope([0x0a, 50, 1]), { headers: protobuf }),
    ),
    check('refuses an empty body of protobuf', 'CN-11', post(configMaps, Buffer.alloc(0), { headers: protobuf })),
    check(
      'answers in protobuf',
      'CN-12',
      made,
      get(`${configMaps}/a`, { headers: { accept: 'application/vnd.kubernetes.protobuf' } }),
    ),
    {
      ...check(
        'packs what is long',
        'CN-13',
        quietly(post(configMaps, { metadata: { name: 'big' }, data: { a: 'x'.repeat(150_000) } })),
        get(`${configMaps}/big`, { headers: { 'accept-encoding': 'gzip' }, compare: 'shape' }),
      ),
      needsConnection: true,
    },
    {
      ...check(
        'packs nothing that is short',
        'CN-13',
        made,
        get(`${configMaps}/a`, { headers: { 'accept-encoding': 'gzip' } }),
      ),
      needsConnection: true,
    },
    {
      ...check(
        'refuses a body that is too large',
        'CN-14 ER-27',
        post(configMaps, { metadata: { name: 'big' }, data: { a: 'x'.repeat(3_145_728) } }),
      ),
      needsConnection: true,
    },
    check(
      'refuses a patch of too many steps',
      'CN-14',
      made,
      jsonPatch(
        `${configMaps}/a`,
        Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/kind', value: 'ConfigMap' })),
      ),
    ),
    check(
      'lists custom resources with their kinds',
      'CN-15',
      quietly(post(widgets, { apiVersion: '{suite}.example.dev/v1', kind: 'Widget', metadata: { name: 'a' } })),
      get(widgets),
    ),
    check('lists nothing as an empty list', 'CN-15', get(configMaps), get(widgets)),
    check(
      'writes times as Go does',
      'CN-16',
      post(inNamespace('leases.coordination.k8s.io/v1'), {
        metadata: { name: 'a' },
        spec: { renewTime: '2001-02-03T04:05:06.7Z', acquireTime: '2001-02-03T04:05:06+02:00' },
      }),
      post(inNamespace('leases.coordination.k8s.io/v1'), {
        metadata: { name: 'b' },
        spec: { renewTime: '2001-02-03T04:05:06' },
      }),
      post(inNamespace('leases.coordination.k8s.io/v1'), { metadata: { name: 'c' }, spec: { renewTime: 'soon' } }),
    ),
    check(
      'takes no time where none is',
      'CN-16',
      post(configMaps, { metadata: { name: 'a', creationTimestamp: null } }),
      post(configMaps, { metadata: { name: 'b', creationTimestamp: 'soon' } }),
    ),
  ],
})
