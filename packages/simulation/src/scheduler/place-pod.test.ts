import type { Node, Pod, PodSpec } from '@kubewright/kubernetes/core/v1'
import { describe, expect, it } from 'vitest'
import { type NodeLoad, placePod } from './place-pod.ts'
import { requestsOf } from './resource-amounts.ts'

const loadOf = (
  name: string,
  more: { labels?: object; spec?: object; used?: [string, number][]; pods?: number } = {},
): NodeLoad => ({
  node: {
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...more.labels } },
    spec: more.spec ?? {},
    status: { allocatable: { cpu: '2', memory: '4Gi', pods: '10' } },
  } as unknown as Node,
  used: new Map(more.used ?? []),
  pods: more.pods ?? 0,
})
const podOf = (spec: object = {}): Pod =>
  ({ metadata: { name: 'web' }, spec: { containers: [{ name: 'web' }], ...spec } as PodSpec }) as unknown as Pod
const asking = (requests: Record<string, string>) => podOf({ containers: [{ name: 'web', resources: { requests } }] })
const requiring = (key: string, operator: string, ...values: string[]) =>
  podOf({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key, operator, values }] }],
        },
      },
    },
  })
const taint = (effect: string) => ({ taints: [{ key: 'dedicated', value: 'db', effect }] })

describe('scheduling a pod', () => {
  it.each([
    {
      name: 'the node with the fewest pods',
      pod: podOf(),
      loads: [loadOf('a', { pods: 2 }), loadOf('b', { pods: 1 })],
      to: 'b',
    },
    { name: 'the first by name of equal nodes', pod: podOf(), loads: [loadOf('b'), loadOf('a')], to: 'a' },
    {
      name: 'a node with enough resources',
      pod: asking({ cpu: '1' }),
      loads: [loadOf('a', { used: [['cpu', 1.5]] }), loadOf('b', { pods: 5 })],
      to: 'b',
    },
    {
      name: 'a node that matches its nodeSelector',
      pod: podOf({ nodeSelector: { disk: 'fast' } }),
      loads: [loadOf('a'), loadOf('b', { labels: { disk: 'fast' } })],
      to: 'b',
    },
    {
      name: 'a node that matches its affinity',
      pod: requiring('size', 'Gt', '3'),
      loads: [loadOf('a', { labels: { size: '3' } }), loadOf('b', { labels: { size: '4' } })],
      to: 'b',
    },
    {
      name: 'no node with a taint',
      pod: podOf(),
      loads: [loadOf('a', { spec: taint('NoSchedule') }), loadOf('b')],
      to: 'b',
    },
    {
      name: 'a node whose taint it tolerates',
      pod: podOf({ tolerations: [{ key: 'dedicated', operator: 'Equal', value: 'db' }] }),
      loads: [loadOf('a', { spec: taint('NoSchedule') })],
      to: 'a',
    },
    {
      name: 'a node with a PreferNoSchedule taint',
      pod: podOf(),
      loads: [loadOf('a', { spec: taint('PreferNoSchedule') })],
      to: 'a',
    },
  ])('selects $name', ({ pod, loads, to }) => {
    expect(placePod(pod, loads)).toEqual({ node: to })
  })

  it.each([
    { name: 'no nodes', pod: podOf(), loads: [], why: 'no nodes available to schedule pods' },
    {
      name: 'all reasons',
      pod: asking({ cpu: '3', memory: '8Gi' }),
      loads: [
        loadOf('a'),
        loadOf('b', { spec: taint('NoExecute') }),
        loadOf('c', { spec: { unschedulable: true } }),
        loadOf('d', { pods: 10 }),
      ],
      why:
        '0/4 nodes are available: 1 Too many pods, 1 node(s) had untolerated taint {dedicated: db}, 1 node(s) were unschedulable, 2 Insufficient cpu, 2 Insufficient memory. ' +
        'preemption: 0/4 nodes are available: 2 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.',
    },
    {
      name: 'an unknown resource',
      pod: asking({ 'example.dev/gpu': '1' }),
      loads: [loadOf('a')],
      why: '0/1 nodes are available: 1 Insufficient example.dev/gpu. preemption: 0/1 nodes are available: 1 No preemption victims found for incoming pod.',
    },
  ])('fails with a message: $name', ({ pod, loads, why }) => {
    expect(placePod(pod, loads)).toEqual({ message: why })
  })
})

it('the requests of a pod are those of its containers and sidecars, or of the largest init container', () => {
  const container = (cpu: string, more: object = {}) => ({ name: cpu, resources: { requests: { cpu } }, ...more })
  const pod = podOf({
    initContainers: [container('100m', { restartPolicy: 'Always' }), container('2')],
    containers: [container('500m'), container('1')],
    overhead: { cpu: '50m' },
  })
  expect(requestsOf(pod).get('cpu')).toBeCloseTo(2.15)
})
