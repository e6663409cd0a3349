import { createClient } from '@kubewright/client'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { defineAdmission, problem } from '@kubewright/webhook'
import { expect, it } from 'vitest'
import { noFaults } from '../plan/plan.ts'
import { Footprint } from './footprint.ts'
import { ObjectLedger } from './object-ledger.ts'
import { RunMask } from './run-mask.ts'
import { World } from './world.ts'
import { WorldServer } from './world-server.ts'
import { worldTransport } from './world-transport.ts'

it('what a webhook reads is in the footprint of the write that it reviews', async () => {
  await using server = await WorldServer.start({
    webhooks: ({ client }) => [
      defineAdmission({
        for: ConfigMap,
        name: 'maps.policy.example.dev',
        validate: {
          create: async () => ((await client.list(Secret)).items.length > 9 ? [problem('', 'too many secrets')] : []),
        },
      }),
    ],
  })
  const footprints: Footprint[] = []
  const world = new World({
    plan: noFaults,
    clock: WorldServer.clockOfRun(),
    guide: { wantsAll: true, choose: () => 0, ended: (footprint) => void footprints.push(footprint) },
    harness: {
      startInstance: () => undefined,
      handOver: () => undefined,
      isReconciling: () => false,
      collectGarbage: async () => false,
      fingerprint: async (pending) => pending,
      afterChange: async () => undefined,
    },
    patienceMs: 30_000,
    maxSteps: 100,
  })
  await server.begin(world.connectionClock, 'seed')
  const actor = world.actor('operator 1', 'operator')
  const parts = { world, server, ledger: new ObjectLedger(), mask: new RunMask(() => server.base) }
  const client = createClient(worldTransport(parts, actor), { clock: actor.connectionClock })
  const one = { name: 'one', namespace: 'default' }
  await world.drive(client.create(ConfigMap, { metadata: one }))
  await world.drive(client.get(ConfigMap, one)) // a footprint is complete when the next action begins
  world.end()
  await client[Symbol.asyncDispose]()
  const changing = (place: string) => {
    const footprint = new Footprint()
    footprint.touch(place, 'changed')
    return footprints.some((one) => one.meets(footprint))
  }
  expect(server.onWebhookRequest, 'the world is not used after its run').toBeUndefined()
  expect(['/api/v1/secrets', '/api/v1/configmaps', '/api/v1/pods'].map(changing)).toEqual([true, true, false])
})

it('a read while the webhooks are being made fails, and says that the server has not started', async () => {
  let reading: Promise<unknown> | undefined
  await using _ = await WorldServer.start({
    webhooks: ({ client }) => {
      reading = client.list(Secret).catch((error: unknown) => error)
      return []
    },
  })
  expect(await reading).toMatchObject({
    code: 'KW_TESTING_EXPLORATION',
    message: expect.stringContaining('before the API server') as string,
  })
})
