import { Namespace, Secret } from '@kubewright/kubernetes'
import { type ClusterProvider, fromSecrets } from '@kubewright/manager'
import { clusterIdentityAnnotation } from '@kubewright/manager/clusters'
import { type Clusters, startClusters } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { inventory, listed, mark, phases, readiness } from './copying.ts'

const peers = { namespace: 'peers', labels: 'kubewright.dev/peer=true' }

async function describePeer(clusters: Clusters, name: string, kubeconfig: string, annotations = {}): Promise<void> {
  const metadata = { name, namespace: 'peers', labels: { 'kubewright.dev/peer': 'true', tier: name }, annotations }
  const data = { kubeconfig: Buffer.from(kubeconfig).toString('base64') }
  await clusters.cluster('a').client.apply(Secret, { metadata, data })
}

async function start() {
  const clusters = await startClusters(['a', 'b', 'c'])
  await clusters.cluster('a').client.create(Namespace, { metadata: { name: 'peers' } })
  const provider = fromSecrets({ ...peers, connect: clusters.connect })
  const run = await clusters.run({ home: 'a', clusters: provider }, inventory())
  await clusters.settle()
  return { clusters, run, [Symbol.asyncDispose]: () => clusters[Symbol.asyncDispose]() }
}

describe('clusters from Secrets', () => {
  it('are added, re-keyed and removed with their Secrets', async () => {
    await using started = await start()
    const { clusters, run } = started
    expect(phases(run)).toEqual({})
    await mark(clusters.cluster('b').client, 'one', '1')
    await describePeer(clusters, 'east', clusters.kubeconfig('a', 'b'))
    await clusters.settle()
    expect(await listed(clusters.cluster('a').client)).toEqual(['east-one=1'])
    expect(run.manager.clusters.find('east')?.labels).toMatchObject({ tier: 'east' })

    const old = run.manager.clusters.find('east')
    await describePeer(clusters, 'east', clusters.kubeconfig('a', 'b', { as: 'stranger' }))
    await clusters.settle()
    expect([old?.signal.aborted, phases(run)]).toEqual([true, { east: 'unauthorized' }])
    await describePeer(clusters, 'east', clusters.kubeconfig('a', 'b'))
    await clusters.settle()
    expect(phases(run)).toEqual({ east: 'connected' })

    await clusters.cluster('a').client.delete(Secret, { name: 'east', namespace: 'peers' })
    await clusters.settle()
    expect(phases(run)).toEqual({})
  })

  it('keep their connection when only the metadata of their Secret changes', async () => {
    await using started = await start()
    const { clusters, run } = started
    await describePeer(clusters, 'east', clusters.kubeconfig('a', 'b'))
    await clusters.settle()
    const before = run.manager.clusters.find('east')
    await describePeer(clusters, 'east', clusters.kubeconfig('a', 'b'), { note: 'hello' })
    await clusters.settle()
    expect(run.manager.clusters.find('east')).toBe(before)
    expect(before?.signal.aborted).toBe(false)
  })

  it('are refused if their kubeconfig names a program or file, or leads to another cluster than pinned', async () => {
    await using started = await start()
    const { clusters, run } = started
    const hostile = JSON.parse(clusters.kubeconfig('a', 'b')) as { users: { user: object }[] }
    hostile.users[0]!.user = { tokenFile: '/var/run/secrets/kubernetes.io/serviceaccount/token' }
    await describePeer(clusters, 'thief', JSON.stringify(hostile))
    await describePeer(clusters, 'pinned', clusters.kubeconfig('a', 'c'), { [clusterIdentityAnnotation]: 'b' })
    await describePeer(clusters, 'home', clusters.kubeconfig('a', 'b'))
    await clusters.settle()
    expect(phases(run)).toEqual({ pinned: 'refused', thief: 'refused' })
    expect(await readiness(run, 'thief')).toMatchObject({ note: expect.stringContaining('tokenFile') as string })

    await describePeer(clusters, 'thief', clusters.kubeconfig('a', 'b'))
    await clusters.settle()
    expect(phases(run)).toEqual({ pinned: 'refused', thief: 'connected' })
  })
})

describe('a cluster from a Secret with a name that is in use', () => {
  it('is added once the other cluster of that name is removed', async () => {
    await using started = await start()
    const { clusters, run } = started
    run.manager.clusters.add('east', clusters.transport('a', 'c'))
    await describePeer(clusters, 'east', clusters.kubeconfig('a', 'b'))
    await clusters.settle()
    await run.manager.clusters.remove('east')
    await clusters.advance('1m')
    expect(phases(run)).toEqual({ east: 'connected' })
  })
})

describe('a cluster provider', () => {
  it('is run again after it fails, and keeps its clusters', async () => {
    await using clusters = await startClusters(['a', 'b'])
    let runs = 0
    const provider: ClusterProvider = {
      async run({ clusters: provided }) {
        if (runs++ === 0) provided.set('b', clusters.transport('a', 'b'))
        throw new Error('no')
      },
    }
    const run = await clusters.run({ home: 'a', clusters: provider }, inventory())
    await clusters.advance('30s')
    expect(runs).toBeGreaterThan(2)
    expect(phases(run)).toEqual({ b: 'connected' })
  })

  it('cannot replace or remove clusters that it did not add', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const codes: unknown[] = []
    const provider: ClusterProvider = {
      async run({ clusters: provided }, signal) {
        await new Promise((resolve) => setImmediate(resolve))
        try {
          provided.set('b', clusters.transport('a', 'b'))
        } catch (error) {
          codes.push((error as { code: string }).code)
        }
        provided.remove('b')
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    }
    const run = await clusters.run({ home: 'a', clusters: [provider] }, inventory())
    run.manager.clusters.add('b', clusters.transport('a', 'b'))
    await clusters.settle()
    expect([codes, phases(run)]).toEqual([['KW_MANAGER_CLUSTER_NAME'], { b: 'connected' }])
  })
})
