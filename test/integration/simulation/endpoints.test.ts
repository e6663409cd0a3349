import type { Client } from '@kubewright/client'
import { refOf } from '@kubewright/core'
import { Endpoints, EndpointSlice, Pod, Service, type ServiceInput } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { podsIn, runPods, setPhase } from './kubelet.ts'
import { simulatedCluster } from './simulated-cluster.ts'

const parts = ['endpoints'] as const
const labels = { app: 'web' }
const pod = (name: string) => ({
  metadata: { name, labels },
  spec: { containers: [{ name: 'web', image: 'web', ports: [{ name: 'http', containerPort: 8080 }] }] },
})
const service: ServiceInput = {
  metadata: { name: 'web', labels: { team: 'blue' } },
  spec: { selector: labels, ports: [{ port: 80, targetPort: 'http' }] },
}
const slicesOf = async (client: Client) =>
  (await client.list(EndpointSlice, { namespace: 'default', labels: 'kubernetes.io/service-name=web' })).items

describe('simulated endpoints of a Service', () => {
  it('list ready and unready pods, as Endpoints and EndpointSlices', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Service, service)
    for (const name of ['one', 'two', 'waiting']) await client.create(Pod, pod(name))
    await runPods(cluster, ({ metadata }) => metadata.name !== 'waiting')
    const waiting = (await podsIn(client)).find(({ metadata }) => metadata.name === 'waiting')!
    await setPhase(client, waiting, 'Pending', cluster.clock.now())
    await cluster.settle()
    const { metadata, subsets } = await client.get(Endpoints, { name: 'web' })
    expect(metadata.labels).toEqual({ team: 'blue', 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' })
    expect(subsets).toMatchObject([
      {
        addresses: [{ targetRef: { kind: 'Pod', name: 'one' } }, { targetRef: { kind: 'Pod', name: 'two' } }],
        notReadyAddresses: [{ targetRef: { name: 'waiting' } }],
        ports: [{ port: 8080, protocol: 'TCP' }],
      },
    ])
    const [slice, ...more] = await slicesOf(client)
    expect(more).toEqual([])
    expect(slice).toMatchObject({
      addressType: 'IPv4',
      ports: [{ name: '', port: 8080, protocol: 'TCP' }],
      metadata: { ownerReferences: [{ kind: 'Service', name: 'web' }] },
    })
    expect(slice!.metadata.name).toMatch(/^web-\w{5}$/)
    expect(slice!.endpoints?.map(({ targetRef, conditions }) => [targetRef?.name, conditions]).toSorted()).toEqual([
      ['one', { ready: true, serving: true, terminating: false }],
      ['two', { ready: true, serving: true, terminating: false }],
      ['waiting', { ready: false, serving: false, terminating: false }],
    ])
  })

  it('follow pods that come, go and change their labels', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Service, service)
    await cluster.settle()
    expect((await slicesOf(client)).map(({ endpoints }) => endpoints ?? [])).toEqual([[]])
    const made = await client.create(Pod, pod('one'))
    await runPods(cluster)
    await cluster.settle()
    expect((await client.get(Endpoints, { name: 'web' })).subsets).toHaveLength(1)
    await client.patch(Pod, refOf(made), { metadata: { labels: { app: 'other' } } })
    await cluster.settle()
    expect((await client.get(Endpoints, { name: 'web' })).subsets ?? []).toEqual([])
    expect((await slicesOf(client)).map(({ endpoints }) => endpoints ?? [])).toEqual([[]])
  })

  it('are not created for a Service without a selector', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Service, { ...service, spec: { ports: [{ port: 80 }] } })
    await cluster.settle()
    await expect(client.get(Endpoints, { name: 'web' })).rejects.toMatchObject({ code: 'KW_CLIENT_NOT_FOUND' })
    expect(await slicesOf(client)).toEqual([])
  })

  it('are removed with their Service', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Service, service)
    await cluster.settle()
    await client.delete(Service, { name: 'web' })
    await cluster.settle()
    await expect(client.get(Endpoints, { name: 'web' })).rejects.toMatchObject({ code: 'KW_CLIENT_NOT_FOUND' })
  })

  it('have at most a hundred per EndpointSlice, and stay in their slice', async () => {
    await using simulated = await simulatedCluster(parts)
    const { client, cluster } = simulated
    await client.create(Service, service)
    for (let index = 0; index < 120; index++) await client.create(Pod, pod(`web-${index}`))
    await runPods(cluster)
    await cluster.settle()
    const before = await slicesOf(client)
    expect(before.reduce((sum, { endpoints }) => sum + endpoints!.length, 0)).toBe(120)
    expect(before.every(({ endpoints }) => endpoints!.length <= 100)).toBe(true)
    await client.delete(Pod, { name: 'web-7' }, { gracePeriodSeconds: 0 })
    await cluster.settle()
    const after = await slicesOf(client)
    const changed = after.filter(
      ({ metadata }, place) => metadata.resourceVersion !== before[place]!.metadata.resourceVersion,
    )
    expect(changed).toHaveLength(1)
  })
})
