/**
 * Life cycles of external resources over HTTPS, on a real server in a conformance run, with only the RBAC rules derived
 * from the controllers.
 */
import { type Client, conditionIs, deleted, established } from '@kubewright/client'
import { pausedAnnotation } from '@kubewright/controller'
import { type KubeObject, systemClock } from '@kubewright/core'
import {
  accessAnnotation,
  adoptAnnotation,
  changesBetween,
  defineExternalController,
  defineExternalSuite,
  externalNameAnnotation,
  requestAnnotation,
  states,
} from '@kubewright/external'
import { creationAnnotation, lastAppliedAnnotation } from '@kubewright/external/record'
import { CustomResourceDefinition, Secret } from '@kubewright/kubernetes'
import { defineResource, type ObjectOf } from '@kubewright/resource'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openClient, openClientInNamespace } from '../client/client.ts'
import { useServer } from '../client/server.ts'
import { FakeCloud } from './fake-cloud.ts'
import { startOperator } from './operator-process.ts'
import { assignedThings, operatedThings, Thing, things } from './things.ts'

const kind = {
  group: 'cloud.example.dev',
  version: 'v1',
  scope: 'Namespaced',
  spec: z.object({ parent: z.string().optional(), size: z.int().default(1) }),
  status: z.object({ state: z.enum(states).optional(), message: z.string().optional() }),
  conditions: ['Ready', 'Synced'],
} as const
const Group = defineResource({ ...kind, kind: 'Group' })
const Server = defineResource({ ...kind, kind: 'Server' })
const Database = defineResource({ ...kind, kind: 'Database' })

useServer()

beforeAll(async () => {
  await using client = openClient()
  for (const one of [Thing, Group, Server, Database]) {
    await client.apply(CustomResourceDefinition, one.crd())
    await client.waitFor(CustomResourceDefinition, { name: `${one.plural}.${one.group}` }, established)
  }
})

const shop = { name: 'shop' }
const quick = { recheck: '20ms', visibleWithin: '300ms' } as const
const newCloud = (operationTime = 0) => new FakeCloud({ clock: systemClock, operationTime })
const isSettled = ({ metadata, status }: ObjectOf<typeof Thing>) =>
  status?.state === 'Succeeded' && status.observedGeneration === metadata.generation
const settled = (client: Client) => client.waitFor(Thing, shop, isSettled)

