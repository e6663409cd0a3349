import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { drawnHouse } from './house.ts'
import { LightBulb } from './light-bulb.ts'
import { lightBulbs } from './light-bulbs.ts'

const kitchen = { name: 'kitchen', namespace: 'default' }

it('a bulb shines as it is told, and goes out when its object goes', async () => {
  const drawn: string[] = []
  await using cluster = await startCluster({ resources: [LightBulb] })
  await using running = await cluster.run(lightBulbs(drawnHouse((line) => drawn.push(line))))

  await cluster.client.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen', brightness: 40 } })
  await cluster.settle()
  const { status } = await cluster.client.get(LightBulb, kitchen)
  expect(status).toMatchObject({ brightness: 40, conditions: [{ type: 'Ready', status: 'True', reason: 'Shining' }] })

  await cluster.client.delete(LightBulb, kitchen)
  await cluster.settle()
  expect(drawn).toEqual(['kitchen      ████░░░░░░ white', 'kitchen      ░░░░░░░░░░ gone'])
  expect(running.reconciles).toBe(2)
})

it('a bulb that cannot be reached is tried again', async () => {
  let failures = 2
  const house = drawnHouse(() => undefined)
  const flaky = {
    ...house,
    set: async (...args: Parameters<typeof house.set>) => {
      if (failures-- > 0) throw new Error('the hub does not answer')
      await house.set(...args)
    },
  }
  await using cluster = await startCluster({ resources: [LightBulb] })
  await using running = await cluster.run(lightBulbs(flaky))
  await cluster.client.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen' } })
  await cluster.settle()
  expect(running.history(kitchen).map(({ result }) => result.type)).toEqual(['success', 'error', 'error'])
})

it('a brightness that no bulb has is refused before the controller sees it', async () => {
  await using cluster = await startCluster({ resources: [LightBulb] })
  const created = cluster.client.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen', brightness: 101 } })
  await expect(created).rejects.toThrow('spec.brightness')
})
