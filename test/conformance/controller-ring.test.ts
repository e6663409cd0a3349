import { type Client, createClient, established, loadConfig } from '@kubewright/client'
import { ConfigMap, CustomResourceDefinition, Namespace } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { defineController, done } from '@kubewright/controller'
import { silentLogger, systemClock } from '@kubewright/core'
import { assignmentAnnotation, ControllerRing, RingReader, shard } from '@kubewright/sharding'
import { describe, expect, it } from 'vitest'
import { realServer, uniqueName } from './real-server.ts'

async function connect(): Promise<Client> {
  return createClient(await loadConfig({ kubeconfig: realServer().kubeconfigPath }), { fieldManager: 'rings-test' })
}

async function install(client: Client): Promise<string> {
  await client.apply(CustomResourceDefinition, ControllerRing.crd() as never, { force: true })
  await client.waitFor(CustomResourceDefinition, { name: 'controllerrings.sharding.kubewright.dev' }, established)
  return (await client.create(Namespace, { metadata: { generateName: 'rings-' } })).metadata.name
}

describe('ControllerRing on a real kube-apiserver', () => {
  it('is accepted, and its validation rules refuse invalid names, durations and selectors', async () => {
    await using client = await connect()
    const namespace = await install(client)
    const create = (name: string, spec: object) =>
      client.create(ControllerRing, { metadata: { name, namespace }, spec } as never)
    const namespaceSelector = {
      matchLabels: { a: 'b' },
      matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }],
    }
    const made = await create('good', { concurrentMoves: 5, drainWithin: '1h30m', namespaceSelector })
    expect(made.spec).toEqual({ concurrentMoves: 5, drainWithin: '1h30m', namespaceSelector })
    await expect(create('a.b', {})).rejects.toThrow('is named after its ring')
    await expect(create('bad', { concurrentMoves: 0 })).rejects.toThrow('concurrentMoves')
    await expect(create('bad', { drainWithin: 'soon' })).rejects.toThrow('drainWithin')
    const empty = { matchExpressions: [{ key: 'a', operator: 'In' }] }
    await expect(create('bad', { namespaceSelector: empty })).rejects.toThrow('In and NotIn need values')
  })

  it('is created, reported in status and obeyed by a shard, and RingReader reports the same', async () => {
    await using client = await connect()
    const namespace = await install(client)
    const ring = uniqueName('ring')
    const maps = defineController({ name: 'maps', for: ConfigMap, scope: { namespace }, reconcile: async () => done() })
    const manager = createManager({
      connection: await loadConfig({ kubeconfig: realServer().kubeconfigPath }),
      coordination: shard({ ring, namespace, identity: 'web-0' }),
      controllers: [maps],
      log: silentLogger,
    })
    await using _running = manager.start()
    await client.create(ConfigMap, { metadata: { namespace, name: 'blog' } })
    const ref = { namespace, name: ring }
    const shown = await client.waitFor(ControllerRing, ref, (one) => one?.status?.objects === 1, { timeout: '40s' })
    expect(shown.status?.shards).toEqual([{ name: 'web-0', state: 'ready', share: '100%', objects: 1 }])
    const { metadata } = await client.get(ConfigMap, { namespace, name: 'blog' })
    expect(metadata.annotations?.[assignmentAnnotation(ring)]).toBe('web-0')
    const reader = new RingReader({ client, clock: systemClock, ring, namespace })
    const report = await reader.read(new AbortController().signal)
    expect(report.shards).toMatchObject([{ shard: 'web-0', state: 'ready', share: 1 }])
    expect(report.kinds).toEqual([{ kind: 'ConfigMap', isOwned: false, objects: { 'web-0': 1 }, unassigned: 0 }])
    await client.patch(ControllerRing, ref, { spec: { syncEvery: '1ms' } })
    const isRefused = (one: ControllerRing | undefined) =>
      one?.status?.conditions?.some(({ type, status }) => type === 'Configured' && status === 'False') === true
    await client.waitFor(ControllerRing, ref, isRefused, { timeout: '30s' })
  }, 90_000)
})
