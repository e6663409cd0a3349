import { container, core, get, merge, namespace, pod, type PlayStep, post, put, remove } from '../play.ts'

const ns = 'kw-limits'
const pods = `${core(ns)}/pods`
const claims = `${core(ns)}/persistentvolumeclaims`
const ranges = `${core(ns)}/limitranges`
const range = (name: string, ...limits: readonly object[]) => ({ metadata: { name }, spec: { limits } })
const needing = (requests: object, limits: object = {}) => ({
  containers: [{ ...container, resources: { requests, limits } }],
})
const claim = (name: string, storage: string) => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
})
const filled = { shows: ['spec.containers.0.resources', 'spec.initContainers.0.resources', 'metadata.annotations'] }
const init = { initContainers: [{ name: 'i', image: 'x:1', resources: { limits: { cpu: '2' } } }] }
const only = (name: string, ...limits: readonly object[]): readonly PlayStep[] => [
  post(`range ${name}`, ranges, range(name, ...limits), { settles: true }),
]
const over = (name: string): PlayStep => remove(`no range ${name}`, `${ranges}/${name}`, { settles: true })

export const limitPlay: readonly PlayStep[] = [
  namespace(ns),
  ...only('usual', { type: 'Container', default: { cpu: '500m', memory: '1Gi' }, defaultRequest: { cpu: '100m' } }),
  post('gets the usual', `${pods}?dryRun=All`, pod('a'), filled),
  post(
    'gets what is missing',
    `${pods}?dryRun=All`,
    pod('a', { ...needing({ cpu: '50m' }, { memory: '2Gi' }), ...init }),
    filled,
  ),
  over('usual'),
  ...only('least', { type: 'Container', min: { cpu: '100m' } }),
  post('says nothing', `${pods}?dryRun=All`, pod('a'), filled),
  post('asks too little', pods, pod('a', needing({ cpu: '50m' }))),
  post('is held to too little', pods, pod('a', needing({ cpu: '50m' }, { cpu: '60m' }))),
  post('asks enough', `${pods}?dryRun=All`, pod('a', needing({ cpu: '100m' })), filled),
  over('least'),
  ...only('most', { type: 'Container', max: { memory: '1Gi' } }),
  post('is held to too much', pods, pod('a', needing({}, { memory: '2Gi' }))),
  post('asks for too much', pods, pod('a', needing({ memory: '1100Mi' }, { memory: '1025Mi' }))),
  post('is held to enough', `${pods}?dryRun=All`, pod('a', needing({}, { memory: '1Gi' })), filled),
  over('most'),
  ...only('near', { type: 'Container', maxLimitRequestRatio: { cpu: '2' } }),
  post('asks for nothing', pods, pod('a')),
  post('is held to nothing', pods, pod('a', needing({ cpu: '1' }))),
  post('is too far apart', pods, pod('a', needing({ cpu: '100m' }, { cpu: '250m' }))),
  post('is near', `${pods}?dryRun=All`, pod('a', needing({ cpu: '100m' }, { cpu: '200m' }))),
  over('near'),
  ...only('whole', { type: 'Pod', max: { cpu: '1' } }),
  post(
    'is too much altogether',
    pods,
    pod('a', {
      containers: ['a', 'b'].map((name) => ({ name, image: 'x:1', resources: { limits: { cpu: '600m' } } })),
    }),
  ),
  post('starts with too much', pods, pod('a', { ...needing({}, { cpu: '1' }), ...init })),
  post(
    'is too much as a whole',
    pods,
    pod('a', { ...needing({ cpu: '1m' }), resources: { limits: { cpu: '1100m' } } }),
  ),
  over('whole'),
  ...only('claims', { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '2Gi' } }),
  post('claims too little', claims, claim('a', '1Mi')),
  post('claims too much', claims, claim('a', '3Gi')),
  post('claims enough', claims, claim('a', '1Gi')),
  over('claims'),
]

const quotas = `${core('kw-quota')}/resourcequotas`
const inQuota = core('kw-quota')
const quota = (name: string, hard: object, spec: object = {}): readonly PlayStep[] => [
  post(`quota ${name}`, quotas, { metadata: { name }, spec: { hard, ...spec } }),
  merge(
    `quota ${name} is counted`,
    `${quotas}/${name}/status`,
    { status: { hard, used: Object.fromEntries(Object.keys(hard).map((key) => [key, '0'])) } },
    { settles: true },
  ),
]
const used = (name: string): PlayStep => get(`used of ${name}`, `${quotas}/${name}`, 'status', 'metadata.managedFields')
const unlimited = (name: string): PlayStep => remove(`no quota ${name}`, `${quotas}/${name}`, { settles: true })
const map = (name: string) => ({ metadata: { name } })
const serviceOf = (name: string, type: string, ports: number) => ({
  metadata: { name },
  spec: { type, ports: Array.from({ length: ports }, (_, at) => ({ name: `p${at}`, port: 80 + at })) },
})
const deployment = (name: string) => ({
  metadata: { name },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
  },
})

