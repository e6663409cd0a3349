/** A manager on two servers over the wire: two real ones in a conformance run, two embedded ones in all others. */
import { createClient, type Client } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { uniqueName } from '../../conformance/real-server.ts'
import { openClientInNamespace } from '../client/client.ts'
import { useSecondServer, useServer } from '../client/server.ts'
import { startProcess } from './process.ts'
import { startRelay } from './relay.ts'

useServer()
const second = useSecondServer()

/** A client of the second server, in a namespace of the same name as that of a test at home. */
async function openEast(namespace: string): Promise<Client> {
  const { url, ca, token } = second()
  const client = createClient({ server: url, ca, token }, { fieldManager: 'user', namespace })
  await client.create(Namespace, { metadata: { name: namespace } })
  return client
}

/** Writes into each marked ConfigMap in which cluster it was seen, and how often its reconciles ran there. */
function marking(namespace: string) {
  const runs: string[] = []
  const controller = defineController({
    name: uniqueName('marking'),
    for: ConfigMap,
    scope: { namespace, labels: 'marked=yes' },
    clusters: 'each',
    uses: [{ resource: ConfigMap, verbs: ['patch'], because: 'marks them' }],
    async reconcile({ metadata, data }, ctx) {
      runs.push(`${ctx.cluster.name} ${metadata.name}`)
      const seen = `${ctx.cluster.name}: ${data?.['value'] ?? ''}`
      if (data?.['seen'] !== seen) await ctx.client.patch(ConfigMap, metadata, { data: { seen } })
      return done()
    },
  })
  return { controller, runs }
}

const seenAs = (text: string) => (map: ConfigMap | undefined) => map?.data?.['seen'] === text
const soon = { timeout: '20s' } as const
const labels = { marked: 'yes' }

describe('manager on two API servers', () => {
  it('reconciles objects of both, and those of home while the other is unreachable', async () => {
    await using home = await openClientInNamespace()
    const { namespace } = home
    await using east = await openEast(namespace)
    await using relay = await startRelay(second().url)
    const { controller, runs } = marking(namespace)
    const { ca, token } = second()
    await using process = await startProcess(home, {
      controllers: [controller],
      clusters: { east: { server: relay.url, ca, token } },
    })
    const { manager } = process
    const phase = () => manager.clusters.states.map((state) => state.phase)
    for (const client of [home, east])
      await client.create(ConfigMap, { metadata: { name: 'one', labels }, data: { value: '1' } })
    await home.waitFor(ConfigMap, { name: 'one' }, seenAs('home: 1'), soon)
    await east.waitFor(ConfigMap, { name: 'one' }, seenAs('east: 1'), soon)
    expect(phase()).toEqual(['connected'])

    relay.cut()
    await home.patch(ConfigMap, { name: 'one' }, { data: { value: '2' } })
    await east.patch(ConfigMap, { name: 'one' }, { data: { value: '2' } })
    await home.waitFor(ConfigMap, { name: 'one' }, seenAs('home: 2'), soon)
    await expect.poll(phase, { timeout: 20_000 }).toEqual(['away'])
    await expect
      .poll(() => manager.checks.ready.run(['cluster:east']), { timeout: 5_000 })
      .toMatchObject([{ isWell: true, note: expect.stringContaining('away') as string }])
    const before = runs.filter((run) => run.startsWith('east')).length

    relay.heal()
    await east.waitFor(ConfigMap, { name: 'one' }, seenAs('east: 2'), { timeout: '40s' })
    await expect.poll(phase, { timeout: 20_000 }).toEqual(['connected'])
    expect(runs.filter((run) => run.startsWith('east')).length).toBeGreaterThan(before)
    expect((await home.get(ConfigMap, { name: 'one' })).data?.['seen']).toBe('home: 2')
  }, 90_000)

  it('adds and removes clusters at run time, and refuses a cluster under a second name', async () => {
    await using home = await openClientInNamespace()
    const { namespace } = home
    await using east = await openEast(namespace)
    const { controller } = marking(namespace)
    await using process = await startProcess(home, { controllers: [controller], clusters: {} })
    const { clusters } = process.manager
    const { url, ca, token } = second()
    const { identity } = await clusters.add('east', { server: url, ca, token }).connected
    expect(identity).toBe((await east.get(Namespace, { name: 'kube-system' })).metadata.uid)
    await east.create(ConfigMap, { metadata: { name: 'one', labels }, data: { value: '1' } })
    await east.waitFor(ConfigMap, { name: 'one' }, seenAs('east: 1'), soon)
    await expect(clusters.add('twin', { server: url, ca, token }).connected).rejects.toMatchObject({
      code: 'KW_MANAGER_CLUSTER_TWICE',
    })
    await clusters.remove('east')
    await east.patch(ConfigMap, { name: 'one' }, { data: { value: '2' } })
    await clusters.remove('twin')
    await clusters.add('again', { server: url, ca, token }).connected
    await east.waitFor(ConfigMap, { name: 'one' }, seenAs('again: 2'), soon)
  }, 60_000)
})
