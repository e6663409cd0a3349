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
/** The cloud takes its time: so does the test, in no time at all. */
const settle = () => cluster.settle({ patience: '10s' })

it('becomes an instance that answers, and its status says where', async () => {
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

it('is resized in place, and neither renamed nor moved to another tier', async () => {
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

it('goes only when the cloud has let go of its instance', async () => {
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

it('is deleted while it is being created: the instance goes too', async () => {
  await cluster.client.create(CloudRedis, wanted)
  await cluster.settle({ patience: 0 })
  await cluster.client.delete(CloudRedis, sessions)
  await settle()
  expect(cloud.instances.size).toBe(0)
  await expect(statusOf()).rejects.toThrow('not found')
})

it('is tried again when the cloud fails, and made once', async () => {
  cloud.failNext('create', new Error('503'))
  cloud.failNext('find', new Error('timed out'))
  await cluster.client.create(CloudRedis, wanted)
  await settle()
  expect(await statusOf()).toMatchObject({ id: 'redis-1', state: 'READY' })
})

it('finds its instance again after the operator died between the call and the status', async () => {
  await cluster.client.create(CloudRedis, wanted)
  cluster.faults.failNext('apply', CloudRedis, 500)
  await cluster.settle({ patience: 0 })
  await operator[Symbol.asyncDispose]()
  operator = await cluster.run(cloudRedises(cloud))
  await settle()
  expect(await statusOf()).toMatchObject({ id: 'redis-1', state: 'READY' })
  expect(cloud.instances.size).toBe(1)
})

it('does not take an instance that belongs to another object, nor deletes it', async () => {
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