export const quotaPlay: readonly PlayStep[] = [
  namespace('kw-quota'),
  post(
    'quota of nobody',
    quotas,
    { metadata: { name: 'new' }, spec: { hard: { configmaps: '0' } } },
    { settles: true },
  ),
  post('nobody counts', `${inQuota}/configmaps`, map('free')),
  merge(
    'nobody has counted',
    `${quotas}/new/status`,
    { status: { hard: { configmaps: '5', secrets: '2' } } },
    { settles: true },
  ),
  post('unknown', `${inQuota}/configmaps`, map('a')),
  unlimited('new'),
  ...quota('maps', { configmaps: '1', 'count/configmaps': '2' }),
  post('would use', `${inQuota}/configmaps?dryRun=All`, map('a')),
  post('uses', `${inQuota}/configmaps`, map('a'), { settles: true }),
  used('maps'),
  post('exceeds', `${inQuota}/configmaps`, map('b')),
  post('exceeds, generated', `${inQuota}/configmaps`, { metadata: { generateName: 'b-' } }),
  put('updates what is used', `${inQuota}/configmaps/a`, { ...map('a'), data: { x: 'y' } }),
  remove('deletes what is used', `${inQuota}/configmaps/a`),
  unlimited('maps'),
  ...quota('pods', { pods: '2', 'requests.cpu': '1', 'limits.memory': '1Gi' }),
  post('says nothing', `${inQuota}/pods`, pod('a')),
  post('fits', `${inQuota}/pods`, pod('a', needing({ cpu: '600m' }, { memory: '500Mi' })), { settles: true }),
  post('has no room', `${inQuota}/pods`, pod('b', needing({ cpu: '600m' }, { memory: '600Mi' }))),
  used('pods'),
  unlimited('pods'),
  ...quota('scoped', { pods: '1' }, { scopes: ['BestEffort'] }),
  post('is out of scope', `${inQuota}/pods`, pod('c', needing({ cpu: '1m' }))),
  post('is in scope', `${inQuota}/pods`, pod('d'), { settles: true }),
  post('is one too many', `${inQuota}/pods`, pod('e')),
  unlimited('scoped'),
  ...quota(
    'classes',
    { pods: '0' },
    {
      scopeSelector: {
        matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['system-node-critical'] }],
      },
    },
  ),
  post('is of no class', `${inQuota}/pods`, pod('f')),
  post('is of the class', `${inQuota}/pods`, pod('g', { priorityClassName: 'system-node-critical' })),
  unlimited('classes'),
  ...quota('services', { services: '2', 'services.nodeports': '2', 'services.loadbalancers': '0' }),
  post('a service', `${inQuota}/services`, serviceOf('a', 'NodePort', 2), { settles: true }),
  post('one with too many ports', `${inQuota}/services`, serviceOf('b', 'NodePort', 1)),
  post('one to balance', `${inQuota}/services`, serviceOf('b', 'LoadBalancer', 1)),
  merge('needs ports no more', `${inQuota}/services/a`, { spec: { type: 'ClusterIP' } }, { settles: true }),
  used('services'),
  unlimited('services'),
  ...quota('storage', {
    'requests.storage': '3Gi',
    persistentvolumeclaims: '2',
    'gold.storageclass.storage.k8s.io/requests.storage': '1Gi',
  }),
  post('claims', `${inQuota}/persistentvolumeclaims`, claim('a', '1Gi'), { settles: true }),
  post('claims gold', `${inQuota}/persistentvolumeclaims`, {
    metadata: { name: 'b' },
    spec: { ...claim('b', '2Gi').spec, storageClassName: 'gold' },
  }),
  post('claims too much', `${inQuota}/persistentvolumeclaims`, claim('c', '2500Mi')),
  used('storage'),
  unlimited('storage'),
  ...quota('counts', { 'count/deployments.apps': '1', 'count/leases.coordination.k8s.io': '0' }),
  post('a deployment', '/apis/apps/v1/namespaces/kw-quota/deployments', deployment('a'), { settles: true }),
  post('a deployment too many', '/apis/apps/v1/namespaces/kw-quota/deployments', deployment('b')),
  post('a lease too many', '/apis/coordination.k8s.io/v1/namespaces/kw-quota/leases', map('a')),
  unlimited('counts'),
]
