/** Sequences of requests, for behavior that single objects do not cover. */

import { createHash } from 'node:crypto'
import { servedGroups } from '@kubewright/kubernetes/discovery'
import type { Answer, Send, Sent } from '../../testing/play-request.ts'
import { caseNamespace, lineOf } from './case-player.ts'

interface PlayStep extends Sent {
  readonly name: string
  readonly path: string
  /** Selects the compared part of the response. @default all of it */
  readonly shows?: (body: unknown) => unknown
}

const core = `/api/v1/namespaces/${caseNamespace}`
const group = (name: string) => `/apis/${name}/namespaces/${caseNamespace}`
const merge = { 'content-type': 'application/merge-patch+json' }
const strategic = { 'content-type': 'application/strategic-merge-patch+json' }
const apply = { 'content-type': 'application/apply-patch+yaml' }
const post = (name: string, path: string, body: unknown): PlayStep => ({ name, path, method: 'POST', body })
const patch = (name: string, path: string, body: unknown, headers = merge): PlayStep => ({
  name,
  path,
  method: 'PATCH',
  headers,
  body,
})
const put = (name: string, path: string, body: unknown): PlayStep => ({ name, path, method: 'PUT', body })
const read = (name: string, path: string): PlayStep => ({ name, path })
const remove = (name: string, path: string): PlayStep => ({ name, path, method: 'DELETE' })

const container = { name: 'c', image: 'x:1' }
const pod = (name: string, spec: object = {}) => ({
  metadata: { name, labels: { play: name } },
  spec: { containers: [container], ...spec },
})
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' }
const deployment = (name: string, spec: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } },
    ...spec,
  },
})
const bind = (name: string, to: object = { kind: 'Node', name: 'n1' }) => ({ metadata: { name }, target: to })
const pods = `${core}/pods`
const budgets = `${group('policy/v1')}/poddisruptionbudgets`
const [newer, older] = [group('autoscaling/v2'), group('autoscaling/v1')].map(
  (base) => `${base}/horizontalpodautoscalers`,
) as [string, string]
const deployments = `${group('apps/v1')}/deployments`

const podPlay: readonly PlayStep[] = [
  post('a pod', pods, pod('play-a')),
  post('a pod that waits', pods, pod('play-gated', { schedulingGates: [{ name: 'x/y' }] })),
  post(
    'a pod of two',
    pods,
    pod('play-two', { nodeName: 'nowhere', containers: [container, { ...container, name: 'd' }] }),
  ),
  read('a log of nothing', `${pods}/play-a/log`),
  read('a log of two', `${pods}/play-two/log`),
  read('a log of none of them', `${pods}/play-two/log?container=z`),
  read('a log from nowhere', `${pods}/play-two/log?container=c`),
  read('a log of nobody', `${pods}/nobody/log`),
  post('exec nowhere', `${pods}/play-a/exec?command=ls&stdout=true`, undefined),
  post('exec on a lost node', `${pods}/play-two/exec?command=ls&stdout=true&container=c`, undefined),
  read('attach nowhere', `${pods}/play-a/attach?stdout=true`),
  read('forward nowhere', `${pods}/play-a/portforward`),
  read('proxy nowhere', `${pods}/play-a/proxy`),
  read('proxy to a node nobody knows', '/api/v1/nodes/nobody/proxy'),
  read('proxy to a service nobody knows', `${core}/services/nobody/proxy`),
  post('binds a pod that waits', `${pods}/play-gated/binding`, bind('play-gated')),
  post('binds another', `${pods}/play-a/binding`, bind('play-b')),
  post('binds to what is no node', `${pods}/play-a/binding`, bind('play-a', { kind: 'Foo', name: '' })),
  post('binds', `${pods}/play-a/binding`, bind('play-a')),
  post('binds again', `${pods}/play-a/binding`, bind('play-a')),
  post('binds nobody', `${pods}/nobody/binding`, bind('nobody')),
  post('binds without a path', `${core}/bindings`, bind('play-two')),
  read('is bound', `${pods}/play-a`),
  post('a budget', budgets, {
    metadata: { name: 'play' },
    spec: { minAvailable: 1, selector: { matchLabels: { play: 'play-a' } } },
  }),
  patch('runs', `${pods}/play-a/status`, {
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  }),
  post('evicts before the budget is seen', `${pods}/play-a/eviction`, { metadata: { name: 'play-a' } }),
  patch('nobody to spare', `${budgets}/play/status`, {
    status: { observedGeneration: 1, disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
  }),
  post('evicts the last', `${pods}/play-a/eviction`, { metadata: { name: 'play-a' } }),
  post('evicts another', `${pods}/play-a/eviction`, { metadata: { name: 'play-c' } }),
  patch('one to spare', `${budgets}/play/status`, { status: { disruptionsAllowed: 1 } }),
  post('evicts', `${pods}/play-a/eviction`, { metadata: { name: 'play-a' } }),
  read('is spent', `${budgets}/play`),
  read('is going', `${pods}/play-a`),
  remove('goes at once', `${pods}/play-a?gracePeriodSeconds=0`),
  remove('two goes', `${pods}/play-two?gracePeriodSeconds=0`),
  remove('gated goes', `${pods}/play-gated`),
  remove('no budget', `${budgets}/play`),
]

const versionPlay: readonly PlayStep[] = [
  post('a new autoscaler', newer, {
    metadata: { name: 'play' },
    spec: {
      scaleTargetRef: target,
      maxReplicas: 3,
      behavior: { scaleUp: {} },
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } },
        { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '10' } } },
        {
          type: 'Object',
          object: { describedObject: target, metric: { name: 'o' }, target: { type: 'Value', value: '5' } },
        },
        {
          type: 'External',
          external: {
            metric: { name: 'e', selector: { matchLabels: { a: 'b' } } },
            target: { type: 'AverageValue', averageValue: '1' },
          },
        },
      ],
    },
  }),
  read('seen from before', `${older}/play`),
  patch('changed from before', `${older}/play`, { spec: { targetCPUUtilizationPercentage: 70 } }),
  read('seen from after', `${newer}/play`),
  patch('counted', `${newer}/play/status`, {
    status: {
      currentReplicas: 1,
      desiredReplicas: 2,
      currentMetrics: [
        { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 50, averageValue: '1' } } },
      ],
      conditions: [{ type: 'AbleToScale', status: 'True' }],
    },
  }),
  read('counts from before', `${older}/play/status`),
  remove('no autoscaler', `${older}/play`),
  post('an event', `${core}/events`, {
    metadata: { name: 'play' },
    involvedObject: { kind: 'Pod', name: 'p', namespace: caseNamespace },
    reason: 'R',
    message: 'm',
    type: 'Normal',
    source: { component: 'c' },
    count: 1,
    firstTimestamp: '2026-01-01T00:00:00Z',
  }),
  read('a new event', `${group('events.k8s.io/v1')}/events/play`),
  remove('no event', `${group('events.k8s.io/v1')}/events/play`),
]

