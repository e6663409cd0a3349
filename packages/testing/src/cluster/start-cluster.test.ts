import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { startCluster } from './start-cluster.ts'

const greeting = { metadata: { name: 'greeting' }, data: { hello: 'world' } }

describe('startCluster', () => {
  it('starts an isolated cluster for every test', async () => {
    await using first = await startCluster()
    await using second = await startCluster()
    await first.client.create(ConfigMap, greeting)
    expect((await first.client.list(ConfigMap, { namespace: 'default' })).items).toHaveLength(1)
    expect((await second.client.list(ConfigMap, { namespace: 'default' })).items).toHaveLength(0)
  })

  it('is reproducible from its seed, and uses virtual time for timestamps', async () => {
    const make = async () => {
      await using cluster = await startCluster({ seed: 7, start: '2030-05-01T12:00:00Z' })
      await cluster.advance('90m')
      return await cluster.client.create(Namespace, { metadata: { generateName: 'n-' } })
    }
    const [one, two] = [await make(), await make()]
    expect(one).toEqual(two)
    expect(one.metadata.creationTimestamp).toBe('2030-05-01T13:30:00Z')
  })

  it('refuses requests of an account without permissions', async () => {
    await using cluster = await startCluster()
    const nobody = cluster.clientFor({ as: 'system:serviceaccount:default:nobody' })
    await expect(nobody.list(ConfigMap)).rejects.toMatchObject({
      code: 'KW_CLIENT_FORBIDDEN',
      message: expect.stringContaining('system:serviceaccount:default:nobody') as string,
    })
  })

  it('injects faults: a failure, a lost response, a broken watch', async () => {
    await using cluster = await startCluster()
    const client = cluster.clientFor({ retry: false })
    using failure = cluster.faults.failNext('create', ConfigMap, 500)
    await expect(client.create(ConfigMap, greeting)).rejects.toMatchObject({ code: 'KW_CLIENT_SERVER_FAILED' })
    expect(failure.hits).toBe(1)
    {
      using _ = cluster.faults.dropResponse({ verb: 'create' })
      await expect(client.create(ConfigMap, greeting)).rejects.toMatchObject({ code: 'KW_CLIENT_CONNECTION_LOST' })
    }
    await expect(client.create(ConfigMap, greeting)).rejects.toMatchObject({ code: 'KW_CLIENT_ALREADY_EXISTS' })
  })

  it('injects a fault into applies without failing other patches', async () => {
    await using cluster = await startCluster()
    const client = cluster.clientFor({ retry: false, fieldManager: 'test' })
    await client.create(ConfigMap, greeting)
    using failure = cluster.faults.failNext('apply', ConfigMap, 500)
    await client.patch(ConfigMap, { name: 'greeting' }, { data: { hello: 'you' } })
    expect(failure.hits).toBe(0)
    await expect(client.apply(ConfigMap, greeting)).rejects.toMatchObject({ code: 'KW_CLIENT_SERVER_FAILED' })
    expect(failure.hits).toBe(1)
  })

  it('serves other processes with `listens: true`', async () => {
    await using cluster = await startCluster({ listens: true })
    expect(cluster.endpoint?.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  })

  it.each([
    { options: { resource: [] }, why: 'resource is not a key of a cluster: did you mean resources?' },
    { options: { time: 'rael' }, why: 'time is "rael", did you mean real?' },
    {
      options: { simulation: { part: [] } },
      why: 'simulation.part is not a key of the options of simulation: did you mean parts?',
    },
    {
      options: { server: { user: [] } },
      why: 'server.user is not a key of the options of server: did you mean users?',
    },
  ])('refuses options that the compiler would report: $why', async ({ options, why }) => {
    const refused = { code: 'KW_TESTING_OPTION', message: `Cannot start a cluster: ${why} Correct these options.` }
    await expect(startCluster(options as object)).rejects.toMatchObject(refused)
  })

  it('runs controllers with the cache of the manager', async () => {
    await using cluster = await startCluster()
    await cluster.client.create(ConfigMap, { ...greeting, metadata: { name: 'mine', labels: { mine: 'yes' } } })
    await cluster.client.create(ConfigMap, greeting)
    const seen = new Set<string>()
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      async reconcile({ metadata }) {
        seen.add(metadata.name)
        return done()
      },
    })
    await using running = await cluster.run([maps], { cache: { kinds: [{ resource: ConfigMap, labels: 'mine' }] } })
    await cluster.settle()
    expect([...seen]).toEqual(['mine'])
    expect(Object.isFrozen(running.cache.get(ConfigMap, { namespace: 'default', name: 'mine' }))).toBe(true)
    const misspelt = { cach: {} } as object
    await expect(cluster.run([maps], misspelt)).rejects.toThrow('cach is not a key of a run: did you mean cache?')
  })
})
