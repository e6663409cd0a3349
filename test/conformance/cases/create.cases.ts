/** Catalogue 1.4: the creation of objects. */
import {
  apply,
  check,
  defineSuite,
  del,
  get,
  inCluster,
  inNamespace,
  jsonPatch,
  post,
  put,
  quietly,
} from '../../../tools/conformance/steps.ts'

const configMaps = inNamespace('configmaps')
const configMap = (metadata: object, rest: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
  ...rest,
})
const owner = (changes: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: 'o',
  uid: '00000000-0000-4000-8000-000000000001',
  ...changes,
})

/** One request each: the response to this metadata. */
const metadataTable: readonly [name: string, rules: string, metadata: object][] = [
  [
    'wipes the fields of the system',
    'CR-2',
    {
      uid: '00000000-0000-4000-8000-000000000009',
      creationTimestamp: '2001-01-01T00:00:00Z',
      deletionTimestamp: '2001-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 5,
      selfLink: '/x',
      generation: 7,
    },
  ],
  ['refuses a resource version', 'CR-3 ER-28', { resourceVersion: '5' }],
  ['takes a resource version of 0', 'CR-3', { resourceVersion: '0' }],
  ['refuses a resource version that is no number', 'CR-3', { resourceVersion: 'abc' }],
  ['refuses another namespace', 'CR-5 ER-11', { namespace: 'other' }],
  ['takes its own namespace', 'CR-5', { namespace: '{ns}' }],
  ['refuses an empty name', 'CR-7', { name: '' }],
  ['prefers a name over a prefix', 'CR-6', { generateName: 'b-' }],
  ['generates a name', 'CR-6', { name: '', generateName: 'gen-' }],
  ['cuts a long prefix', 'CR-6', { name: '', generateName: 'a'.repeat(80) }],
  ['refuses a prefix that no name starts with', 'CR-6', { name: '', generateName: 'Up_' }],
  ['takes a prefix that ends in a dot', 'CR-6', { name: '', generateName: 'dot.' }],
  ['refuses capitals in a name', 'CR-12 CR-13 ER-5', { name: 'Upper' }],
  ['refuses underscores in a name', 'CR-13', { name: 'a_b' }],
  ['refuses a name that starts with a dash', 'CR-13', { name: '-a' }],
  ['refuses two dots in a row', 'CR-13', { name: 'a..b' }],
  ['refuses a name of one dot', 'CR-12', { name: '.' }],
  ['refuses a name of two dots', 'CR-12', { name: '..' }],
  ['refuses a slash in a name', 'CR-12', { name: 'a/b' }],
  ['refuses a percent sign in a name', 'CR-12', { name: 'a%b' }],
  ['refuses a blank in a name', 'CR-13', { name: 'a b' }],
  ['refuses letters beyond ASCII', 'CR-13', { name: 'grün' }],
  ['takes a name of 253 characters', 'CR-13', { name: 'n'.repeat(253) }],
  ['refuses a name of 254 characters', 'CR-13', { name: 'n'.repeat(254) }],
  ['takes a name of digits and dots', 'CR-13', { name: '1.2.3' }],
  ['refuses a label key with a blank', 'CR-14', { labels: { 'a b': 'c' } }],
  ['refuses a label key with two slashes', 'CR-14', { labels: { 'a/b/c': 'd' } }],
  ['refuses an empty label key', 'CR-14', { labels: { '': 'd' } }],
  ['refuses a label key without a name after the slash', 'CR-14', { labels: { 'a.b/': 'd' } }],
  ['refuses a label key with a bad prefix', 'CR-14', { labels: { 'A_b/c': 'd' } }],
  ['refuses a label key that is too long', 'CR-14', { labels: { [`${'k'.repeat(64)}`]: 'd' } }],
  ['refuses a label value that is too long', 'CR-14', { labels: { a: 'v'.repeat(64) } }],
  ['refuses a label value with a slash', 'CR-14', { labels: { a: 'b/c' } }],
  ['refuses a label value that starts with a dash', 'CR-14', { labels: { a: '-b' } }],
  ['takes an empty label value', 'CR-14', { labels: { a: '' } }],
  ['lists every fault of a label', 'CR-14', { labels: { 'a b': 'c d' } }],
  ['takes annotation keys with capitals', 'CR-14', { annotations: { 'Example.dev/Key': 'v' } }],
  ['refuses an annotation key with a blank', 'CR-14', { annotations: { 'a b': 'v' } }],
  ['refuses annotations that are too long', 'CR-14', { annotations: { a: 'v'.repeat(262_145) } }],
  ['takes an owner', 'CR-15', { ownerReferences: [owner()] }],
  ['refuses an owner without a version', 'CR-15', { ownerReferences: [owner({ apiVersion: '' })] }],
  ['refuses an owner without a kind', 'CR-15', { ownerReferences: [owner({ kind: '' })] }],
  ['refuses an owner without a name', 'CR-15', { ownerReferences: [owner({ name: '' })] }],
  ['refuses an owner without a uid', 'CR-15', { ownerReferences: [owner({ uid: '' })] }],
  ['refuses an owner whose version has two slashes', 'CR-15', { ownerReferences: [owner({ apiVersion: 'a/b/c' })] }],
  ['refuses an event as an owner', 'CR-15', { ownerReferences: [owner({ kind: 'Event' })] }],
  [
    'refuses two controllers',
    'CR-15',
    {
      ownerReferences: [
        owner({ controller: true }),
        owner({ name: 'p', uid: '00000000-0000-4000-8000-000000000002', controller: true }),
      ],
    },
  ],
  [
    'takes two owners and one controller',
    'CR-15',
    {
      ownerReferences: [
        owner({ controller: true, blockOwnerDeletion: true }),
        owner({ name: 'p', uid: '00000000-0000-4000-8000-000000000002', controller: false }),
      ],
    },
  ],
  ['drops a second reference to one owner', 'MD-2', { ownerReferences: [owner(), owner()] }],
  ['takes a qualified finalizer', 'CR-16', { finalizers: ['example.dev/hold'] }],
  ['refuses a finalizer with a blank', 'CR-16', { finalizers: ['a b'] }],
  ['refuses a finalizer that is not qualified', 'CR-16', { finalizers: ['hold'] }],
  ['takes a finalizer of the standard', 'CR-16', { finalizers: ['kubernetes'] }],
  ['takes the finalizer for orphans', 'CR-16', { finalizers: ['orphan'] }],
  ['refuses both finalizers of the collector', 'CR-16', { finalizers: ['orphan', 'foregroundDeletion'] }],
  ['refuses an empty finalizer', 'CR-16', { finalizers: [''] }],
  [
    'lists every fault',
    'CR-12 CR-14 CR-15',
    {
      name: 'Bad_name',
      labels: { 'a b': 'c' },
      ownerReferences: [owner({ uid: '' })],
    },
  ],
]

