import { type Cluster, type Run, startCluster } from '@kubewright/testing'
import { Deployment, Pod, Service } from 'kubewright'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AcmeService } from './acme-service.ts'
import { acmeServices } from './acme-services.ts'

const checkout = { name: 'checkout', namespace: 'default' }
const wanted = {
  metadata: checkout,
  spec: {
    team: 'payments',
    replicas: 2,
    imageName: 'registry.acme.dev/checkout',
    imageVersion: '1.4.2',
    port: 8080,
    labels: { tier: 'frontend', 'acme.dev/team': 'somebody-else' },
    environment: { CURRENCY: 'EUR' },
  },
}

let cluster: Cluster
let operator: Run

beforeEach(async () => {
  cluster = await startCluster({ resources: [AcmeService], simulation: true })
  operator = await cluster.run(acmeServices)
  await cluster.client.create(AcmeService, wanted)
  await cluster.settle()
})

afterEach(async () => {
  await operator[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
})

it('AcmeService creates a Deployment and a Service from its spec, and reports the address in status', async () => {
  const deployment = await cluster.client.get(Deployment, checkout)
  const service = await cluster.client.get(Service, checkout)
  expect(deployment.metadata.labels).toEqual({
    tier: 'frontend',
    'acme.dev/team': 'payments',
    'app.kubernetes.io/name': 'checkout',
  })
  expect(deployment.spec?.template.spec?.containers).toMatchObject([
    {
      image: 'registry.acme.dev/checkout:1.4.2',
      env: [{ name: 'CURRENCY', value: 'EUR' }],
      ports: [{ containerPort: 8080 }],
    },
  ])
  const { status } = await cluster.client.get(AcmeService, checkout)
  expect(status).toMatchObject({
    ip: service.spec!.clusterIP!,
    hostname: 'checkout.default.svc',
    conditions: [{ type: 'Ready', status: 'True', reason: 'Serving' }],
  })
})

it('AcmeService reverts changes to its Deployment and recreates its deleted Service', async () => {
  await cluster.client.patch(Deployment, checkout, { spec: { replicas: 7 } })
  await cluster.client.delete(Service, checkout)
  await cluster.settle()
  expect((await cluster.client.get(Deployment, checkout)).spec?.replicas).toBe(2)
  expect((await cluster.client.get(Service, checkout)).spec?.ports?.[0]?.port).toBe(80)
  expect((await cluster.client.list(Pod, { namespace: 'default' })).items).toHaveLength(2)
})

it('AcmeService that is deleted takes its Deployment, Service and Pods with it', async () => {
  await cluster.client.delete(AcmeService, checkout)
  await cluster.settle()
  expect((await cluster.client.list(Deployment, { namespace: 'default' })).items).toHaveLength(0)
  expect((await cluster.client.list(Pod, { namespace: 'default' })).items).toHaveLength(0)
  await expect(cluster.client.get(Service, checkout)).rejects.toThrow('not found')
})
