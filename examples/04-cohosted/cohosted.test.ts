import { CloudRedis, cloudRedises, LocalCloud, startStandInRedis } from 'example-cloud-redis'
import { Deployment } from 'kubewright'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { AcmeService } from './acme-service.ts'
import { acmeServices } from './acme-services.ts'

const checkout = { name: 'checkout', namespace: 'default' }
const spec = { team: 'payments', replicas: 1, imageName: 'checkout', port: 8080 }

it('AcmeService with spec.redis gets REDIS_URL from its CloudRedis, and deletes that when spec.redis is removed', async () => {
  await using cluster = await startCluster({ resources: [CloudRedis, AcmeService] })
  await using cloud = new LocalCloud({ clock: cluster.clock, start: startStandInRedis })
  await using _running = await cluster.run(cloudRedises(cloud), acmeServices)
  const settle = () => cluster.settle({ patience: '10s' })
  const environment = async () =>
    (await cluster.client.get(Deployment, checkout)).spec?.template.spec?.containers[0]?.env ?? []

  await cluster.client.create(AcmeService, { metadata: checkout, spec: { ...spec, redis: { memorySizeGb: 1 } } })
  await cluster.settle({ patience: 0 })
  expect((await cluster.client.get(AcmeService, checkout)).status?.conditions).toMatchObject([
    { type: 'Ready', status: 'False', reason: 'WaitingForRedis' },
  ])

  await settle()
  const redis = await cluster.client.get(CloudRedis, checkout)
  const { host, port } = redis.status!
  expect(await environment()).toEqual([{ name: 'REDIS_URL', value: `redis://${host}:${port}` }])

  await cluster.client.patch(AcmeService, checkout, { spec: { redis: null } })
  await settle()
  expect(cloud.instances.size).toBe(0)
  expect(await environment()).toEqual([])
})
