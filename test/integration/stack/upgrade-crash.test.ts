import { Deployment, Job } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { component, defineStack, stackController, stackStatus } from '@kubewright/stack'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { IotSnap, namespace, root } from './iot-snap.ts'
import { long, startStack } from './running-stack.ts'

/** More than an upgrade has writes. */
const mostLives = 120

describe('stack: an upgrade with crashes', () => {
  it('is completed by operators that each crash after their first write', { timeout: 300_000 }, async () => {
    await using stack = await startStack({ version: '1.0' })
    let end: PromiseLike<void> | undefined
    using _ = stack.cluster.witnessWrites({
      before: async () => undefined,
      async after({ by, call }) {
        if (by === 'operator' && !call.includes(' events.')) end ??= stack.kill()
      },
    })
    await stack.client.patch(IotSnap, root, { spec: { version: '1.1' } })
    let [lives, isDone] = [0, false]
    for (; lives < mostLives && !isDone; lives++) {
      await stack.wait('1s')
      await end
      const { status } = await stack.object()
      isDone = status?.version === '1.1' && status.phase === 'Running' && end === undefined
      end = undefined
      if (!isDone) await stack.restart()
    }
    expect([isDone, lives]).toEqual([true, expect.any(Number)])
    expect(lives).toBeGreaterThan(8)
    const { items } = await stack.client.list(Deployment, { namespace })
    const images = items.map(({ spec }) => spec.template.spec!.containers[0]!.image!.replace(/^.*:/, ''))
    expect(images.toSorted()).toEqual(['1.0', '1.1', '1.1', '1.1', '1.1', '1.1', '1.1'])
    expect((await stack.client.list(Job, { namespace })).items).toEqual([])
  })
})

describe('stack: a version skew rule', () => {
  const Shop = defineResource({
    group: 'shop.example.dev',
    version: 'v1',
    kind: 'Shop',
    scope: 'Namespaced',
    spec: z.object({ version: z.string() }),
    status: z.object({ ...stackStatus }),
  })
  const shop = defineStack({
    for: Shop,
    components: (_, { versions }) => ({
      db: component({ image: `db:${versions['db']}`, port: 5432 }),
      api: component({ image: `api:${versions['api']}`, port: 80, needs: ['db'] }),
    }),
    versions: {
      '1': {},
      // The database must never be newer than its clients, so those are updated first.
      '2': { skew: [{ of: 'db', with: 'api', allows: (db: string, api: string) => db <= api }] },
      // The new database breaks, after the service has changed already.
      '3': {
        components: { db: 'broken', api: '3' },
        upgrade: ['api', 'db'],
        healthyWithin: '2m',
      },
    },
  })
  const ref = { name: 'shop', namespace }

  it('reverses the upgrade order, and a failed component rolls the others back', long, async () => {
    await using cluster = await startCluster({
      resources: [Shop],
      simulation: {
        parts: ['deployments', 'replica-sets', 'pods', 'nodes', 'scheduler', 'garbage-collection'],
        pods: { behaviour: (_, { image }) => (image?.endsWith(':broken') ? 'image-missing' : undefined) },
      },
    })
    await using _ = await cluster.run(stackController(shop))
    const { client } = cluster
    const rest = () => cluster.settle({ within: '60s' })
    const images: string[] = []
    const follow = async () => {
      const { items } = await client.list(Deployment, { namespace })
      const now = items
        .map(({ spec }) => spec.template.spec!.containers[0]!.image!)
        .toSorted()
        .join(' ')
      if (images.at(-1) !== now) images.push(now)
    }
    await client.create(Shop, { metadata: ref, spec: { version: '1' } })
    await rest()
    using _1 = cluster.witnessWrites({ before: async () => undefined, after: follow })
    await follow()
    await client.patch(Shop, ref, { spec: { version: '2' } })
    await rest()
    await cluster.advance('1m')
    expect(images).toEqual(['api:1 db:1', 'api:2 db:1', 'api:2 db:2'])

    await client.patch(Shop, ref, { spec: { version: '3' } })
    await rest()
    await cluster.advance('10m')
    await rest()
    expect(images.slice(3)).toEqual(['api:3 db:2', 'api:3 db:broken', 'api:3 db:2', 'api:2 db:2'])
    expect((await client.get(Shop, ref)).status).toMatchObject({
      version: '2',
      phase: 'Running',
      upgrade: { phase: 'rolled-back', to: '3' },
    })
  })
})
