import { core, container, get, merge, namespace, pod, type PlayStep, post, put, remove } from '../play.ts'

const ns = 'kw-pods'
const pods = `${core(ns)}/pods`
const classes = '/apis/scheduling.k8s.io/v1/priorityclasses'
const runtimes = '/apis/node.k8s.io/v1/runtimeclasses'
const priority = ['spec.priority', 'spec.priorityClassName', 'spec.preemptionPolicy']
const tolerated = ['spec.tolerations']

const priorityPlay: readonly PlayStep[] = [
  post('of no class', `${pods}?dryRun=All`, pod('p'), { shows: priority }),
  post('of a system class', `${pods}?dryRun=All`, pod('p', { priorityClassName: 'system-node-critical' }), {
    shows: priority,
  }),
  post('of a missing class', pods, pod('p', { priorityClassName: 'nobody' })),
  post('of a missing class, generated', pods, {
    metadata: { generateName: 'p-' },
    spec: { ...pod('').spec, priorityClassName: 'nobody' },
  }),
  post('with another number', pods, pod('p', { priority: 7 })),
  post('with its number', `${pods}?dryRun=All`, pod('p', { priority: 0 }), { shows: priority }),
  post('with another policy', pods, pod('p', { preemptionPolicy: 'Never' })),
  post('a class', classes, { metadata: { name: 'kw-never' }, value: 3, preemptionPolicy: 'Never' }, { settles: true }),
  post('of that class', `${pods}?dryRun=All`, pod('p', { priorityClassName: 'kw-never' }), { shows: priority }),
  post(
    'a default class',
    classes,
    { metadata: { name: 'kw-usual' }, value: 5, globalDefault: true },
    { settles: true },
  ),
  post('of the default class', pods, pod('p'), { shows: priority }),
  merge('labels it', `${pods}/p`, { metadata: { labels: { a: 'b' } } }, { shows: priority }),
  put('written without its number', `${pods}/p`, pod('p', { priorityClassName: 'kw-usual' }), { shows: priority }),
  post('a second default class', classes, { metadata: { name: 'kw-other' }, value: 6, globalDefault: true }),
  merge('the default class again', `${classes}/kw-usual`, { metadata: { labels: { a: 'b' } } }),
  merge('another becomes the default', `${classes}/kw-never`, { globalDefault: true }),
  remove('deletes a system class', `${classes}/system-node-critical`),
  remove('no default class', `${classes}/kw-usual`, { settles: true }),
]

