/** Catalogue 1.7: deletion, and everything that may delay it. */
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
  until,
} from '../../../tools/conformance/steps.ts'
import { definition, definitions, establish, version, widget, widgets } from './widgets.ts'

const configMaps = inNamespace('configmaps')
const a = `${configMaps}/a`
const make = (metadata: object = {}, name = 'a') =>
  quietly(post(configMaps, { metadata: { name, ...metadata } }, { saveAs: name }))
const held = make({ finalizers: ['example.dev/hold'] })
const options = (fields: object) => ({ kind: 'DeleteOptions', apiVersion: 'v1', ...fields })
const pods = inNamespace('pods')
const pod = (spec: object = {}, metadata: object = {}) =>
  quietly(
    post(pods, { metadata: { name: 'p', ...metadata }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } }),
  )
const p = `${pods}/p`
const jobs = inNamespace('jobs.batch/v1')
const job = quietly(
  post(jobs, {
    metadata: { name: 'j' },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
  }),
)
const rc = quietly(
  post(inNamespace('replicationcontrollers'), {
    metadata: { name: 'r' },
    spec: {
      selector: { a: 'b' },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  }),
)
const deployed = quietly(
  post(inNamespace('deployments.apps/v1'), {
    metadata: { name: 'd' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
    },
  }),
)

const bodies: readonly [name: string, rules: string, body: unknown][] = [
  ['nothing', 'DE-1', {}],
  ['the kind alone', 'DE-1', options({})],
  ['options of another group', 'DE-1', { kind: 'DeleteOptions', apiVersion: 'apps/v1' }],
  [
    'options of the meta group',
    'DE-1',
    { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1', propagationPolicy: 'Background' },
  ],
  ['another kind', 'DE-1', { kind: 'ConfigMap', apiVersion: 'v1' }],
  ['options of no group', 'DE-1', { kind: 'DeleteOptions', apiVersion: 'nothing/v1' }],
  ['an unknown policy', 'DE-2', options({ propagationPolicy: 'Sideways' })],
  ['an empty policy', 'DE-2', options({ propagationPolicy: '' })],
  ['two ways to say the same', 'DE-2', options({ propagationPolicy: 'Orphan', orphanDependents: true })],
  ['orphans the old way', 'DE-6', options({ orphanDependents: true })],
  ['no orphans the old way', 'DE-6 DE-3', options({ orphanDependents: false })],
  ['Orphan', 'DE-6', options({ propagationPolicy: 'Orphan' })],
  ['Foreground', 'DE-6', options({ propagationPolicy: 'Foreground' })],
  ['Background', 'DE-6', options({ propagationPolicy: 'Background' })],
  ['a grace period', 'DE-9', options({ gracePeriodSeconds: 5 })],
  ['a grace period of zero', 'DE-9', options({ gracePeriodSeconds: 0 })],
  ['a negative grace period', 'DE-9', options({ gracePeriodSeconds: -5 })],
  ['a trial', 'DE-12', options({ dryRun: ['All'] })],
  ['a trial of another kind', 'DE-12', options({ dryRun: ['Some'] })],
  ['the right uid', 'DE-8', options({ preconditions: { uid: '{{a.metadata.uid}}' } })],
  ['a wrong uid', 'DE-8', options({ preconditions: { uid: '00000000-0000-4000-8000-000000000000' } })],
  ['the right version', 'DE-8', options({ preconditions: { resourceVersion: '{{a.metadata.resourceVersion}}' } })],
  ['a wrong version', 'DE-8', options({ preconditions: { resourceVersion: '1' } })],
  ['an unknown field', 'DE-1', options({ unknown: 1 })],
  ['a wrong type', 'DE-1', options({ gracePeriodSeconds: 'soon' })],
  ['no JSON', 'DE-1', '{'],
  ['a list', 'DE-1', []],
  ['text', 'DE-1', 'hello'],
  ['leave to ignore what cannot be read', 'DE-1', options({ ignoreStoreReadErrorWithClusterBreakingPotential: true })],
]
const queries = [
  'propagationPolicy=Foreground',
  'propagationPolicy=Orphan',
  'propagationPolicy=Background',
  'propagationPolicy=Sideways',
  'orphanDependents=true',
  'orphanDependents=maybe',
  'gracePeriodSeconds=5',
  'gracePeriodSeconds=soon',
  'dryRun=All',
  'dryRun=Some',
  'unknown=1',
  'propagationPolicy=Orphan&orphanDependents=true',
]

export default defineSuite({
  section: '1.7',
  topic: 'delete',
  setup: establish({ versions: [version({ spec: { type: 'object', properties: { n: { type: 'integer' } } } })] }),
  cases: [
    ...bodies.map(([name, rules, body]) => check(`deletes with ${name}`, rules, make(), del(a, body), get(a))),
    ...bodies.map(([name, rules, body]) =>
      check(
        `deletes a custom resource with ${name}`,
        rules,
        quietly(post(widgets, widget({ name: 'a' }), { saveAs: 'a' })),
        del(`${widgets}/a`, body),
        get(`${widgets}/a`),
      ),
    ),
    ...queries.map((query) => check(`deletes by ?${query}`, 'DE-1 DE-6', make(), del(`${a}?${query}`), get(a))),
    ...['Orphan', 'Foreground', 'Background', undefined].map((policy) =>
      check(
        `deletes what waits with ${policy ?? 'no policy'}`,
        'DE-5 DE-6',
        held,
        del(a, policy ? options({ propagationPolicy: policy }) : undefined),
        del(a),
        del(a, options({ propagationPolicy: 'Background' })),
        del(a, options({ propagationPolicy: 'Orphan' })),
      ),
    ),
    ...[job, rc, deployed].map((step, at) => {
      const path = [`${jobs}/j`, inNamespace('replicationcontrollers', 'r'), inNamespace('deployments.apps/v1', 'd')][
        at
      ]!
      const kind = ['a Job', 'a ReplicationController', 'a Deployment'][at]!
      return check(`deletes ${kind} as it does by itself`, 'DE-6', step, del(path), get(path))
    }),
    check(
      'warns of the pods a Job leaves',
      'DE-6',
      job,
      del(`${jobs}/j`, options({ propagationPolicy: 'Orphan' })),
      get(`${jobs}/j`),
    ),
    check('keeps the finalizer of a collector', 'DE-6', make({ finalizers: ['orphan'] }), del(a), get(a)),
    check(
      'exchanges the finalizer of a collector',
      'DE-6',
      make({ finalizers: ['foregroundDeletion'] }),
      del(a, options({ propagationPolicy: 'Orphan' })),
      get(a),
    ),
    check(
      'finishes when the collector is done',
      'DE-6',
      make(),
      del(a, options({ propagationPolicy: 'Foreground' })),
      jsonPatch(a, [{ op: 'remove', path: '/metadata/finalizers' }]),
      get(a),
    ),
    check(
      'lets events go whatever the policy',
      'DE-7',
      quietly(post(inNamespace('events'), { metadata: { name: 'e' }, involvedObject: { namespace: '{ns}' } })),
      del(inNamespace('events', 'e'), options({ propagationPolicy: 'Foreground' })),
    ),
    check(
      'refuses both preconditions',
      'DE-8',
      make(),
      del(a, options({ preconditions: { uid: '00000000-0000-4000-8000-000000000000', resourceVersion: '1' } })),
    ),
    check(
      'refuses preconditions of what is not there',
      'DE-8',
      del(a, options({ preconditions: { uid: '00000000-0000-4000-8000-000000000000' } })),
    ),
    check(
      'refuses the uid of a Deployment',
      'DE-8',
      deployed,
      del(
        inNamespace('deployments.apps/v1', 'd'),
        options({ preconditions: { uid: '00000000-0000-4000-8000-000000000000' } }),
      ),
    ),
    check('deletes an unscheduled Pod at once', 'DE-9', pod(), del(p), get(p)),
    check('gives a Pod time', 'DE-9', pod({ nodeName: 'n' }), del(p), get(p)),
    check(
      'gives a Pod the time it asks for',
      'DE-9',
      pod({ nodeName: 'n', terminationGracePeriodSeconds: 7 }),
      del(p),
      del(p),
      get(p),
    ),
    check(
      'gives a Pod the time it is told',
      'DE-9',
      pod({ nodeName: 'n' }),
      del(p, options({ gracePeriodSeconds: 9 })),
      del(p, options({ gracePeriodSeconds: 20 })),
      del(p, options({ gracePeriodSeconds: 3 })),
      get(p),
    ),
    check('gives a Pod no time', 'DE-9', pod({ nodeName: 'n' }), del(p, options({ gracePeriodSeconds: 0 })), get(p)),
    check('gives a Pod no negative time', 'DE-9', pod({ nodeName: 'n' }), del(p, options({ gracePeriodSeconds: -1 }))),
    check(
      'gives a finished Pod no time',
      'DE-9',
      pod({ nodeName: 'n' }),
      quietly(mergePatch(`${p}/status`, { status: { phase: 'Succeeded' } })),
      del(p),
      get(p),
    ),
    check(
      'gives a Pod time and then holds it',
      'DE-9 DE-5',
      pod({ nodeName: 'n' }, { finalizers: ['example.dev/hold'] }),
      del(p),
      del(p, options({ gracePeriodSeconds: 0 })),
      mergePatch(p, { metadata: { finalizers: null } }),
      get(p),
    ),
    check(
      'lets a Pod go before its time',
      'DE-9 UP-13',
      pod({ nodeName: 'n' }, { finalizers: ['example.dev/hold'] }),
      del(p),
      mergePatch(p, { metadata: { finalizers: null } }),
      get(p),
    ),
    check(
      'deletes a namespace in two steps',
      'DE-10 NS-2',
      quietly(post(inCluster('namespaces'), { metadata: { name: '{id}' } })),
      del(inCluster('namespaces', '{id}')),
      del(inCluster('namespaces', '{id}')),
      get(inCluster('namespaces', '{id}')),
      put(inCluster('namespaces', '{id}', 'finalize'), { metadata: { name: '{id}' }, spec: { finalizers: [] } }),
      get(inCluster('namespaces', '{id}')),
    ),
    check(
      'deletes a namespace that nobody finalizes',
      'DE-10',
      quietly(post(inCluster('namespaces'), { metadata: { name: '{id}' } })),
      quietly(
        put(inCluster('namespaces', '{id}', 'finalize'), { metadata: { name: '{id}' }, spec: { finalizers: [] } }),
      ),
      del(inCluster('namespaces', '{id}')),
      get(inCluster('namespaces', '{id}')),
    ),
    check(
      'deletes a definition when its objects are gone',
      'DE-11 CRD-7',
      ...establish({ of: 'id', versions: [version({})] }),
      del(`${definitions}/widgets.{id}.example.dev`, undefined, { compare: 'status' }),
      until(`${definitions}/widgets.{id}.example.dev`, { status: 404 }),
      until('/apis/{id}.example.dev/v1/widgets', { status: 404 }),
    ),
    check(
      'deletes a definition as a trial',
      'DE-11',
      ...establish({ of: 'id', versions: [version({})] }),
      del(`${definitions}/widgets.{id}.example.dev?dryRun=All`),
      get('/apis/{id}.example.dev/v1/widgets'),
    ),
    check(
      'refuses a definition whose name is still in use',
      'DE-11',
      quietly(post(definitions, definition({ of: 'id', versions: [version({})] }))),
      post(definitions, definition({ of: 'id', versions: [version({})] })),
    ),
    check(
      'tries a deletion',
      'DE-12',
      held,
      del(`${a}?dryRun=All`),
      get(a),
      make({}, 'b'),
      del(`${configMaps}/b?dryRun=All`),
      get(`${configMaps}/b`),
    ),
    check(
      'deletes a collection',
      'DC-1',
      make(),
      make({ labels: { keep: 'no' } }, 'b'),
      del(configMaps),
      get(configMaps),
    ),
    check(
      'deletes a part of a collection',
      'DC-1',
      make(),
      make({ labels: { x: 'y' } }, 'b'),
      del(`${configMaps}?labelSelector=x%3Dy`),
      get(configMaps),
    ),
    check(
      'deletes one of a collection by its name',
      'DC-1',
      make(),
      make({}, 'b'),
      del(`${configMaps}?fieldSelector=metadata.name%3Db`),
      get(configMaps),
    ),
    check(
      'deletes a collection as a trial',
      'DC-1 DE-12',
      make(),
      make({}, 'b'),
      del(`${configMaps}?dryRun=All`),
      get(configMaps),
    ),
    check('deletes a collection that waits', 'DC-1', held, make({}, 'b'), del(configMaps), get(configMaps)),
    check(
      'deletes a collection in the foreground',
      'DC-1',
      make(),
      del(configMaps, options({ propagationPolicy: 'Foreground' })),
      get(configMaps),
    ),
    check('deletes an empty collection', 'DC-1', del(configMaps)),
    check(
      'deletes a collection by a wrong selector',
      'DC-1',
      del(`${configMaps}?labelSelector=%21%21`),
      del(`${configMaps}?fieldSelector=spec.x%3Dy`),
    ),
    check(
      'deletes a collection of custom resources',
      'DC-1',
      quietly(post(widgets, widget({ name: 'a' }))),
      quietly(post(widgets, widget({ name: 'b' }))),
      del(widgets),
      get(widgets),
    ),
    check('deletes a collection of Pods', 'DC-1', pod(), del(pods), get(pods)),
    check(
      'deletes a collection of Services',
      'DC-1',
      quietly(post(inNamespace('services'), { metadata: { name: 's' }, spec: { clusterIP: 'None' } })),
      del(inNamespace('services')),
      get(inNamespace('services')),
    ),
    check(
      'limits the deletion of a collection',
      'DC-1',
      make(),
      make({}, 'b'),
      make({}, 'c'),
      del(`${configMaps}?limit=2`),
      get(configMaps),
    ),
    check(
      'answers to YAML with YAML',
      'DE-1',
      make(),
      request('DELETE', a, {
        body: 'propagationPolicy: Orphan\n',
        headers: { 'content-type': 'application/yaml', accept: 'application/yaml' },
      }),
    ),
    check('deletes twice', 'DE-4', make(), del(a), del(a)),
    check('deletes and makes again', 'DE-4', make(), del(a), post(configMaps, { metadata: { name: 'a' } })),
  ],
})
