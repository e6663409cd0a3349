/** An operator and its test, as a user writes them: on an embedded cluster. */
import { deepStrictEqual, rejects } from 'node:assert/strict'
import { startCluster } from '@kubewright/testing'
import { again, createManager, defineAdmission, defineController, Deployment, done, no, problem, yes } from 'kubewright'
import { alone } from 'kubewright/lease'
import { childrenOf } from './children.ts'
import { Website } from './website.ts'

const websites = defineController({
  name: 'websites',
  for: Website,
  owns: [Deployment],
  async reconcile(site, ctx) {
    const { deployment } = await ctx.own({ deployment: childrenOf(site).deployment })
    const running = deployment.status?.readyReplicas ?? 0
    const isReady = running === site.spec.replicas
    await ctx.setStatus({ url: `https://${site.metadata.name}` }, { Ready: isReady ? yes('Serving') : no('Starting') })
    return isReady ? done() : again('1m')
  },
})

const admission = defineAdmission({
  for: Website,
  validate: { create: (site) => (site.spec.image === 'bad' ? [problem('spec.image', 'is not to be used')] : []) },
})

const blog = { name: 'blog', namespace: 'default' }

/** On an in-process cluster, under virtual time. */
export async function testOperator(): Promise<void> {
  await using cluster = await startCluster({ resources: [Website], webhooks: [admission] })
  await using running = await cluster.run(websites)
  await cluster.client.create(Website, { metadata: blog, spec: { image: 'nginx:1' } })
  await cluster.settle()
  await cluster.client.status.patch(Deployment, blog, { status: { replicas: 1, readyReplicas: 1 } })
  await cluster.settle()
  const { status } = await cluster.client.get(Website, blog)
  deepStrictEqual([status?.conditions?.[0]?.reason, running.reconciles], ['Serving', 2])
  const bad = { metadata: { ...blog, name: 'bad' }, spec: { image: 'bad' } }
  await rejects(cluster.client.create(Website, bad), /spec\.image: is not to be used/)
}

/** The same controllers in a manager, with everything it serves. */
export async function runOperator(): Promise<void> {
  await using cluster = await startCluster({ resources: [Website], time: 'real' })
  const manager = createManager({
    client: cluster.clientFor({ fieldManager: 'operator' }),
    coordination: alone(),
    controllers: [websites],
    health: { port: 0, host: '127.0.0.1' },
    environment: { KUBEWRIGHT_LOG_LEVEL: 'error' },
  })
  await using running = manager.start()
  await running.started
  await cluster.client.create(Website, { metadata: blog, spec: { image: 'nginx:1' } })
  await cluster.client.waitFor(Website, blog, (site) => site.status?.url !== undefined)
  const answer = await fetch(`${manager.endpoints.health}/readyz`)
  deepStrictEqual([answer.status, manager.state.phase], [200, 'acting'])
}