const tolerationPlay: readonly PlayStep[] = [
  post('tolerating nothing', `${pods}?dryRun=All`, pod('t'), { shows: tolerated }),
  post('tolerating all', `${pods}?dryRun=All`, pod('t', { tolerations: [{ operator: 'Exists' }] }), {
    shows: tolerated,
  }),
  post(
    'tolerating one',
    `${pods}?dryRun=All`,
    pod('t', {
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', operator: 'Exists', tolerationSeconds: 5, effect: 'NoExecute' },
      ],
    }),
    { shows: tolerated },
  ),
  post(
    'tolerating another effect',
    `${pods}?dryRun=All`,
    pod('t', { tolerations: [{ key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoSchedule' }] }),
    { shows: tolerated },
  ),
]

const nodePlay: readonly PlayStep[] = [
  post('a node', '/api/v1/nodes', { metadata: { name: 'kw-bare' } }, { shows: ['spec'] }),
  post(
    'a node with its taint',
    '/api/v1/nodes',
    {
      metadata: { name: 'kw-tainted' },
      spec: { taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule', value: 'x' }] },
    },
    { shows: ['spec'] },
  ),
  post(
    'a node somewhere',
    '/api/v1/nodes',
    {
      metadata: {
        name: 'kw-placed',
        labels: { 'topology.kubernetes.io/zone': 'z1', 'topology.kubernetes.io/region': 'r1', other: 'x' },
      },
    },
    { settles: true },
  ),
  post('a pod there', `${pods}?dryRun=All`, pod('n', { nodeName: 'kw-placed' }), { shows: ['metadata.labels'] }),
  post(
    'a pod there that says otherwise',
    `${pods}?dryRun=All`,
    pod('n', { nodeName: 'kw-placed' }, { labels: { 'topology.kubernetes.io/zone': 'z2', own: 'y' } }),
    { shows: ['metadata.labels'] },
  ),
  post('a pod nowhere', `${pods}?dryRun=All`, pod('n', { nodeName: 'nowhere' }), { shows: ['metadata.labels'] }),
  post('a pod to bind', pods, pod('bound')),
  post('binds it', `${pods}/bound/binding`, {
    metadata: { name: 'bound' },
    target: { kind: 'Node', name: 'kw-placed' },
  }),
  get('is bound', `${pods}/bound`, 'metadata.labels', 'spec.nodeName'),
]

const scheduling = {
  nodeSelector: { a: 'b' },
  tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoSchedule' }],
}
const runtime = (name: string) => ({ runtimeClassName: name })
const runtimeShows = ['spec.overhead', 'spec.nodeSelector', 'spec.tolerations']

const runtimePlay: readonly PlayStep[] = [
  post('of a missing runtime', pods, pod('r', runtime('nobody'))),
  post('with overhead of nobody', pods, pod('r', { overhead: { cpu: '1m' } })),
  post(
    'a runtime',
    runtimes,
    {
      metadata: { name: 'kw-costly' },
      handler: 'h',
      overhead: { podFixed: { cpu: '250m', memory: '1Gi' } },
      scheduling,
    },
    { settles: true },
  ),
  post('a plain runtime', runtimes, { metadata: { name: 'kw-plain' }, handler: 'h' }, { settles: true }),
  post('of a runtime', `${pods}?dryRun=All`, pod('r', runtime('kw-costly')), { shows: runtimeShows }),
  post('of a plain runtime', `${pods}?dryRun=All`, pod('r', runtime('kw-plain')), { shows: runtimeShows }),
  post(
    'of a runtime, said twice',
    `${pods}?dryRun=All`,
    pod('r', {
      ...runtime('kw-costly'),
      overhead: { cpu: '0.25', memory: '1024Mi' },
      nodeSelector: { a: 'b', c: 'd' },
      tolerations: [
        { key: 'k', operator: 'Equal', value: 'v', effect: 'NoSchedule' },
        { key: 'l', operator: 'Exists' },
      ],
    }),
    { shows: runtimeShows },
  ),
  post('of a runtime, with other costs', pods, pod('r', { ...runtime('kw-costly'), overhead: { cpu: '1' } })),
  post('of a runtime, elsewhere', pods, pod('r', { ...runtime('kw-costly'), nodeSelector: { a: 'c' } })),
  post('of a plain runtime, with costs', pods, pod('r', { ...runtime('kw-plain'), overhead: { cpu: '1' } })),
]

const sized = (cpu: string, memory = '64Mi') => ({
  containers: [{ ...container, resources: { requests: { cpu, memory } } }],
})
const resized = (cpu: string, memory = '64Mi') => ({ spec: sized(cpu, memory) })
const init = (cpu: string) => ({
  initContainers: [{ name: 'i', image: 'x:1', resources: { requests: { cpu } } }],
})
const strategic = { 'content-type': 'application/strategic-merge-patch+json' }
const resize = (name: string, of: string, body: object): PlayStep => ({
  ...merge(name, `${pods}/${of}/resize`, body),
  headers: strategic,
})

const resizePlay: readonly PlayStep[] = [
  post('a sized pod', pods, pod('sized', { ...sized('100m'), nodeName: 'kw-small' })),
  resize('grows on a missing node', 'sized', resized('200m')),
  post('a small node', '/api/v1/nodes', { metadata: { name: 'kw-small' } }),
  merge(
    'that holds little',
    '/api/v1/nodes/kw-small/status',
    { status: { capacity: { cpu: '1', memory: '128Mi' }, allocatable: { cpu: '1', memory: '128Mi' } } },
    { settles: true },
  ),
  resize('grows a little', 'sized', resized('200m')),
  resize('grows too much', 'sized', resized('1500m', '256Mi')),
  post(
    'a pod with an init container',
    pods,
    pod('with-init', { ...sized('100m'), ...init('100m'), nodeName: 'kw-small' }),
  ),
  resize('grows its init container', 'with-init', { spec: init('200m') }),
  post(
    'a Windows node',
    '/api/v1/nodes',
    { metadata: { name: 'kw-windows', labels: { 'kubernetes.io/os': 'windows' } } },
    { settles: true },
  ),
  post('a pod on it', pods, pod('on-windows', { ...sized('100m'), nodeName: 'kw-windows' })),
  resize('grows on Windows', 'on-windows', resized('200m')),
]

export const podPlay: readonly PlayStep[] = [
  namespace(ns),
  ...priorityPlay,
  ...tolerationPlay,
  ...nodePlay,
  ...runtimePlay,
  ...resizePlay,
]
