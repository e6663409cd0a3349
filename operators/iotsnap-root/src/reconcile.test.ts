/** The order of work, ConfigMaps, and when the operator does nothing. */
import { ConfigMap, Deployment } from 'kubewright'
import { afterEach, describe, expect, it } from 'vitest'
import { componentTypes } from './component-table.ts'
import { IotSnapRoot } from './iotsnap-root.ts'
import { namespace, type RootCluster, rootRef, settle, startRootCluster } from './testing/root-cluster.ts'

let world: RootCluster | undefined
afterEach(async () => {
  await world?.[Symbol.asyncDispose]()
  world = undefined
}, 30_000)
const timeout = 120_000
const within = '1m'
const objectsOf = (...components: readonly string[]) => components.map((name) => `my-root-${name}`).sort()

describe('a reconcile of an IotSnapRoot', { timeout }, () => {
  /** The cluster has no controllers of its own: nothing is ready unless the test says so. */
  async function startUnsimulated() {
    const started = await startRootCluster({ simulation: false })
    world = started
    const { client } = started.cluster
    const ready = async (component: string) => {
      const status = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1 }
      await client.status.patch(Deployment, { name: `my-root-${component}`, namespace }, { status })
      await started.cluster.settle({ within })
    }
    await client.create(IotSnapRoot, { metadata: rootRef, spec: {} })
    await started.cluster.settle({ within })
    return { world: started, ready, there: () => started.names(Deployment) }
  }

  it('creates the next component when its dependencies become ready, in the order of the original', async () => {
    const { ready, there } = await startUnsimulated()
    const made = ['postgres', 'mongo', 'minio']
    expect(await there()).toEqual(objectsOf(...made))
    const then = [
      ['minio', 'cloudstorage'],
      ['cloudstorage'],
      ['postgres', 'cloudadmin'],
      ['cloudadmin'],
      ['mongo', 'agentkeeper'],
      ['agentkeeper', 'cloudadmingui'],
    ]
    for (const [isReady, next] of then) {
      await ready(isReady!)
      if (next !== undefined) made.push(next)
      expect(await there()).toEqual(objectsOf(...made))
    }
  })

  it('is not repeated while a component starts: its readiness triggers the operator', async () => {
    const { world, ready } = await startUnsimulated()
    const { reconciles } = world.running
    await world.cluster.advance('9m')
    expect(world.running.reconciles).toBe(reconciles)
    await ready('minio')
    expect(world.running.reconciles).toBeGreaterThan(reconciles)
  })

  it('reports pending work after a spec change, and none after a reverted edit', async () => {
    const { world, ready } = await startUnsimulated()
    for (const name of componentTypes.slice(0, 7)) await ready(name)
    const { client } = world.cluster
    const gui = { name: 'my-root-cloudadmingui', namespace }
    const phaseAfter = async (change: () => Promise<unknown>) => {
      await change()
      await world.cluster.settle({ within })
      return (await world.root()).status?.phase
    }
    expect((await world.root()).status?.phase).toBe('Running')
    expect(await phaseAfter(() => client.patch(Deployment, gui, { spec: { replicas: 5 } }))).toBe('Running')
    const { spec } = await client.get(Deployment, gui)
    expect(spec.replicas).toBe(1)
    // In both cases no controller has observed the Deployment yet, but only here the spec of the object was changed.
    expect(
      await phaseAfter(() => client.patch(IotSnapRoot, rootRef, { spec: { cloudadmingui: [{ env: { A: 'b' } }] } })),
    ).toBe('Updating')
  })

  it('does nothing for a deleted object, and is not repeated', async () => {
    const { world } = await startUnsimulated()
    await world.cluster.client.delete(IotSnapRoot, rootRef)
    await world.cluster.settle({ within })
    const before = { reconciles: world.running.reconciles, writes: world.running.writes.sent }
    await world.cluster.advance('1h')
    expect({ reconciles: world.running.reconciles, writes: world.running.writes.sent }).toEqual(before)
  })
})

describe('adopted ConfigMaps', { timeout }, () => {
  const five = ['minio', 'cloudstorage', 'cloudadmin', 'agentkeeper', 'cloudadmingui']
  const ref = (component: string) => ({ name: `${component}-config`, namespace })

  it('are preserved, restored, recreated, and released unchanged', async () => {
    world = await startRootCluster()
    const { client } = world.cluster
    const binaryData = { 'key.bin': 'AAEC' }
    for (const name of five) await client.patch(ConfigMap, ref(name), { binaryData })
    // A ConfigMap without data is preserved, too.
    await client.patch(ConfigMap, ref('cloudadmingui'), { data: null, binaryData: null } as never)
    const read = async () => {
      const found = await Promise.all(five.map((name) => client.get(ConfigMap, ref(name))))
      return found.map(({ data = {}, binaryData: binary = {}, metadata }) => [
        { data, binary },
        metadata.ownerReferences ?? [],
        metadata.finalizers ?? [],
      ])
    }
    const first = await read()
    await world.deploy()
    expect(await read()).toEqual(first)

    for (const name of five)
      await client.patch(ConfigMap, ref(name), {
        data: { more: 'x', 'application.properties': 'y' },
        binaryData: { 'key.bin': null },
      })
    await settle(world.cluster)
    expect(await read()).toEqual(first)

    for (const name of five) await client.delete(ConfigMap, ref(name))
    await settle(world.cluster)
    expect(await read()).toEqual(first)

    const { resourceVersion } = (await world.root()).metadata
    await world.cluster.advance('1h')
    expect((await world.root()).metadata.resourceVersion).toBe(resourceVersion)

    await client.delete(IotSnapRoot, rootRef)
    await settle(world.cluster)
    await world.cluster.advance('1h')
    expect(await read()).toEqual(first)
  })

  it('of a disabled component are released, and adopted again when it is enabled', async () => {
    world = await startRootCluster()
    const { client } = world.cluster
    await world.deploy({ backup: true })
    expect((await world.root()).status?.['backupserver']).toEqual([
      { configmap: { 'application.properties': 'name=backupserver' } },
    ])
    await client.patch(IotSnapRoot, rootRef, { spec: { backup: false } })
    await settle(world.cluster)
    expect((await world.root()).status?.['backupserver']).toEqual([])
    await client.patch(ConfigMap, ref('backupserver'), { data: { 'application.properties': 'new' } })
    await settle(world.cluster)
    expect((await client.get(ConfigMap, ref('backupserver'))).data).toEqual({ 'application.properties': 'new' })

    await client.patch(IotSnapRoot, rootRef, { spec: { backup: true } })
    await settle(world.cluster)
    expect((await world.root()).status?.['backupserver']).toEqual([{ configmap: { 'application.properties': 'new' } }])
  })
})