/** Names of kinds with special rules. */
const namesOfKinds: readonly [kind: string, path: string, object: object][] = [
  ['a Namespace', inCluster('namespaces'), {}],
  ['a Service', inNamespace('services'), { spec: { ports: [{ port: 80 }] } }],
  ['a Role', inNamespace('roles.rbac.authorization.k8s.io/v1'), { rules: [] }],
  ['a ClusterRole', inCluster('clusterroles.rbac.authorization.k8s.io/v1'), { rules: [] }],
  ['a Secret', inNamespace('secrets'), {}],
  ['a ServiceAccount', inNamespace('serviceaccounts'), {}],
  ['a Pod', inNamespace('pods'), { spec: { containers: [{ name: 'c', image: 'i' }] } }],
  ['a Lease', inNamespace('leases.coordination.k8s.io/v1'), { spec: {} }],
  [
    'a CronJob',
    inNamespace('cronjobs.batch/v1'),
    {
      spec: {
        schedule: '* * * * *',
        jobTemplate: {
          spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
        },
      },
    },
  ],
  [
    'a Job',
    inNamespace('jobs.batch/v1'),
    {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
    },
  ],
  [
    'a StatefulSet',
    inNamespace('statefulsets.apps/v1'),
    {
      spec: {
        serviceName: 's',
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
  ],
  ['an IngressClass', inCluster('ingressclasses.networking.k8s.io/v1'), { spec: { controller: 'example.dev/c' } }],
  ['a PriorityClass', inCluster('priorityclasses.scheduling.k8s.io/v1'), { value: 5 }],
  ['a StorageClass', inCluster('storageclasses.storage.k8s.io/v1'), { provisioner: 'example.dev/p' }],
]
const oddNames = ['Upper.{id}', 'a.b.{id}', '1-{id}', 'a:b-{id}', `${'l'.repeat(56)}{id}`, `${'l'.repeat(250)}{id}`]

/** Kinds a PUT may create. */
const putCreates: readonly [kind: string, path: string, object: object][] = [
  ['Lease', inNamespace('leases.coordination.k8s.io/v1', 'a'), { spec: {} }],
  ['Role', inNamespace('roles.rbac.authorization.k8s.io/v1', 'a'), {}],
  [
    'RoleBinding',
    inNamespace('rolebindings.rbac.authorization.k8s.io/v1', 'a'),
    {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
    },
  ],
  ['Endpoints', inNamespace('endpoints', 'a'), {}],
  ['Service', inNamespace('services', 'a'), { spec: { clusterIP: 'None' } }],
  ['LimitRange', inNamespace('limitranges', 'a'), { spec: { limits: [] } }],
  ['Event', inNamespace('events', 'a'), { involvedObject: { namespace: '{ns}', kind: 'Pod', name: 'p' } }],
  ['ConfigMap', inNamespace('configmaps', 'a'), {}],
  ['Secret', inNamespace('secrets', 'a'), {}],
  [
    'Deployment',
    inNamespace('deployments.apps/v1', 'a'),
    {
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
      },
    },
  ],
]

export default defineSuite({
  section: '1.4',
  topic: 'create',
  cases: [
    ...metadataTable.map(([name, rules, metadata]) => check(name, rules, post(configMaps, configMap(metadata)))),
    ...namesOfKinds.flatMap(([kind, path, object]) =>
      oddNames.map((name, at) =>
        check(`judges name ${at + 1} of ${kind}`, 'CR-12', post(path, { ...object, metadata: { name } })),
      ),
    ),
    ...putCreates.map(([kind, path, object]) =>
      check(`by PUT of a missing ${kind}`, 'CR-17', put(path, { ...object, metadata: { name: 'a' } })),
    ),
    check('answers 201 with the object', 'CR-1', post(configMaps, configMap({}, { data: { a: 'b' } }))),
    check('defaults kind and version', 'CR-4', post(configMaps, { metadata: { name: 'a' } })),
    check('refuses another version', 'CR-4 ER-10', post(configMaps, { ...configMap({}), apiVersion: 'v2' })),
    check(
      'refuses another group',
      'CR-4',
      post(inNamespace('deployments.apps/v1'), {
        apiVersion: 'apps/v1beta1',
        kind: 'Deployment',
        metadata: { name: 'a' },
      }),
    ),
    check('refuses another kind', 'CR-4', post(configMaps, { ...configMap({}), kind: 'Secret' })),
    check('refuses a kind that nobody knows', 'CR-4', post(configMaps, { ...configMap({}), kind: 'Nothing' })),
    check(
      'refuses a name that is taken',
      'CR-8 ER-2',
      post(configMaps, configMap({})),
      post(configMaps, configMap({})),
    ),
    check(
      'says that the one with the name is being deleted',
      'CR-8',
      post(configMaps, configMap({ finalizers: ['example.dev/hold'] })),
      del(`${configMaps}/a`),
      post(configMaps, configMap({})),
    ),
    check(
      'refuses a namespace that does not exist',
      'CR-9 ER-15',
      post('/api/v1/namespaces/{id}-none/configmaps', configMap({})),
    ),
    check(
      'refuses a namespace that does not exist before it judges the object',
      'CR-9',
      post('/api/v1/namespaces/{id}-none/configmaps', configMap({ name: 'Bad_Name' })),
    ),
    check(
      'refuses a namespace that is being deleted',
      'CR-10 ER-16',
      quietly(post(inCluster('namespaces'), { metadata: { name: '{id}' } })),
      quietly(del(inCluster('namespaces', '{id}'))),
      post('/api/v1/namespaces/{id}/configmaps', configMap({})),
    ),
    check(
      'clears a namespace on what has none',
      'CR-5',
      post(inCluster('priorityclasses.scheduling.k8s.io/v1'), { metadata: { name: '{id}', namespace: 'x' }, value: 1 }),
    ),
    check(
      'clears the status of a Deployment',
      'CR-18',
      post(inNamespace('deployments.apps/v1'), {
        metadata: { name: 'a' },
        spec: {
          selector: { matchLabels: { a: 'b' } },
          template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } },
        },
        status: { replicas: 3, conditions: [{ type: 'Available', status: 'True' }] },
      }),
    ),
    check(
      'clears the status of a Pod',
      'CR-18',
      post(inNamespace('pods'), {
        metadata: { name: 'a' },
        spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] },
        status: { phase: 'Running', podIP: '10.1.1.1' },
      }),
    ),
    check(
      'clears the status of a Service and a PersistentVolumeClaim',
      'CR-18',
      post(inNamespace('services'), {
        metadata: { name: 'a' },
        spec: { ports: [{ port: 80 }] },
        status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
      }),
      post(inNamespace('persistentvolumeclaims'), {
        metadata: { name: 'a' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        status: { phase: 'Bound' },
      }),
    ),
    check('refuses options it does not know', 'CR-1', post(`${configMaps}?dryRun=Some`, configMap({}))),
    check('refuses a manager with a line break', 'CR-1', post(`${configMaps}?fieldManager=a%0Ab`, configMap({}))),
    check(
      'refuses a manager that is too long',
      'CR-1',
      post(`${configMaps}?fieldManager=${'m'.repeat(129)}`, configMap({})),
    ),
    check(
      'by apply of a missing object',
      'UP-10',
      apply(`${configMaps}/a`, 'm', configMap({}, { data: { a: 'b' } })),
      get(`${configMaps}/a`),
    ),
    check(
      'not by a patch of a missing object',
      'UP-10',
      jsonPatch(`${configMaps}/a`, [{ op: 'add', path: '/data', value: {} }]),
    ),
  ],
})
