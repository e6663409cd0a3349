import { Deployment, Ingress } from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'
import { expect, it } from 'vitest'
import { Website } from '../sketches/website.ts'
import { websites } from '../sketches/websites.ts'

const blog = { name: 'blog', namespace: 'default' }

it('a Website becomes Ready once its replicas are ready', async () => {
  await using cluster = await startCluster({ resources: [Website] })
  await using running = await cluster.run(websites)
  await cluster.client.create(Website, { metadata: blog, spec: { image: 'nginx:1' } })
  await cluster.settle()
  await cluster.client.status.patch(Deployment, blog, { status: { replicas: 1, readyReplicas: 1 } })
  await cluster.settle()
  const site = await cluster.client.get(Website, blog)
  expect(site.status?.conditions).toMatchObject([{ type: 'Ready', status: 'True', reason: 'Serving' }])
  expect(running.reconciles).toBeLessThanOrEqual(4)
})

it('a Website that loses its domain loses its Ingress, and nothing else is written', async () => {
  await using cluster = await startCluster({ resources: [Website] })
  await using running = await cluster.run(websites)
  await cluster.client.create(Website, { metadata: blog, spec: { image: 'nginx:1', domain: 'blog.example.dev' } })
  await cluster.settle()
  expect((await cluster.client.list(Ingress)).items).toHaveLength(1)
  const before = await cluster.client.get(Deployment, blog)
  await cluster.client.patch(Website, blog, { spec: { domain: null } })
  await cluster.settle()
  expect((await cluster.client.list(Ingress)).items).toHaveLength(0)
  expect(await cluster.client.get(Deployment, blog)).toEqual(before)
  expect(running.history(blog).map(({ result }) => result.type)).toEqual(['requeue_after', 'requeue_after'])
})

it('a child that another client changes or deletes is restored', async () => {
  await using cluster = await startCluster({ resources: [Website] })
  await using _ = await cluster.run(websites)
  await cluster.client.create(Website, { metadata: blog, spec: { image: 'nginx:1' } })
  await cluster.settle()
  await cluster.client.patch(Deployment, blog, { spec: { replicas: 7 } })
  await cluster.settle()
  expect((await cluster.client.get(Deployment, blog)).spec?.replicas).toBe(1)
  await cluster.client.delete(Deployment, blog)
  await cluster.settle()
  expect((await cluster.client.get(Deployment, blog)).spec?.replicas).toBe(1)
})
