import type { Client } from '@kubewright/client'
import { Lease, Node, Pod, type PodInput } from '@kubewright/kubernetes'
import { Event } from '@kubewright/kubernetes/events/v1'
import { describe, expect, it } from 'vitest'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['nodes', 'scheduler', 'pods'] as const
const namespace = 'default'
const containers = [{ name: 'web', image: 'web:1' }]
const podOf = (name: string, spec: Partial<PodInput['spec']> = {}): PodInput => ({
  metadata: { name, namespace },
  spec: { containers, ...spec },
})
const asking = (cpu: string) => ({ containers: [{ ...containers[0]!, resources: { requests: { cpu } } }] })
const heartbeat = '10m' as const

const conditionOf = async (client: Client, name: string, type: string) =>
  (await client.get(Pod, { name })).status?.conditions?.find((one) => one.type === type)

const placesOf = async (client: Client) =>
  Object.fromEntries(
    (await client.list(Pod, { namespace })).items.map(({ metadata, spec }) => [metadata.name, spec.nodeName]),
  )

describe('simulated node', () => {
  it('is ready from the start, with its capacity, and renews a lease', async () => {
    const options = { labels: { zone: 'a' }, capacity: { cpu: '2' } }
    await using simulated = await simulatedCluster(parts, { nodes: { ...options, count: 2 } })
    const { client, cluster } = simulated
    await cluster.settle()
    const [one, two] = (await client.list(Node)).items
    expect([one!.metadata.name, two!.metadata.name]).toEqual(['node-1', 'node-2'])
    expect(one!.metadata.labels).toMatchObject({ zone: 'a', 'kubernetes.io/hostname': 'node-1' })
    expect(one!.spec).toEqual({ podCIDR: '10.128.16.0/20', podCIDRs: ['10.128.16.0/20'] })
    expect(one!.status?.capacity).toMatchObject({ cpu: '2', memory: '256Gi', pods: '4k' })
    expect(one!.status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'True',
      reason: 'KubeletReady',
    })
    const lease = { name: 'node-1', namespace: 'kube-node-lease' }
    const before = (await client.get(Lease, lease)).spec!
    expect(before).toMatchObject({ holderIdentity: 'node-1', leaseDurationSeconds: 40 })
    await cluster.advance('10s')
    await cluster.settle()
    expect((await client.get(Lease, lease)).spec!.renewTime).not.toBe(before.renewTime)
  })

  it('becomes Unknown 50 seconds after it is lost, and its pods are evicted five minutes later', async () => {
    await using simulated = await simulatedCluster(parts, { nodes: { count: 2, heartbeat } })
    const { client, cluster, simulation } = simulated
    await client.create(Pod, podOf('web'))
    await client.create(Pod, podOf('stays', { tolerations: [{ operator: 'Exists' }], nodeName: 'node-1' }))
    await cluster.settle()
    expect(await placesOf(client)).toEqual({ web: 'node-1', stays: 'node-1' })
    await cluster.advance('7m')
    await simulation.nodes.lose('node-1')
    await cluster.advance('49s')
    await cluster.settle({ patience: 0 })
    const readyOf = async () =>
      (await client.get(Node, { name: 'node-1' })).status?.conditions?.find(({ type }) => type === 'Ready')
    expect(await readyOf()).toMatchObject({ status: 'True' })
    await cluster.advance('2s')
    await cluster.settle()
    expect(await readyOf()).toMatchObject({
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
    })
    const { spec } = await client.get(Node, { name: 'node-1' })
    expect(spec?.taints?.map(({ key, effect }) => `${key}:${effect}`)).toEqual([
      'node.kubernetes.io/unreachable:NoSchedule',
      'node.kubernetes.io/unreachable:NoExecute',
    ])
    expect(await conditionOf(client, 'web', 'Ready')).toMatchObject({ status: 'False', reason: 'NodeNotReady' })
    await cluster.advance('301s')
    await cluster.settle()
    const leaving = await client.get(Pod, { name: 'web' })
    expect(leaving.metadata.deletionTimestamp).toBeDefined()
    expect(await conditionOf(client, 'web', 'DisruptionTarget')).toMatchObject({ reason: 'DeletionByTaintManager' })
    expect((await client.get(Pod, { name: 'stays' })).metadata.deletionTimestamp).toBeUndefined()
    await simulation.nodes.restore('node-1')
    await cluster.settle()
    await expect(client.get(Pod, { name: 'web' })).rejects.toMatchObject({ code: 'KW_CLIENT_NOT_FOUND' })
    expect(await readyOf()).toMatchObject({ status: 'True' })
    expect((await client.get(Node, { name: 'node-1' })).spec?.taints).toBeUndefined()
    expect(await conditionOf(client, 'stays', 'Ready')).toMatchObject({ status: 'True' })
  })

  it('has its pods deleted when it is deleted', async () => {
    await using simulated = await simulatedCluster(parts, { nodes: { heartbeat } })
    const { client, cluster } = simulated
    await client.create(Pod, podOf('web'))
    await cluster.settle()
    await client.delete(Node, { name: 'node-1' })
    await cluster.settle()
    await cluster.advance('41s')
    await cluster.settle()
    expect(await placesOf(client)).toEqual({})
  })

  it('becomes Unknown if the simulation has no kubelet for it', async () => {
    await using simulated = await simulatedCluster(parts, { nodes: { count: 0 } })
    const { client, cluster } = simulated
    await client.create(Node, { metadata: { name: 'theirs' } })
    await cluster.advance('51s')
    await cluster.settle()
    const { status } = await client.get(Node, { name: 'theirs' })
    expect(status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'Unknown',
      reason: 'NodeStatusNeverUpdated',
    })
  })
})

