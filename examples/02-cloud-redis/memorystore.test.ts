import { CloudRedisClient } from '@google-cloud/redis'
import { VirtualClock } from '@kubewright/core/testing'
import { PassThroughClient } from 'google-auth-library'
import { expect, it } from 'vitest'
import { LocalCloud } from './local-cloud.ts'
import { memorystore } from './memorystore.ts'
import { serveMemorystore } from './memorystore-endpoint.ts'
import { startStandInRedis } from './redis-server.ts'

it("Memorystore provider creates, resizes, finds and deletes instances with Google's client library", async () => {
  const { signal } = new AbortController()
  const clock = new VirtualClock()
  await using cloud = new LocalCloud({ clock, start: startStandInRedis })
  await using endpoint = await serveMemorystore(cloud)
  const client = new CloudRedisClient({
    fallback: true, // HTTP instead of gRPC
    protocol: 'http',
    apiEndpoint: '127.0.0.1',
    port: endpoint.port,
    authClient: new PassThroughClient(),
  })
  const provider = memorystore({ project: 'shop', location: 'europe-west6', client })

  expect(await provider.find('sessions', signal)).toBeUndefined()
  await provider.create('sessions', 'uid-1', { memorySizeGb: 1, tier: 'STANDARD_HA' }, signal)
  expect(await provider.find('sessions', signal)).toMatchObject({
    id: 'projects/shop/locations/europe-west6/instances/sessions',
    owner: 'uid-1',
    state: 'CREATING',
    tier: 'STANDARD_HA',
    memorySizeGb: 1,
    location: 'local',
  })
  await clock.advance('1s')
  await expect.poll(async () => (await provider.find('sessions', signal))?.state).toBe('READY')
  await provider.resize('sessions', 4, signal)
  await clock.advance('1s')
  await expect
    .poll(async () => await provider.find('sessions', signal))
    .toMatchObject({ memorySizeGb: 4, state: 'READY' })
  expect((await provider.find('sessions', signal))?.port).toBeGreaterThan(0)
  await expect(provider.create('sessions', 'uid-2', { memorySizeGb: 1, tier: 'BASIC' }, signal)).rejects.toThrow(
    'exists',
  )
  await provider.delete('sessions', signal)
  await clock.advance('1s')
  await expect.poll(() => provider.find('sessions', signal)).toBeUndefined()
  await client.close()
})
