import { available } from '@kubewright/client'
import { Deployment, Namespace, Pod } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { startCluster } from './start-cluster.ts'

const web = {
  metadata: { name: 'web' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web:1' }] } },
  },
}

describe('startCluster with a simulation', () => {
  it('runs the pods of a Deployment, and settles when they are ready', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    await client.create(Deployment, web)
    await cluster.settle()
    await client.waitFor(Deployment, { name: 'web' }, available, { timeout: '1s' })
    const pods = (await client.list(Pod, { namespace: 'default' })).items
    expect(pods.map(({ status }) => status?.phase)).toEqual(['Running', 'Running'])
  })

  it('evicts pods of a lost node, and recreates them on another', async () => {
    await using cluster = await startCluster({ simulation: { nodes: { count: 2 } } })
    const { client } = cluster
    await client.create(Deployment, web)
    await cluster.settle()
    await cluster.simulation!.nodes.lose('node-1')
    await cluster.advance('6m')
    await cluster.settle()
    const pods = (await client.list(Pod, { namespace: 'default' })).items
    const alive = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    expect(alive.map(({ spec }) => spec.nodeName)).toEqual(['node-2', 'node-2'])
  })

  it('deletes a namespace with its contents', async () => {
    await using cluster = await startCluster({ simulation: true })
    const { client } = cluster
    await client.create(Namespace, { metadata: { name: 'garden' } })
    await client.create(Pod, { metadata: { name: 'bean', namespace: 'garden' }, spec: web.spec.template.spec })
    await cluster.settle()
    await client.delete(Namespace, { name: 'garden' })
    await cluster.settle({ patience: '10s' })
    await expect(client.get(Namespace, { name: 'garden' })).rejects.toMatchObject({ code: 'KW_CLIENT_NOT_FOUND' })
  })

  it('is idle for an hour', async () => {
    await using cluster = await startCluster({ simulation: true })
    await cluster.advance('1h')
    await cluster.settle()
    expect(cluster.simulation!.activity).toEqual([])
  })

  it('is not simulated by default', async () => {
    await using cluster = await startCluster()
    expect(cluster.simulation).toBeUndefined()
  })

  it('refuses to run processes under virtual time', async () => {
    const images = { redis: { command: ['redis-server'] as const } }
    await expect(startCluster({ simulation: { images } })).rejects.toThrow(
      "Cannot run images as processes: the cluster runs under virtual time, and processes do not. Start it with `time: 'real'`.",
    )
  })
})