describe('simulated scheduler', () => {
  it('reports why a pod is unschedulable, and binds it when possible', async () => {
    await using simulated = await simulatedCluster(parts, { nodes: { count: 2, capacity: { cpu: '1' }, heartbeat } })
    const { client, cluster } = simulated
    await client.create(Pod, podOf('one', asking('600m')))
    await client.create(Pod, podOf('two', asking('600m')))
    await client.create(Pod, podOf('three', asking('600m')))
    await cluster.settle()
    expect(await conditionOf(client, 'three', 'PodScheduled')).toMatchObject({
      status: 'False',
      reason: 'Unschedulable',
      message:
        '0/2 nodes are available: 2 Insufficient cpu. preemption: 0/2 nodes are available: 2 No preemption victims found for incoming pod.',
    })
    const failed = (await client.list(Event, { namespace })).items.filter(({ reason }) => reason === 'FailedScheduling')
    expect(failed.map(({ type, regarding }) => `${type} ${regarding?.name}`)).toEqual(['Warning three'])
    await client.delete(Pod, { name: 'one' })
    await cluster.settle()
    expect(await placesOf(client)).toEqual({ two: 'node-2', three: 'node-1' })
  })

  it('retries when a node changes', async () => {
    await using simulated = await simulatedCluster(parts, { nodes: { heartbeat } })
    const { client, cluster } = simulated
    await client.create(Pod, podOf('web', { nodeSelector: { disk: 'fast' } }))
    await cluster.settle()
    expect(await conditionOf(client, 'web', 'PodScheduled')).toMatchObject({
      message: expect.stringContaining("1 node(s) didn't match Pod's node affinity/selector"),
    })
    await client.patch(Node, { name: 'node-1' }, { metadata: { labels: { disk: 'fast' } } })
    await cluster.settle()
    expect(await placesOf(client)).toEqual({ web: 'node-1' })
  })

  it('ignores cordoned nodes, gated pods, and pods of other schedulers', async () => {
    await using simulated = await simulatedCluster(parts, { nodes: { heartbeat } })
    const { client, cluster } = simulated
    await client.create(Pod, podOf('gated', { schedulingGates: [{ name: 'example.dev/wait' }] }))
    await client.create(Pod, podOf('theirs', { schedulerName: 'other' }))
    await client.patch(Node, { name: 'node-1' }, { spec: { unschedulable: true } })
    await cluster.settle()
    await client.create(Pod, podOf('web'))
    await cluster.settle()
    expect(await placesOf(client)).toEqual({ gated: undefined, theirs: undefined, web: undefined })
    await client.patch(Node, { name: 'node-1' }, { spec: { unschedulable: null } })
    await client.patch(Pod, { name: 'gated' }, { spec: { schedulingGates: null } })
    await cluster.settle()
    expect(await placesOf(client)).toEqual({ gated: 'node-1', theirs: undefined, web: 'node-1' })
  })

  it('does not exceed the capacity of nodes, however fast pods are created', async () => {
    await using simulated = await simulatedCluster(parts, { nodes: { count: 3, capacity: { pods: '5' }, heartbeat } })
    const { client, cluster } = simulated
    await Promise.all(Array.from({ length: 20 }, (_, number) => client.create(Pod, podOf(`web-${number}`))))
    await cluster.settle({ within: '20s' })
    const places = Object.values(await placesOf(client))
    const counted = ['node-1', 'node-2', 'node-3', undefined].map((node) => places.filter((one) => one === node).length)
    expect(counted).toEqual([5, 5, 5, 5])
  })
})
