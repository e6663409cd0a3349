import { type Cluster, type Run, startCluster } from '@kubewright/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hubAt } from './hub.ts'
import { LightBulb } from './light-bulb.ts'
import { LightBulbColor } from './light-bulb-color.ts'
import { lightBulbs } from './light-bulbs.ts'
import { type SimulatedHub, startSimulatedHub } from './simulated-hub.ts'

const kitchen = { name: 'kitchen', namespace: 'default' }
let drawn: string[]
let house: SimulatedHub
let cluster: Cluster
let operator: Run

beforeEach(async () => {
  drawn = []
  house = await startSimulatedHub((line) => drawn.push(line))
  cluster = await startCluster({ resources: [LightBulb, LightBulbColor] })
  operator = await cluster.run(lightBulbs(hubAt(house.url)))
})

afterEach(async () => {
  await operator[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
  await house[Symbol.asyncDispose]()
})

it('LightBulb: the bulb follows spec, and is switched off when the object is deleted', async () => {
  await cluster.client.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen', brightness: 40 } })
  await cluster.settle()
  const { status } = await cluster.client.get(LightBulb, kitchen)
  expect(status).toMatchObject({ shining: true, conditions: [{ type: 'Ready', status: 'True', reason: 'AsTold' }] })

  await cluster.client.delete(LightBulb, kitchen)
  await cluster.settle()
  expect(drawn).toEqual(['kitchen      ████░░░░░░ rgb(102, 102, 102)', 'kitchen      ░░░░░░░░░░ gone'])
})

it('LightBulb: a modified LightBulbColor is reconciled back to the desired color', async () => {
  await cluster.client.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen', color: 'red' } })
  await cluster.settle()
  await cluster.client.patch(LightBulbColor, kitchen, { spec: { red: 1 } })
  await cluster.settle()
  expect((await cluster.client.get(LightBulbColor, kitchen)).spec).toEqual({ red: 255, green: 0, blue: 0 })
  expect(operator.history(kitchen)[0]!.reasons).toMatchObject([{ type: 'owned', object: { kind: 'LightBulbColor' } }])
})

it('LightBulb: a request that the hub answers with 503 is retried', async () => {
  house.failNext(503)
  house.failNext(503)
  await cluster.client.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen', on: false } })
  await cluster.settle()
  expect(operator.history(kitchen).map(({ result }) => result.type)).toEqual(['success', 'error', 'error'])
  expect(house.lights.get('kitchen')).toMatchObject({ on: false })
})

it('LightBulb: a brightness above 100 is refused by the schema', async () => {
  const created = cluster.client.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen', brightness: 101 } })
  await expect(created).rejects.toThrow('spec.brightness')
})
