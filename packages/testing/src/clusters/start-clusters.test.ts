import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { loadConfig } from '@kubewright/client'
import { describe, expect, it } from 'vitest'
import { startClusters } from './start-clusters.ts'

const kubeSystem = { name: 'kube-system' }
const greeting = { name: 'greeting', namespace: 'default' }

describe('startClusters', () => {
  it('gives the clusters separate objects and identities, and one clock', async () => {
    await using clusters = await startClusters(3)
    expect(clusters.names).toEqual(['a', 'b', 'c'])
    const uids = await Promise.all(
      clusters.names.map(async (name) => (await clusters.cluster(name).client.get(Namespace, kubeSystem)).metadata.uid),
    )
    expect(new Set(uids).size).toBe(3)
    await clusters.advance('1h')
    expect(clusters.names.map((name) => clusters.cluster(name).clock.elapsed())).toEqual([
      3_600_000, 3_600_000, 3_600_000,
    ])
  })

  it('says that options come first if a controller is run without them', async () => {
    await using clusters = await startClusters(['turin', 'berlin'])
    const run = clusters.run.bind(clusters) as (...given: unknown[]) => Promise<unknown>
    const greet = defineController({ name: 'greet', for: ConfigMap, reconcile: async () => done() })
    await expect(run(greet)).rejects.toMatchObject({
      code: 'KW_TESTING_RUN',
      message: expect.stringContaining("clusters.run({ home: 'turin' }, greet)"),
    })
    for (const given of [undefined, null, [greet], 'turin']) {
      await expect(run(given, greet)).rejects.toMatchObject({ code: 'KW_TESTING_RUN' })
    }
    await using _ = await clusters.run({}, greet)
  })

  it('gives the same identities for the same seed', async () => {
    const uid = async (seed: string) => {
      await using clusters = await startClusters(['a', 'b'], { seed })
      return (await clusters.cluster('b').client.get(Namespace, kubeSystem)).metadata.uid
    }
    expect(await uid('x')).toBe(await uid('x'))
    expect(await uid('x')).not.toBe(await uid('y'))
  })

  it.each<[string, readonly string[] | number]>([
    ['no clusters', []],
    ['a duplicate name', ['a', 'a']],
    ['zero clusters', 0],
    ['a fractional number', 0.5],
    ['more than 26 clusters without names', 27],
  ])('refuses to start %s', async (_, names) => {
    await expect(startClusters(names)).rejects.toMatchObject({ code: 'KW_TESTING_CLUSTER' })
  })

  it('refuses unknown cluster names', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const anything = clusters as Awaited<ReturnType<typeof startClusters<string>>>
    expect(() => anything.cluster('z')).toThrow(expect.objectContaining({ code: 'KW_TESTING_CLUSTER' }))
    expect(() => anything.link('a', 'z')).toThrow(expect.objectContaining({ code: 'KW_TESTING_CLUSTER' }))
    expect(() => anything.link('a', 'a')).toThrow(expect.objectContaining({ code: 'KW_TESTING_CLUSTER' }))
    expect(() => anything.connect({ server: 'https://example.dev' })).toThrow(
      expect.objectContaining({ code: 'KW_TESTING_CLUSTER' }),
    )
  })

  it('provides kubeconfigs that connect with their impersonated user', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const transport = async (as?: string) =>
      clusters.connect(
        await loadConfig({ kubeconfigText: clusters.kubeconfig('a', 'b', as === undefined ? {} : { as }) }),
      )
    const path = '/api/v1/namespaces/kube-system'
    const send = async (as?: string) => (await (await transport(as)).send({ method: 'GET', path, headers: {} })).status
    expect([await send(), await send('stranger')]).toEqual([200, 403])
  })
})

describe('a link between clusters', () => {
  it('blocks both directions while it is cut', async () => {
    await using clusters = await startClusters(['a', 'b', 'c'])
    const once = { retry: { attempts: 1 } }
    const [there, back, other] = [
      clusters.clientFor('a', 'b', once),
      clusters.clientFor('b', 'a', once),
      clusters.clientFor('a', 'c', once),
    ]
    clusters.link('b', 'a').cut()
    for (const client of [there, back]) {
      await expect(client.get(Namespace, kubeSystem)).rejects.toMatchObject({ code: 'KW_CLIENT_UNREACHABLE' })
    }
    await expect(other.get(Namespace, kubeSystem)).resolves.toMatchObject({ metadata: kubeSystem })
    clusters.link('a', 'b').heal()
    await expect(there.get(Namespace, kubeSystem)).resolves.toMatchObject({ metadata: kubeSystem })
  })

  it('still applies writes while it loses responses', async () => {
    await using clusters = await startClusters(['a', 'b'])
    clusters.link('a', 'b').loseAnswers()
    const client = clusters.clientFor('a', 'b', { retry: { attempts: 1 } })
    await expect(client.create(ConfigMap, { metadata: greeting })).rejects.toMatchObject({
      code: 'KW_CLIENT_CONNECTION_LOST',
    })
    await expect(clusters.cluster('b').client.get(ConfigMap, greeting)).resolves.toMatchObject({ metadata: greeting })
  })

  it('delays responses while it is slow', async () => {
    await using clusters = await startClusters(['a', 'b'])
    clusters.link('a', 'b').slow('300ms')
    const asked = clusters.clientFor('a', 'b').get(Namespace, kubeSystem)
    await clusters.settle()
    expect([(await asked).metadata.name, clusters.clock.elapsed()]).toEqual(['kube-system', 300])
  })

  it('breaks open watches when it is cut', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const client = clusters.clientFor('a', 'b')
    const heard: string[] = []
    const watching = (async () => {
      for await (const event of client.watch(ConfigMap, { namespace: 'default' })) heard.push(event.type)
    })().catch((error: unknown) => (error as { code: string }).code)
    await clusters.settle()
    await clusters.cluster('b').client.create(ConfigMap, { metadata: greeting })
    await clusters.settle()
    clusters.link('a', 'b').cut()
    expect(await watching).toBe('KW_CLIENT_CONNECTION_LOST')
    expect(heard.length).toBeGreaterThan(0)
  })
})
