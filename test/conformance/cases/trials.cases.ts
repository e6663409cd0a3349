/** Catalogue 1.10: dry runs, unknown fields, and warnings. */
import {
  apply,
  check,
  defineSuite,
  del,
  edited,
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
import { definition, definitions, establish, version, widget, widgets } from './widgets.ts'

const configMaps = inNamespace('configmaps')
const a = `${configMaps}/a`
const made = quietly(post(configMaps, { metadata: { name: 'a' }, data: { a: 'b' } }, { saveAs: 'a' }))
const pods = inNamespace('pods')
const pod = (spec: object, rest: object = {}) => ({
  metadata: { name: 'p' },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  ...rest,
})
const modes = ['Strict', 'Warn', 'Ignore', '']

/** Bodies with unknown or duplicate fields. */
const surplus: readonly [name: string, path: string, body: unknown][] = [
  ['an unknown field', configMaps, { metadata: { name: 'a' }, unknown: 1 }],
  ['an unknown field of the metadata', configMaps, { metadata: { name: 'a', unknown: 1 } }],
  [
    'unknown fields deep within',
    pods,
    pod({ containers: [{ name: 'c', image: 'i', unknown: 1, env: [{ name: 'A', valu: 'x' }] }], unknown: {} }),
  ],
  ['a field twice', configMaps, '{"metadata":{"name":"a"},"data":{"a":"1","a":"2"}}'],
  ['a field twice and an unknown one', configMaps, '{"metadata":{"name":"a"},"data":{"a":"1","a":"2"},"x":1,"x":2}'],
  ['a field in the wrong case', configMaps, { metadata: { name: 'a' }, Data: { a: 'b' } }],
  ['the metadata twice', configMaps, '{"metadata":{"name":"a"},"metadata":{"name":"a","labels":{"x":"y"}}}'],
  [
    'unknown fields of a custom resource',
    widgets,
    widget({ name: 'a' }, { spec: { n: 1, unknown: { deep: 1 }, list: [{ x: 'a', y: 'b' }] }, other: 1 }),
  ],
  ['unknown metadata of a custom resource', widgets, widget({ name: 'a', unknown: 1 })],
  [
    'unknown fields where all are kept',
    widgets,
    widget({ name: 'a' }, { spec: { free: { anything: 1, known: { surplus: 1 } } } }),
  ],
  [
    'unknown fields of an embedded object',
    widgets,
    widget(
      { name: 'a' },
      { spec: { embedded: { apiVersion: 'v1', kind: 'X', metadata: { name: 'e', surplus: 1 }, spec: 1 } } },
    ),
  ],
  [
    'a field of a custom resource twice',
    widgets,
    '{"apiVersion":"{suite}.example.dev/v1","kind":"Widget","metadata":{"name":"a"},"spec":{"n":1,"n":2}}',
  ],
  ['YAML with a field twice', configMaps, 'metadata:\n  name: a\ndata:\n  a: b\n  a: c\n'],
]

export default defineSuite({
  section: '1.10',
  topic: 'trials',
  setup: [
    ...establish({
      versions: [
        version({
          spec: {
            type: 'object',
            properties: {
              n: { type: 'integer' },
              list: { type: 'array', items: { type: 'object', properties: { x: { type: 'string' } } } },
              free: {
                type: 'object',
                'x-kubernetes-preserve-unknown-fields': true,
                properties: { known: { type: 'object', properties: { k: { type: 'string' } } } },
              },
              embedded: {
                type: 'object',
                'x-kubernetes-embedded-resource': true,
                'x-kubernetes-preserve-unknown-fields': true,
              },
            },
          },
        }),
      ],
    }),
    ...establish({
      plural: 'oldies',
      kind: 'Oldie',
      versions: [
        version({}, { deprecated: true }),
        version({}, { name: 'v1beta1', storage: false, deprecated: true, deprecationWarning: 'no longer "this"' }),
        version({}, { name: 'v2', storage: false }),
      ],
    }),
  ],
  cases: [
    ...surplus.flatMap(([name, path, body]) =>
      modes.map((mode) =>
        check(
          `finds ${name} (${mode || 'unsaid'})`,
          'FV-1 FV-2 FV-3 FV-4',
          post(
            `${path}${mode ? `?fieldValidation=${mode}` : ''}`,
            body,
            name.startsWith('YAML') ? { headers: { 'content-type': 'application/yaml' } } : {},
          ),
        ),
      ),
    ),
    ...['Loose', 'strict', '%20'].map((mode) =>
      check(
        `knows no validation by ${mode}`,
        'FV-1',
        post(`${configMaps}?fieldValidation=${mode}`, { metadata: { name: 'a' } }),
        mergePatch(`${a}?fieldValidation=${mode}`, {}),
        put(`${a}?fieldValidation=${mode}`, { metadata: { name: 'a' } }),
      ),
    ),
    ...modes.map((mode) =>
      check(
        `finds unknown fields of a PUT (${mode || 'unsaid'})`,
        'FV-2',
        made,
        put(`${a}?fieldValidation=${mode}`, edited('a', { unknown: 1 })),
      ),
    ),
    ...modes.map((mode) =>
      check(
        `finds unknown fields of a patch of a custom resource (${mode || 'unsaid'})`,
        'FV-2 FV-4',
        quietly(post(widgets, widget({ name: 'a' }))),
        mergePatch(`${widgets}/a?fieldValidation=${mode}`, { spec: { unknown: 1 }, metadata: { surplus: 1 } }),
        jsonPatch(`${widgets}/a?fieldValidation=${mode}`, [{ op: 'add', path: '/unknown', value: 1 }]),
      ),
    ),
    ...['Some', 'all', 'All&dryRun=All', 'All&dryRun=Some', ''].map((value) =>
      check(`tries by "${value}"`, 'DR-1', post(`${configMaps}?dryRun=${value}`, { metadata: { name: 'a' } }), get(a)),
    ),
    check(
      'tries to create',
      'DR-1',
      post(`${configMaps}?dryRun=All`, { metadata: { name: 'a' } }),
      post(`${configMaps}?dryRun=All`, { metadata: { generateName: 'gen-' } }),
      made,
      post(`${configMaps}?dryRun=All`, { metadata: { name: 'a' } }),
      post(`${configMaps}?dryRun=All`, { metadata: { name: 'Bad_' } }),
    ),
    check(
      'tries to change',
      'DR-1',
      made,
      put(`${a}?dryRun=All`, edited('a', { data: { x: 'y' } })),
      mergePatch(`${a}?dryRun=All`, { data: { x: 'y' } }),
      put(`${a}?dryRun=All`, { metadata: { name: 'a', resourceVersion: '1' } }),
      get(a),
    ),
    check('tries to delete', 'DR-1', made, del(`${a}?dryRun=All`), del(configMaps, { dryRun: ['All'] }), get(a)),
    check(
      'tries to apply',
      'DR-1',
      apply(`${a}?dryRun=All`, 'm', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }),
      get(a),
    ),
    check(
      'tries custom resources',
      'DR-1',
      post(`${widgets}?dryRun=All`, widget({ name: 'a' })),
      get(`${widgets}/a`),
      quietly(post(widgets, widget({ name: 'b' }))),
      mergePatch(`${widgets}/b?dryRun=All`, { spec: { n: 5 } }),
      del(`${widgets}/b?dryRun=All`),
      get(`${widgets}/b`),
    ),
    check(
      'tries a definition',
      'DR-1',
      post(`${definitions}?dryRun=All`, definition({ of: 'id', versions: [version({})] })),
      get(`${definitions}/widgets.{id}.example.dev`),
    ),
    check(
      'tries to evict and to bind',
      'DR-1',
      quietly(post(pods, pod({}))),
      post(`${pods}/p/eviction?dryRun=All`, { metadata: { name: 'p' } }),
      post(`${pods}/p/binding?dryRun=All`, { metadata: { name: 'p' }, target: { kind: 'Node', name: 'n' } }),
      get(`${pods}/p`),
    ),
    check(
      'tries a review',
      'DR-1',
      post(`${inCluster('selfsubjectaccessreviews.authorization.k8s.io/v1')}?dryRun=All`, {
        spec: { nonResourceAttributes: { path: '/', verb: 'get' } },
      }),
    ),
    check(
      'tries a token',
      'DR-1',
      quietly(post(inNamespace('serviceaccounts'), { metadata: { name: 's' } })),
      post(`${inNamespace('serviceaccounts', 's', 'token')}?dryRun=All`, { spec: {} }),
    ),
    check(
      'tries no connection',
      'DR-2',
      quietly(post(pods, pod({ nodeName: 'n' }))),
      request('POST', `${pods}/p/exec?dryRun=All&command=ls&stdout=true`),
      request('POST', `${pods}/p/attach?dryRun=All`),
      request('POST', `${pods}/p/portforward?dryRun=All`),
    ),
    check(
      'warns of deprecated versions',
      'WN-2',
      get('/apis/{suite}.example.dev/v1/namespaces/{ns}/oldies'),
      get('/apis/{suite}.example.dev/v1beta1/namespaces/{ns}/oldies'),
      get('/apis/{suite}.example.dev/v2/namespaces/{ns}/oldies'),
      post('/apis/{suite}.example.dev/v1/namespaces/{ns}/oldies', {
        apiVersion: '{suite}.example.dev/v1',
        kind: 'Oldie',
        metadata: { name: 'o' },
      }),
      get('/apis/{suite}.example.dev/v1beta1/namespaces/{ns}/oldies/o'),
    ),
    check(
      'warns of deprecated kinds',
      'WN-2',
      get(`${inNamespace('endpoints')}`),
      post(inNamespace('endpoints'), { metadata: { name: 'e' } }),
      get(inCluster('componentstatuses'), { compare: 'status' }),
      get(inCluster('componentstatuses', 'none')),
    ),
    check(
      'warns of many things',
      'WN-1',
      post(configMaps, {
        metadata: { name: 'a' },
        ...Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`unknownField${at}`, 1])),
      }),
    ),
    check('cuts long warnings', 'WN-1', post(configMaps, { metadata: { name: 'a' }, ['x'.repeat(5000)]: 1 })),
    check(
      'cuts many long warnings',
      'WN-1',
      post(configMaps, {
        metadata: { name: 'a' },
        ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${'y'.repeat(300)}${at}`, 1])),
      }),
    ),
    check(
      'warns of strange letters',
      'WN-1',
      post(configMaps, { metadata: { name: 'a' }, 'tab\there "quoted" grün \u0007': 1 }),
    ),
    check(
      'warns of finalizers of custom resources',
      'CR-16 WN-1',
      post(widgets, widget({ name: 'a', finalizers: ['hold'] })),
      post(widgets, widget({ name: 'b', finalizers: ['example.dev'] })),
      post(widgets, widget({ name: 'c', finalizers: ['example.dev/x'] })),
      mergePatch(`${widgets}/c`, { metadata: { finalizers: ['example.dev/x', 'plain'] } }),
    ),
    check(
      'warns of Pods',
      'WN-1',
      post(
        `${pods}?dryRun=All`,
        pod({
          containers: [
            {
              name: 'c',
              image: 'i',
              env: [
                { name: 'A', value: '1' },
                { name: 'A', value: '2' },
              ],
              ports: [{ containerPort: 80 }, { containerPort: 80 }],
            },
          ],
          terminationGracePeriodSeconds: -1,
          imagePullSecrets: [{ name: '' }],
        }),
      ),
      post(
        `${pods}?dryRun=All`,
        pod(
          { nodeSelector: { 'beta.kubernetes.io/arch': 'x' }, hostAliases: [{ ip: '1.2.3.4' }, { ip: '1.2.3.4' }] },
          { metadata: { name: 'p', annotations: { 'scheduler.alpha.kubernetes.io/critical-pod': '' } } },
        ),
      ),
    ),
  ],
})
