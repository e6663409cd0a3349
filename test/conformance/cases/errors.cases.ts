/** Catalogue 1.11: every failure of the table, and bodies that cannot be decoded. */
import {
  check,
  defineSuite,
  del,
  get,
  inCluster,
  inNamespace,
  jsonPatch,
  mergePatch,
  post,
  put,
  quietly,
  request,
} from '../../../tools/conformance/steps.ts'
import { establish, version, widget, widgets } from './widgets.ts'

const configMaps = inNamespace('configmaps')
const deployments = inNamespace('deployments.apps/v1')
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const deployment = (spec: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: { selector: { matchLabels: { a: 'b' } }, template, ...spec },
})

const texts: readonly [name: string, body: string][] = [
  ['nothing', ''],
  ['a blank', ' '],
  ['half an object', '{"metadata":'],
  ['words', 'hello there, this is no JSON at all'],
  ['a list', '[]'],
  ['a number', '5'],
  ['text', '"x"'],
  ['null', 'null'],
  ['truth', 'true'],
  ['two objects', '{"metadata":{"name":"a"}}{"metadata":{"name":"b"}}'],
  ['an object and words', '{"metadata":{"name":"a"}} trailing'],
  ['a comma too many', '{"metadata":{"name":"a"},}'],
  ['single quotes', "{'metadata':{'name':'a'}}"],
  ['a comment', '{"metadata":{"name":"a"} /* x */}'],
  ['a kind that is a number', '{"kind":5,"apiVersion":"v1"}'],
  ['a version that is a list', '{"kind":"ConfigMap","apiVersion":[]}'],
  ['metadata that is text', '{"metadata":"a"}'],
  ['metadata that is a list', '{"metadata":[]}'],
  ['metadata that is null', '{"metadata":null}'],
  ['a name that is a number', '{"metadata":{"name":5}}'],
  ['labels that are a list', '{"metadata":{"name":"a","labels":[]}}'],
  ['a label that is a number', '{"metadata":{"name":"a","labels":{"a":5}}}'],
  ['a label that is null', '{"metadata":{"name":"a","labels":{"a":null}}}'],
  ['data that is text', '{"metadata":{"name":"a"},"data":"x"}'],
  ['data with a number', '{"metadata":{"name":"a"},"data":{"a":1}}'],
  ['data with an object', '{"metadata":{"name":"a"},"data":{"a":{}}}'],
  ['bytes that are no base64', '{"metadata":{"name":"a"},"binaryData":{"a":"!"}}'],
  ['a generation that is text', '{"metadata":{"name":"a","generation":"1"}}'],
  ['a generation with a fraction', '{"metadata":{"name":"a","generation":1.5}}'],
  ['a generation that is huge', '{"metadata":{"name":"a","generation":99999999999999999999}}'],
  ['owners that are an object', '{"metadata":{"name":"a","ownerReferences":{}}}'],
  ['letters that are no UTF-8', '{"metadata":{"name":"a"},"data":{"a":"\\ud800"}}'],
  ['an escape that is none', '{"metadata":{"name":"\\x"}}'],
  ['a line break in text', '{"metadata":{"name":"a\nb"}}'],
  ['deep lists', `{"metadata":{"name":"a"},"x":${'['.repeat(200)}${']'.repeat(200)}}`],
  ['far too deep lists', `{"metadata":{"name":"a"},"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
]

const specs: readonly [name: string, spec: object][] = [
  ['no selector', { selector: undefined }],
  ['an empty selector', { selector: {} }],
  ['a selector that does not match', { selector: { matchLabels: { x: 'y' } } }],
  ['no containers', { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [] } } }],
  ['no template', { template: undefined }],
  ['negative replicas', { replicas: -1 }],
  ['replicas that are text', { replicas: 'two' }],
  ['replicas with a fraction', { replicas: 1.5 }],
  ['huge replicas', { replicas: 3_000_000_000 }],
  ['an unknown strategy', { strategy: { type: 'Sideways' } }],
  ['a strategy that does not fit', { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }],
  ['no progress at all', { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }],
  ['a share that is none', { strategy: { rollingUpdate: { maxSurge: 'many' } } }],
  [
    'two containers of one name',
    {
      template: {
        metadata: { labels: { a: 'b' } },
        spec: {
          containers: [
            { name: 'c', image: 'i' },
            { name: 'c', image: 'i' },
          ],
        },
      },
    },
  ],
  [
    'a container without an image',
    { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c' }] } } },
  ],
  [
    'a container without a name',
    { template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ image: 'i' }] } } },
  ],
  [
    'a port out of range',
    {
      template: {
        metadata: { labels: { a: 'b' } },
        spec: { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 70_000 }] }] },
      },
    },
  ],
  [
    'a quantity that is none',
    {
      template: {
        metadata: { labels: { a: 'b' } },
        spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: 'much' } } }] },
      },
    },
  ],
  [
    'more requested than allowed',
    {
      template: {
        metadata: { labels: { a: 'b' } },
        spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }] },
      },
    },
  ],
  [
    'a policy of restarts that does not fit',
    {
      template: {
        metadata: { labels: { a: 'b' } },
        spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] },
      },
    },
  ],
  [
    'a mount of nothing',
    {
      template: {
        metadata: { labels: { a: 'b' } },
        spec: { containers: [{ name: 'c', image: 'i', volumeMounts: [{ name: 'v', mountPath: '/x' }] }] },
      },
    },
  ],
  ['a deadline below zero', { progressDeadlineSeconds: -1 }],
  ['three faults at once', { replicas: -1, minReadySeconds: -1, revisionHistoryLimit: -1 }],
]

const as = (user: string, ...groups: string[]) => ({
  'impersonate-user': user,
  ...(groups.length > 0 ? { 'impersonate-group': groups } : {}),
})

export default defineSuite({
  section: '1.11',
  topic: 'errors',
  setup: establish({
    versions: [
      version({
        spec: {
          type: 'object',
          properties: {
            n: { type: 'integer' },
            b: { type: 'boolean' },
            list: { type: 'array', items: { type: 'string' } },
          },
        },
      }),
    ],
  }),
  cases: [
    ...texts.map(([name, body]) => check(`reads ${name}`, 'ER-7 ER-9', post(configMaps, body))),
    ...texts.map(([name, body]) =>
      check(
        `reads ${name} as a custom resource`,
        'ER-7 PR-2',
        post(widgets, body.replace('{"metadata"', '{"apiVersion":"{suite}.example.dev/v1","kind":"Widget","metadata"')),
      ),
    ),
    ...specs.map(([name, spec]) =>
      check(`judges a Deployment with ${name}`, 'ER-5 ER-9', post(deployments, deployment(spec))),
    ),
    check(
      'misses a custom resource',
      'ER-1',
      get(`${widgets}/a`),
      del(`${widgets}/a`),
      mergePatch(`${widgets}/a`, {}),
      put(`${widgets}/a`, widget({ name: 'a' })),
    ),
    check(
      'refuses a custom resource without a version',
      'ER-6',
      quietly(post(widgets, widget({ name: 'a' }))),
      put(`${widgets}/a`, widget({ name: 'a' })),
    ),
    check(
      'does not know who calls',
      'ER-13 AN-2',
      get(configMaps, { headers: { authorization: 'Bearer nobody' } }),
      get(configMaps, { headers: { authorization: 'Basic YTpi' } }),
      get(configMaps, { headers: { authorization: 'bearer nobody' } }),
      get('/version', { headers: { authorization: 'Bearer nobody' } }),
    ),
    check(
      'forbids',
      'ER-14 AZ-1',
      get(configMaps, { headers: as('u') }),
      get(`${configMaps}/x`, { headers: as('u') }),
      get('/api/v1/nodes', { headers: as('u') }),
      get('/api/v1/nodes/x', { headers: as('u') }),
      get('/metrics', { headers: as('u') }),
      post(deployments, {}, { headers: as('u') }),
      del(deployments, undefined, { headers: as('u') }),
      get(`${inNamespace('pods', 'p', 'log')}`, { headers: as('u') }),
      put(`${deployments}/d/scale`, {}, { headers: as('u') }),
      get('/apis/{suite}.example.dev/v1/widgets', { headers: as('u') }),
      get(`${configMaps}?watch=true`, { headers: as('u') }),
    ),
    check(
      'forbids by strange names',
      'ER-14',
      get(configMaps, { headers: as('a<b>&"c"') }),
      get('/a<b>?x=&', { headers: as('u') }),
      get('/nothing', { headers: as('u') }),
    ),
    check(
      'forbids what nobody knows',
      'ER-14',
      get('/api/v1/nothings', { headers: as('u') }),
      get('/apis/nothing.dev/v1/things/x', { headers: as('u') }),
    ),
    check(
      'fails a JSON patch',
      'ER-19',
      quietly(post(configMaps, { metadata: { name: 'a' } })),
      jsonPatch(`${configMaps}/a`, [{ op: 'test', path: '/x', value: 1 }]),
    ),
    check(
      'gives up on generated names never',
      'ER-29',
      post(configMaps, { metadata: { generateName: 'gen-' } }),
      post(configMaps, { metadata: { generateName: 'gen-' } }),
    ),
    check(
      'evicts no more than a budget allows',
      'ER-30',
      quietly(
        post(inNamespace('pods'), {
          metadata: { name: 'p', labels: { a: 'b' } },
          spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i' }] },
        }),
      ),
      quietly(
        mergePatch(inNamespace('pods', 'p', 'status'), {
          status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
        }),
      ),
      quietly(
        post(inNamespace('poddisruptionbudgets.policy/v1'), {
          metadata: { name: 'b' },
          spec: { minAvailable: 1, selector: { matchLabels: { a: 'b' } } },
        }),
      ),
      quietly(
        mergePatch(inNamespace('poddisruptionbudgets.policy/v1', 'b', 'status'), {
          status: {
            observedGeneration: 1,
            disruptionsAllowed: 0,
            currentHealthy: 1,
            desiredHealthy: 1,
            expectedPods: 1,
          },
        }),
      ),
      post(inNamespace('pods', 'p', 'eviction'), {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: 'p' },
      }),
    ),
    check(
      'keeps the namespaces of the system',
      'ER-32 NS-1',
      del(inCluster('namespaces', 'default')),
      del(inCluster('namespaces', 'kube-system')),
      del(inCluster('namespaces', 'kube-public')),
      del(inCluster('namespaces', 'kube-node-lease?dryRun=All')),
    ),
    check(
      'reads bodies that are compressed by nobody',
      'ER-7',
      post(configMaps, Buffer.from([0x1f, 0x8b, 8, 0]), { headers: { 'content-encoding': 'gzip' } }),
    ),
    check(
      'lists no doubled faults',
      'ER-5',
      post(deployments, { metadata: { name: 'd' }, spec: { template: { spec: {} } } }),
    ),
    check(
      'quotes what it refuses',
      'ER-5',
      post(inNamespace('services'), {
        metadata: { name: 's' },
        spec: { type: 'What"ever', ports: [{ port: 80 }], sessionAffinity: 'x' },
      }),
      post(inNamespace('services'), {
        metadata: { name: 's' },
        spec: {
          ports: [
            { port: 0, protocol: 'X' },
            { port: 99999, name: 'A' },
          ],
        },
      }),
    ),
    check(
      'refuses empty writes',
      'ER-7',
      request('POST', configMaps),
      request('PUT', `${configMaps}/a`),
      request('PATCH', `${configMaps}/a`, { headers: { 'content-type': 'application/merge-patch+json' } }),
    ),
  ],
})