const patchPlay: readonly PlayStep[] = [
  post('a deployment', deployments, deployment('play')),
  patch(
    'another container',
    `${deployments}/play`,
    { spec: { template: { spec: { containers: [{ name: 'd', image: 'y' }] } } } },
    strategic,
  ),
  patch(
    'an image',
    `${deployments}/play`,
    { spec: { template: { spec: { containers: [{ name: 'c', image: 'x:2' }] } } } },
    strategic,
  ),
  patch(
    'one less',
    `${deployments}/play`,
    { spec: { template: { spec: { containers: [{ name: 'd', $patch: 'delete' }] } } } },
    strategic,
  ),
  patch('applied', `${deployments}/play?fieldManager=a&force=true`, deployment('play', { replicas: 2 }), apply),
  patch('applied anew', `${deployments}/play-applied?fieldManager=a`, deployment('play-applied'), apply),
  remove('goes', `${deployments}/play`),
  remove('goes too', `${deployments}/play-applied`),
  put('a lease that is not there', `${group('coordination.k8s.io/v1')}/leases/play`, {
    metadata: { name: 'play' },
    spec: { holderIdentity: 'h' },
  }),
  put('a lease without a version', `${group('coordination.k8s.io/v1')}/leases/play`, {
    metadata: { name: 'play' },
    spec: { holderIdentity: 'i' },
  }),
  remove('no lease', `${group('coordination.k8s.io/v1')}/leases/play`),
  put('a config map that is not there', `${core}/configmaps/play`, { metadata: { name: 'play' } }),
  post('a job', `${group('batch/v1')}/jobs`, {
    metadata: { name: 'play' },
    spec: { template: { spec: { containers: [container], restartPolicy: 'Never' } } },
  }),
  remove('no job', `${group('batch/v1')}/jobs/play?propagationPolicy=Background`),
]

/** Requests an unknown selectable field and the table columns of every kind. */
function everyKind(): readonly PlayStep[] {
  const all = servedGroups.flatMap(({ group: name, versions }) =>
    versions.flatMap(({ version, resources }) =>
      resources
        .filter(({ resource }) => resource.verbs.includes('list') && resource.kind !== 'ComponentStatus')
        .map(({ resource }) => `${name === '' ? '/api' : `/apis/${name}`}/${version}/${resource.plural}`),
    ),
  )
  const headers = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
  return all.flatMap((path) => [
    { name: `${path} by a field nobody has`, path: `${path}?fieldSelector=nope=1` },
    { name: `${path} as a table`, path: `${path}?limit=1`, headers, shows: columnsOf },
  ])
}

/** A digest of the column definitions. */
function columnsOf(body: unknown): string {
  const { columnDefinitions } = body as { columnDefinitions?: unknown }
  return createHash('sha256')
    .update(JSON.stringify(columnDefinitions) ?? '')
    .digest('hex')
    .slice(0, 16)
}

export async function playRequests(send: Send): Promise<Readonly<Record<string, string>>> {
  const lines: [string, string][] = []
  for (const step of [...podPlay, ...versionPlay, ...patchPlay, ...everyKind()]) {
    const answer = await send(step.path, step)
    lines.push([step.name, shownOf(step, answer)])
  }
  return Object.fromEntries(lines)
}

function shownOf({ shows, body: sent }: PlayStep, answer: Answer): string {
  if (shows !== undefined) return `${answer.status} ${String(shows(answer.body))}`
  return typeof answer.body === 'string' ? `${answer.status} ${answer.body}` : lineOf({}, answer, sent ?? {})
}
