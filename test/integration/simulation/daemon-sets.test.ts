import type { Client } from '@kubewright/client'
import { ControllerRevision, DaemonSet, type DaemonSetInput, Node } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { podsIn, runPods, runUntilQuiet, setPhase } from './kubelet.ts'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['daemon-sets'] as const
const ref = { name: 'agent' }
const labels = { app: 'agent' }
const agent = (more: object = {}, pod: object = {}): DaemonSetInput => ({
  metadata: ref,
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'agent', image: 'agent:1' }], ...pod } },
    ...more,
  },
})
const makeNodes = async (client: Client, ...names: readonly string[]) => {
  for (const name of names) {
    await client.create(Node, { metadata: { name, labels: { name } } })
    await client.patch(Node, { name }, { spec: { taints: null } }) // a node is tainted until it is ready
  }
}
const nodesOf = async (client: Client) =>
  (await podsIn(client))
    .map(({ spec }) => {
      const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
      return required?.nodeSelectorTerms[0]?.matchFields?.[0]?.values?.[0] ?? ''
    })
    .toSorted()

describe('simulated DaemonSet', () => {
  it('has a pod on every node, also on new ones', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await makeNodes(client, 'a', 'b')
    await client.create(DaemonSet, agent())
    await cluster.settle()
    expect(await nodesOf(client)).toEqual(['a', 'b'])
    await makeNodes(client, 'c')
    await runUntilQuiet(cluster)
    expect(await nodesOf(client)).toEqual(['a', 'b', 'c'])
    expect((await client.get(DaemonSet, ref)).status).toEqual({
      currentNumberScheduled: 3,
      desiredNumberScheduled: 3,
      numberMisscheduled: 0,
      numberReady: 3,
      numberAvailable: 3,
      updatedNumberScheduled: 3,
      observedGeneration: 1,
    })
    const [revision] = (await client.list(ControllerRevision, { namespace: 'default' })).items
    const [pod] = await podsIn(client)
    expect(pod!.metadata.labels).toMatchObject({
      'controller-revision-hash': revision!.metadata.labels?.['controller-revision-hash'],
      'pod-template-generation': '1',
    })
    expect(pod!.spec.tolerations?.map(({ key }) => key)).toEqual([
      'node.kubernetes.io/not-ready',
      'node.kubernetes.io/unreachable',
      'node.kubernetes.io/disk-pressure',
      'node.kubernetes.io/memory-pressure',
      'node.kubernetes.io/pid-pressure',
      'node.kubernetes.io/unschedulable',
    ])
  })

  it('respects node selectors and taints, and leaves nodes with NoExecute taints', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await makeNodes(client, 'a', 'b')
    await client.create(DaemonSet, agent({}, { nodeSelector: { name: 'a' } }))
    await cluster.settle()
    expect(await nodesOf(client)).toEqual(['a'])
    const taints = [{ key: 'broken', effect: 'NoExecute' as const }]
    await client.patch(Node, { name: 'a' }, { spec: { taints } })
    await runUntilQuiet(cluster)
    expect(await nodesOf(client)).toEqual([])
    expect((await client.get(DaemonSet, ref)).status).toMatchObject({ desiredNumberScheduled: 0 })
  })

  it('updates one node after the other', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await makeNodes(client, 'a', 'b', 'c')
    await client.create(DaemonSet, agent())
    await runUntilQuiet(cluster)
    await client.patch(DaemonSet, ref, {
      spec: { template: { spec: { containers: [{ name: 'agent', image: 'agent:2' }] } } },
    })
    do {
      await cluster.settle()
      const running = (await podsIn(client)).filter(({ status }) => status?.phase === 'Running')
      expect(running.length).toBeGreaterThanOrEqual(2)
    } while ((await runPods(cluster)) > 0)
    expect((await podsIn(client)).map(({ spec }) => spec.containers[0]!.image)).toEqual(Array(3).fill('agent:2'))
    expect((await client.get(DaemonSet, ref)).status).toMatchObject({ updatedNumberScheduled: 3, numberAvailable: 3 })
  })

  it('deletes the old pod once the new one is available with maxSurge', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await makeNodes(client, 'a', 'b')
    await client.create(DaemonSet, agent({ updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } }))
    await runUntilQuiet(cluster)
    await client.patch(DaemonSet, ref, {
      spec: { template: { spec: { containers: [{ name: 'agent', image: 'agent:2' }] } } },
    })
    do {
      await cluster.settle()
      const pods = await podsIn(client)
      expect(pods.length).toBeLessThanOrEqual(3)
      expect(pods.filter(({ status }) => status?.phase === 'Running').length).toBeGreaterThanOrEqual(2)
    } while ((await runPods(cluster)) > 0)
    expect((await podsIn(client)).map(({ spec }) => spec.containers[0]!.image)).toEqual(['agent:2', 'agent:2'])
  })

  it('replaces a failed pod', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await makeNodes(client, 'a')
    await client.create(DaemonSet, agent())
    await runUntilQuiet(cluster)
    const [pod] = await podsIn(client)
    await setPhase(client, pod!, 'Failed', cluster.clock.now())
    await runUntilQuiet(cluster)
    const [next, ...more] = await podsIn(client)
    expect(more).toEqual([])
    expect(next!.metadata.uid).not.toBe(pod!.metadata.uid)
  })
})
