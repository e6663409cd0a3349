import { Deployment, Ingress, Node, Secret, Service } from '@kubewright/kubernetes'
import { leader } from '@kubewright/lease'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { managerOn, rest } from '../manager/managed.ts'
import { websiteAdmission } from './admission.ts'
import { certificates } from './certificates.ts'
import { childrenOf } from './children.ts'
import { records } from './dns.ts'
import { Domain, domains } from './domains.ts'
import { Website } from './website.ts'
import { websites } from './websites.ts'

const blog = { name: 'blog', namespace: 'default' }
const spec = { image: 'nginx:1' }

describe('Website operator', () => {
  it('makes a Website Ready once its replicas are, even when the first apply fails', async () => {
    await using cluster = await startCluster({ resources: [Website], webhooks: [websiteAdmission] })
    cluster.faults.failNext('apply', Deployment, 500)
    await using running = await cluster.run(websites)

    await cluster.client.create(Website, { metadata: blog, spec })
    await cluster.settle()
    await cluster.client.status.patch(Deployment, blog, { status: { replicas: 1, readyReplicas: 1 } })
    await cluster.settle()

    const site = await cluster.client.get(Website, blog)
    expect(site.status?.conditions).toMatchObject([{ type: 'Ready', status: 'True', reason: 'Serving' }])
    expect(running.reconciles).toBeLessThanOrEqual(4) // converges, and does not spin
  })

  it('creates an Ingress for a domain, and deletes it with the domain', async () => {
    await using cluster = await startCluster({ resources: [Website] })
    await using _ = await cluster.run(websites)
    await cluster.client.create(Website, { metadata: blog, spec: { ...spec, domain: 'blog.example.dev' } })
    await cluster.settle()
    expect(await names(cluster.client.list(Ingress))).toEqual(['blog'])
    await cluster.client.patch(Website, blog, { spec: { domain: null } })
    await cluster.settle()
    expect(await names(cluster.client.list(Ingress))).toEqual([])
    expect(await names(cluster.client.list(Service, { labels: 'app=blog' }))).toEqual(['blog'])
  })

  it('defaults the TLS secret by domain, and refuses a change of the domain', async () => {
    await using cluster = await startCluster({ resources: [Website], webhooks: [websiteAdmission] })
    const site = await cluster.client.create(Website, { metadata: blog, spec: { ...spec, domain: 'a.example.dev' } })
    expect(site.spec.tlsSecretName).toBe('blog-tls')
    await expect(cluster.client.patch(Website, blog, { spec: { domain: 'b.example.dev' } })).rejects.toThrow(
      'spec.domain: cannot change once set; create a second Website instead',
    )
  })

  it('reconciles a Website when its Secret changes, and all when a Node appears', async () => {
    await using cluster = await startCluster({ resources: [Website] })
    await using running = await cluster.run(certificates)
    await cluster.client.create(Website, { metadata: blog, spec: { ...spec, tlsSecretName: 'blog-tls' } })
    await cluster.client.create(Website, { metadata: { ...blog, name: 'shop' }, spec })
    await cluster.settle()
    await cluster.client.create(Secret, { metadata: { ...blog, name: 'blog-tls' }, stringData: { key: '1' } })
    await cluster.settle()
    await cluster.client.create(Node, { metadata: { name: 'node-1' } })
    await cluster.settle()
    const woken = (name: string) => running.history({ ...blog, name }).map(({ reasons }) => reasons[0]?.type)
    expect([woken('blog'), woken('shop')]).toEqual([
      ['watched', 'watched', 'created'],
      ['watched', 'created'],
    ])
  })

  it('deletes the DNS record before the Domain, and does not retry a Domain it cannot serve', async () => {
    records.clear()
    await using cluster = await startCluster({ resources: [Domain] })
    await using running = await cluster.run(domains)
    await cluster.client.create(Domain, { metadata: { name: 'blog' }, spec: { name: 'blog.example.dev' } })
    await cluster.client.create(Domain, { metadata: { name: 'far' }, spec: { name: 'far.example.org' } })
    await cluster.settle()
    expect([...records.values()]).toEqual(['blog.example.dev'])
    expect(running.history({ name: 'far' })[0]?.result).toMatchObject({ type: 'error', isTerminal: true })
    await cluster.client.delete(Domain, { name: 'blog' })
    await cluster.settle()
    expect([...records.values()]).toEqual([])
    expect(await names(cluster.client.list(Domain))).toEqual(['far'])
  })

  it('runs all its controllers in one process with leader election', async () => {
    await using cluster = await startCluster({ resources: [Website, Domain], webhooks: [websiteAdmission] })
    const manager = managerOn(cluster, {
      coordination: leader({ lease: 'website-operator', namespace: 'default', duration: '15s', renewWithin: '10s' }),
      controllers: [websites, certificates, domains],
      shutdownTimeout: '30s',
    })
    await using _ = manager.start()
    await cluster.client.create(Website, { metadata: blog, spec })
    await cluster.client.create(Domain, { metadata: { name: 'blog' }, spec: { name: 'blog.example.dev' } })
    await rest(cluster, manager)
    expect(manager.state).toMatchObject({ phase: 'acting', standing: { isActing: true }, missingPermissions: [] })
    expect((await cluster.client.get(Website, blog)).status?.url).toBe('https://blog')
    expect((await cluster.client.get(Domain, { name: 'blog' })).status?.recordId).toBe('record-blog.example.dev')
  })
})

it('Website children are a pure function of the Website', () => {
  const site = Website.parse({ metadata: blog, spec }) as Website
  expect(childrenOf(site)).toEqual(childrenOf(site))
  expect(childrenOf(site).ingress).toBeNull()
})

async function names(list: PromiseLike<{ readonly items: readonly { readonly metadata: { name: string } }[] }>) {
  return (await list).items.map(({ metadata }) => metadata.name)
}
