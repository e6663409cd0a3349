import { type Cluster, type Run, startCluster } from '@kubewright/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CloudRedis } from './cloud-redis.ts'
import { cloudRedises } from './cloud-redises.ts'
import { LocalCloud } from './local-cloud.ts'
import { ask } from './redis-connection.ts'
import { startStandInRedis } from './redis-server.ts'

const sessions = { name: 'sessions', namespace: 'default' }
const wanted = { metadata: sessions, spec: { name: 'sessions', memorySizeGb: 1 } }

let cluster: Cluster
let cloud: LocalCloud
let operator: Run

beforeEach(async () => {
  cluster = await startCluster({ resources: [CloudRedis] })
  cloud = new LocalCloud({ clock: cluster.clock, start: startStandInRedis })
  operator = await cluster.run(cloudRedises(cloud))
})

afterEach(async () => {
  await operator[Symbol.asyncDispose]()
  await cloud[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
})

const statusOf = async (redis = sessions) => (await cluster.client.get(CloudRedis, redis)).status
/** The local cloud needs virtual time for each operation. */
const settle = () => cluster.settle({ patience: '10s' })

it('CloudRedis creates an instance that answers PING, and reports its address in status', async () => {
  await cluster.client.create(CloudRedis, wanted)
  await cluster.settle({ patience: 0 })
  expect(await statusOf()).toMatchObject({
    state: 'CREATING',
    conditions: [{ status: 'False', reason: 'OperationUnderWay' }],
  })
  await settle()
  const status = await statusOf()
  expect(status).toMatchObject({ state: 'READY', location: 'local', conditions: [{ status: 'True' }] })
  expect(status!.createdAt).toMatch(/^2026-01-01T/)
  expect(await ask({ host: status!.host!, port: status!.port! }, 'PING')).toBe('+PONG')
})

it('CloudRedis resizes its instance in place; changes of name or tier are refused', async () => {
  await cluster.client.create(CloudRedis, wanted)
  await settle()
  const { id } = (await statusOf())!
  await cluster.client.patch(CloudRedis, sessions, { spec: { memorySizeGb: 4 } })
  await settle()
  expect(cloud.instances.get('sessions')).toMatchObject({ id, memorySizeGb: 4, state: 'READY' })
  const renamed = cluster.client.patch(CloudRedis, sessions, { spec: { name: 'other' } })
  await expect(renamed).rejects.toThrow('an instance cannot be renamed')
  const moved = cluster.client.patch(CloudRedis, sessions, { spec: { tier: 'STANDARD_HA' } })
  await expect(moved).rejects.toThrow('an instance stays in its tier')
})

it('CloudRedis keeps its finalizer until the cloud has deleted the instance', async () => {
  await cluster.client.create(CloudRedis, wanted)
  await settle()
  cloud.failNext('delete', new Error('quota'))
  await cluster.client.delete(CloudRedis, sessions)
  await cluster.settle({ patience: 0 })
  expect(await statusOf()).toMatchObject({ state: 'READY' })
  await settle()
  expect(cloud.instances.size).toBe(0)
  await expect(statusOf()).rejects.toThrow('not found')
})

it('CloudRedis that is deleted during creation also deletes its instance', async () => {
  await cluster.client.create(CloudRedis, wanted)
  await cluster.settle({ patience: 0 })
  await cluster.client.delete(CloudRedis, sessions)
  await settle()
  expect(cloud.instances.size).toBe(0)
  await expect(statusOf()).rejects.toThrow('not found')
})

it('CloudRedis retries after cloud errors and creates one instance only', async () => {
  cloud.failNext('create', new Error('503'))
  cloud.failNext('find', new Error('timed out'))
  await cluster.client.create(CloudRedis, wanted)
  await settle()
  expect(await statusOf()).toMatchObject({ id: 'redis-1', state: 'READY' })
})

it('CloudRedis finds its instance again after a crash between the create call and the status write', async () => {
  await cluster.client.create(CloudRedis, wanted)
  cluster.faults.failNext('apply', CloudRedis, 500)
  await cluster.settle({ patience: 0 })
  await operator[Symbol.asyncDispose]()
  operator = await cluster.run(cloudRedises(cloud))
  await settle()
  expect(await statusOf()).toMatchObject({ id: 'redis-1', state: 'READY' })
  expect(cloud.instances.size).toBe(1)
})

it('CloudRedis neither adopts nor deletes an instance of another object', async () => {
  await cluster.client.create(CloudRedis, wanted)
  await settle()
  const thief = { name: 'thief', namespace: 'default' }
  await cluster.client.create(CloudRedis, { ...wanted, metadata: thief })
  await settle()
  expect(await statusOf(thief)).toMatchObject({ conditions: [{ status: 'False', reason: 'AlreadyExists' }] })
  await cluster.client.delete(CloudRedis, thief)
  await settle()
  await expect(statusOf(thief)).rejects.toThrow('not found')
  expect(cloud.instances.get('sessions')).toMatchObject({ state: 'READY' })
})