/** The cloud without responses to create calls. */
function withoutAnswer(cloud: FakeCloud, hasBegun: () => void): FakeCloud {
  const create: FakeCloud['create'] = async (...args) => {
    await cloud.create(...args)
    hasBegun()
    return await new Promise<never>(() => undefined)
  }
  return new Proxy(cloud, {
    get(target, name) {
      const member = Reflect.get(target, name, target) as unknown
      return name === 'create' ? create : typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}

describe('an external resource over HTTPS, with derived RBAC', () => {
  it.each([
    { name: 'synchronously', form: things, takes: 0 },
    { name: 'asynchronously', form: things, takes: 60 },
    { name: 'with long-running operations', form: operatedThings, takes: 60 },
  ])('is created, updated, recreated and deleted $name, and not written while idle', async ({ form, takes }) => {
    await using client = await openClientInNamespace()
    const cloud = newCloud(takes)
    {
      await using _ = await startOperator(client, form(cloud, quick))
      await client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
      await settled(client)
      await client.patch(Thing, shop, { spec: { size: 2 } })
      await settled(client)
      expect(cloud.named('shop')).toMatchObject({ size: 2, version: '1' })
      await client.patch(Thing, shop, { spec: { version: '2' } })
      const { metadata, status } = await settled(client)
      expect([cloud.things.length, cloud.made]).toEqual([1, 2])
      expect(status?.conditions).toMatchObject([
        { type: 'Ready', status: 'True', observedGeneration: metadata.generation },
        { type: 'Synced', status: 'True', observedGeneration: metadata.generation },
      ])
      expect(JSON.parse(metadata.annotations![lastAppliedAnnotation]!)).toEqual({ size: 2, version: '2', zone: 'a' })
    }
    await using second = await startOperator(client, form(cloud, quick))
    await second.reconciled(1)
    expect(second.records.map(({ writes, result }) => [writes.sent, result.type])).toEqual([[0, 'requeue_after']])
    await client.delete(Thing, shop)
    await client.waitFor(Thing, shop, deleted)
    expect(cloud.things).toEqual([])
  })

  it('is found after a crash during its creation, and not created twice', async () => {
    await using client = await openClientInNamespace()
    const cloud = newCloud()
    let hasBegun: () => void
    const begun = new Promise<void>((resolve) => (hasBegun = resolve))
    {
      await using _ = await startOperator(
        client,
        things(
          withoutAnswer(cloud, () => hasBegun()),
          quick,
        ),
      )
      await client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
      await begun
    }
    expect((await client.get(Thing, shop)).metadata.annotations?.[creationAnnotation]).toMatch(/^begun /)
    await using _ = await startOperator(client, things(cloud, quick))
    const { metadata } = await settled(client)
    expect([cloud.made, metadata.annotations?.[creationAnnotation]]).toEqual([1, expect.stringMatching(/^succeeded /)])
    expect(metadata.annotations).toHaveProperty([lastAppliedAnnotation])
  })

  it('waits for a manual decision after a lost response if the API assigns the name', async () => {
    await using client = await openClientInNamespace()
    const cloud = newCloud()
    cloud.failNext('create', new Error('the answer was lost'), true)
    await using _ = await startOperator(client, assignedThings(cloud, quick))
    await client.create(Thing, { metadata: shop, spec: { zone: 'a' } })
    const isAsking = ({ status }: ObjectOf<typeof Thing>) =>
      status?.conditions?.some(({ reason }) => reason === 'CreationAmbiguous') === true
    await client.waitFor(Thing, shop, isAsking)
    const annotations = { [externalNameAnnotation]: cloud.things[0]!.id }
    await client.patch(Thing, shop, { metadata: { annotations } })
    await settled(client)
    expect(cloud.made).toBe(1)
  })

  it.each([
    { says: 'nothing', annotations: {}, size: 7, stays: true, reason: 'AlreadyExists' },
    { says: 'adopt', annotations: { [adoptAnnotation]: 'true' }, size: 1, stays: false, reason: 'Available' },
    {
      says: 'adopt, and never delete',
      annotations: { [adoptAnnotation]: 'true', [accessAnnotation]: 'CU' },
      size: 1,
      stays: true,
      reason: 'Available',
    },
    { says: 'read only', annotations: { [accessAnnotation]: 'read' }, size: 7, stays: true, reason: 'UpdateForbidden' },
  ])('is handled by annotations if it already exists ($says)', async (expected) => {
    const { annotations, size, stays, reason } = expected
    await using client = await openClientInNamespace()
    const cloud = newCloud()
    cloud.put({ name: 'shop', size: 7 })
    await using _ = await startOperator(client, things(cloud, quick))
    await client.create(Thing, { metadata: { ...shop, annotations }, spec: { zone: 'a' } })
    await client.waitFor(Thing, shop, ({ status }) =>
      Boolean(status?.conditions?.some((one) => one.type === 'Ready' && one.reason === reason)),
    )
    expect(cloud.named('shop')).toMatchObject({ size })
    await client.delete(Thing, shop)
    await client.waitFor(Thing, shop, deleted)
    expect(cloud.named('shop') !== undefined).toBe(stays)
  })

  it('is late-initialized, verified on request, and left alone while paused', async () => {
    await using client = await openClientInNamespace()
    const cloud = newCloud()
    await using _ = await startOperator(client, things(cloud, quick))
    await client.create(Thing, { metadata: { ...shop, annotations: { [pausedAnnotation]: 'true' } }, spec: {} })
    await client.create(Thing, { metadata: { name: 'other' }, spec: {} })
    await client.waitFor(Thing, { name: 'other' }, isSettled)
    expect(cloud.named('shop')).toBeUndefined()
    await client.patch(Thing, shop, { metadata: { annotations: { [pausedAnnotation]: null } } })
    expect((await settled(client)).spec).toMatchObject({ zone: 'a' })
    cloud.tamper('shop', { size: 9 })
    await client.patch(Thing, shop, { metadata: { annotations: { [requestAnnotation]: 'now' } } })
    await client.waitFor(Thing, shop, ({ status }) => status?.handledRequest === 'now' && status.state === 'Succeeded')
    expect(cloud.named('shop')).toMatchObject({ size: 1 })
  })
})

type Sized = KubeObject & { readonly spec: { readonly size: number; readonly parent?: string | undefined } }

/** A group, servers in it, databases on them: each belongs to the one before. */
function suite(cloud: FakeCloud) {
  const common = { poll: '10m' as const, ...quick, ...operationsOf(cloud) }
  const parent = ({ spec }: Sized) => spec.parent
  return defineExternalSuite(
    defineExternalController({ name: 'groups', for: Group, finalizer: 'cloud.example.dev/group', ...common }),
    defineExternalController({
      name: 'servers',
      for: Server,
      finalizer: 'cloud.example.dev/server',
      dependencies: { group: { on: Group, ref: parent, owner: true } },
      ...common,
    }),
    defineExternalController({
      name: 'databases',
      for: Database,
      finalizer: 'cloud.example.dev/database',
      dependencies: { server: { on: Server, ref: parent, owner: true } },
      connectionSecret: ({ metadata }) => `${metadata.name}-login`,
      connection: ({ spec }: Sized, { id }: { readonly id: string }) => ({ host: id, limit: `${spec.size}` }),
      ...common,
    }),
  )
}

function operationsOf(cloud: FakeCloud) {
  return {
    observe: ({ metadata: { name } }: Sized) => cloud.find({ name }),
    diff: ({ spec }: Sized, actual: { readonly size: number }) => changesBetween(spec, actual, ['size']),
    create: ({ metadata: { name, uid }, spec: { size } }: Sized) =>
      cloud.create({ name, owner: uid, size, version: '1' }),
    update: ({ metadata: { name }, spec: { size } }: Sized) => cloud.update(name, { size }),
    delete: ({ metadata: { name } }: Sized) => cloud.delete({ name }),
  }
}

describe('a suite of three dependent external kinds', () => {
  it('becomes ready in order, waits again when a dependency fails, and is deleted in the reverse order', async () => {
    await using client = await openClientInNamespace()
    const cloud = newCloud()
    await using _ = await startOperator(client, ...suite(cloud))
    const [group, main, orders] = [{ name: 'group' }, { name: 'main' }, { name: 'orders' }]
    await client.create(Database, { metadata: orders, spec: { parent: 'main' } })
    await client.waitFor(Database, orders, ({ status }) => status?.state === 'Pending')
    await client.create(Server, { metadata: main, spec: { parent: 'group' } })
    await client.create(Group, { metadata: group, spec: {} })
    const { metadata } = await client.waitFor(Database, orders, conditionIs('Ready', 'True'))
    expect(metadata.ownerReferences).toMatchObject([
      { apiVersion: 'cloud.example.dev/v1', kind: 'Server', name: 'main' },
    ])
    expect(cloud.calls.filter((call) => call.startsWith('create'))).toEqual([
      'create group',
      'create main',
      'create orders',
    ])
    for (let time = 0; time < 4; time++) cloud.failNext('update')
    await client.patch(Group, group, { spec: { size: 2 } })
    await client.waitFor(Database, orders, ({ status }) => status?.message?.includes('main is not ready') === true)
    await client.waitFor(Database, orders, conditionIs('Ready', 'True'))

    await client.delete(Group, group)
    await client.waitFor(Group, group, deleted)
    expect([cloud.things, cloud.calls.filter((call) => call.startsWith('delete'))]).toEqual([
      [],
      ['delete orders', 'delete main', 'delete group'],
    ])
  })

  it('publishes a connection Secret of the object, restores it, and keeps it up to date', async () => {
    await using client = await openClientInNamespace()
    const cloud = newCloud()
    await using _ = await startOperator(client, ...suite(cloud))
    const [orders, login] = [{ name: 'orders' }, { name: 'orders-login' }]
    await client.create(Group, { metadata: { name: 'group' }, spec: {} })
    await client.create(Server, { metadata: { name: 'main' }, spec: { parent: 'group' } })
    const { metadata } = await client.create(Database, { metadata: orders, spec: { parent: 'main' } })
    const has = (limit: string) => (secret: Secret) =>
      Buffer.from(secret.data?.['limit'] ?? '', 'base64').toString() === limit
    const secret = await client.waitFor(Secret, login, has('1'))
    expect(secret.metadata.ownerReferences).toMatchObject([{ uid: metadata.uid, controller: true }])
    await client.delete(Secret, login)
    const restored = await client.waitFor(Secret, login, has('1'))
    expect(restored.metadata.uid).not.toBe(secret.metadata.uid)
    await client.patch(Database, orders, { spec: { size: 3 } })
    await client.waitFor(Secret, login, has('3'))
  })
})
