/** Upgrades from one version to the next, which were manual in the original. */
import { Deployment } from 'kubewright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IotSnapRoot } from './iotsnap-root.ts'
import {
  brokenVersion,
  namespace,
  type RootCluster,
  rootRef,
  settle,
  startRootCluster,
} from './testing/root-cluster.ts'
import { seven } from './testing/single-faults.ts'

const timeout = 180_000
const older = '1.0.8-dev'
const newer = '1.0.9'

let world: RootCluster
beforeEach(async () => {
  world = await startRootCluster()
}, 60_000)
afterEach(() => world?.[Symbol.asyncDispose](), 30_000)

async function ask(version: string): Promise<void> {
  await world.cluster.client.patch(IotSnapRoot, rootRef, { spec: { 'installation-data-version': version } })
}

/** The tags of the running images, by component. */
async function tags(): Promise<Readonly<Record<string, string>>> {
  const { items } = await world.cluster.client.list(Deployment, { namespace })
  const tagOf = ({ spec }: Deployment) => spec.template.spec!.containers[0]!.image!.split(':').at(-1)!
  return Object.fromEntries(items.map((one) => [one.metadata.name.replace('my-root-', ''), tagOf(one)]))
}

const all = (version: string) => Object.fromEntries(seven.map((name) => [name, version]))

/** The components in the order in which their images change. */
function recordOrder(): { readonly order: readonly string[] } & Disposable {
  const order: string[] = []
  const stop = new AbortController()
  const follow = async () => {
    for await (const event of world.cluster.client.watch(IotSnapRoot, { namespace, signal: stop.signal })) {
      const current = 'object' in event ? (event.object as IotSnapRoot).status?.upgrade?.current : undefined
      if (current !== undefined && current !== order.at(-1)) order.push(current)
    }
  }
  follow().catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return { order, [Symbol.dispose]: () => stop.abort() }
}

describe('an upgrade of an IotSnapRoot', { timeout }, () => {
  it('changes one component after the other, dependencies first', async () => {
    await world.deploy()
    expect([await tags(), (await world.root()).status?.version]).toEqual([all(older), older])
    using changes = recordOrder()
    await ask(newer)
    await settle(world.cluster)
    await world.cluster.advance('10m')
    expect((await world.root()).status).toMatchObject({ phase: 'Running', version: newer, plan: [] })
    expect(await tags()).toEqual(all(newer))
    const place = (name: string) => changes.order.indexOf(name)
    expect(changes.order.filter((name) => (seven as readonly string[]).includes(name))).toHaveLength(7)
    for (const [need, of] of [
      ['minio', 'cloudstorage'],
      ['cloudstorage', 'cloudadmin'],
      ['postgres', 'cloudadmin'],
      ['mongo', 'agentkeeper'],
      ['cloudadmin', 'agentkeeper'],
      ['agentkeeper', 'cloudadmingui'],
    ] as const)
      expect([need, of, place(need) < place(of)]).toEqual([need, of, true])
  })

  it('is rolled back when a component does not become ready, and names it', async () => {
    await world.deploy()
    await ask(brokenVersion)
    await settle(world.cluster)
    expect(await tags()).toMatchObject({ cloudstorage: brokenVersion, cloudadmin: brokenVersion, agentkeeper: older })
    await world.cluster.advance('1h')
    expect((await world.root()).status).toMatchObject({
      phase: 'Running',
      version: older,
      upgrade: { phase: 'rolled-back', to: brokenVersion, reason: expect.stringContaining('cloudadmin') as string },
      step: expect.stringContaining(`the upgrade to ${brokenVersion} was rolled back`) as string,
    })
    expect(await tags()).toEqual(all(older))
    // Another version is another attempt.
    await ask(newer)
    await settle(world.cluster)
    await world.cluster.advance('10m')
    expect(await tags()).toEqual(all(newer))
  })

  it('resumes when the operator is restarted in the middle', async () => {
    await world.deploy()
    await ask(brokenVersion)
    await settle(world.cluster)
    await world.restart()
    await settle(world.cluster)
    expect((await world.root()).status?.upgrade).toMatchObject({ phase: 'components', current: 'cloudadmin' })
    await world.cluster.advance('1h')
    expect(await tags()).toEqual(all(older))
  })

  it('refuses a downgrade, and leaves a component with a pinned version alone', async () => {
    await world.deploy({ 'installation-data-version': newer, mongo: [{ 'installation-data-version': '4.4' }] })
    expect(await tags()).toEqual({ ...all(newer), mongo: '4.4' })
    await ask(older)
    await settle(world.cluster)
    expect(await tags()).toEqual({ ...all(newer), mongo: '4.4' })
    expect((await world.root()).status).toMatchObject({
      version: newer,
      step: `no upgrade leads from ${newer} to ${older}`,
    })
    await ask('1.1')
    await settle(world.cluster)
    await world.cluster.advance('10m')
    expect(await tags()).toEqual({ ...all('1.1'), mongo: '4.4' })
  })

  it('leaves nothing behind when the object is deleted in the middle', async () => {
    await world.deploy()
    await ask(brokenVersion)
    await settle(world.cluster)
    await world.cluster.client.delete(IotSnapRoot, rootRef)
    await settle(world.cluster)
    await world.cluster.advance('1h')
    expect(await world.names(Deployment)).toEqual([])
    expect(await world.cluster.client.list(IotSnapRoot, { namespace })).toMatchObject({ items: [] })
  })
})
