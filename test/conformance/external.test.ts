/** The life cycle of an external resource on a real API server. */
import { type Client, conditionIs, createClient, deleted, established } from '@kubewright/client'
import { silentLogger, systemClock } from '@kubewright/core'
import { creationAnnotation } from '@kubewright/external/record'
import { CustomResourceDefinition, Namespace } from '@kubewright/kubernetes'
import { createManager, type RunningManager } from '@kubewright/manager'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FakeCloud } from '../integration/external/fake-cloud.ts'
import { Thing, things } from '../integration/external/things.ts'
import { realServer, uniqueName } from './real-server.ts'

const cloud = new FakeCloud({ clock: systemClock })
const namespace = uniqueName('external')
const patient = { timeout: '25s' } as const
let client: Client
let running: RunningManager

beforeAll(async () => {
  const { url, ca, token } = realServer()
  client = createClient({ server: url, ca, token }, { fieldManager: 'test' })
  await client.apply(CustomResourceDefinition, Thing.crd() as never)
  await client.waitFor(CustomResourceDefinition, { name: 'things.cloud.example.dev' }, established)
  await client.create(Namespace, { metadata: { name: namespace } })
  const manager = createManager({
    connection: { server: url, ca, token },
    controllers: [things(cloud, { scope: { namespace }, recheck: '100ms', visibleWithin: '200ms' })],
    log: silentLogger,
    permissions: 'skip',
  })
  running = manager.start()
  await running.started
}, 60_000)

afterAll(async () => {
  await running[Symbol.asyncDispose]()
  await client[Symbol.asyncDispose]()
})

it('external resource on kube-apiserver is created, late-initialized, updated, recreated and deleted', async () => {
  const shop = { name: 'shop', namespace }
  const settled = ({
    metadata,
    status,
  }: {
    metadata: { generation?: number }
    status?: { state?: string; observedGeneration?: number }
  }) => status?.state === 'Succeeded' && status.observedGeneration === metadata.generation
  await client.create(Thing, { metadata: shop, spec: {} })
  await client.waitFor(Thing, shop, conditionIs('Ready', 'True'), patient)
  await client.waitFor(Thing, shop, ({ spec }) => spec.zone === 'a', patient)
  await client.patch(Thing, shop, { spec: { size: 3 } })
  await client.waitFor(Thing, shop, (thing) => settled(thing as never) && cloud.named('shop')?.size === 3, patient)
  await client.patch(Thing, shop, { spec: { version: '2' } })
  const thing = await client.waitFor(
    Thing,
    shop,
    (one) => settled(one as never) && cloud.named('shop')?.version === '2',
    patient,
  )
  expect(thing.metadata.annotations?.[creationAnnotation]).toMatch(/^succeeded /)
  expect(thing.status).toMatchObject({ id: 'thing-2', message: '' })
  await client.delete(Thing, shop)
  await client.waitFor(Thing, shop, deleted, patient)
  expect([cloud.things, cloud.made]).toEqual([[], 2])
})
