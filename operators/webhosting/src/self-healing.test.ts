import { ConfigMap, Deployment, Ingress, refOf, type Resource, Service } from 'kubewright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serverNameOf } from './server-name.ts'
import { childKinds, type Hosting, homepage, startHosting } from './testing/hosting.ts'
import { Website } from './website.ts'
import { websites } from './websites.ts'

let hosting: Hosting

beforeEach(async () => {
  hosting = await startHosting()
  await hosting.create()
})
afterEach(() => hosting[Symbol.asyncDispose]())

/** The fields of the children that the operator owns. */
async function wished() {
  const { configMap, deployment, service, ingress } = await hosting.children()
  return {
    data: configMap.data,
    replicas: deployment.spec?.replicas,
    containers: deployment.spec?.template.spec?.containers,
    ports: service.spec?.ports,
    rules: ingress.spec?.rules,
    labels: [configMap, deployment, service, ingress].map(({ metadata }) => metadata.labels),
    owners: [configMap, deployment, service, ingress].map(({ metadata }) => metadata.ownerReferences?.[0]?.uid),
  }
}

describe('the children of a website', () => {
  it.each(childKinds.map((kind) => [kind.kind, kind as Resource] as const))(
    'are recreated when deleted: %s',
    async (_, kind) => {
      const before = await wished()
      const { service } = await hosting.children()
      await hosting.cluster.client.delete(kind, refOf(service))
      await hosting.cluster.settle()
      expect(await wished()).toEqual(before)
      expect((await hosting.site()).status?.phase).toBe('Ready')
    },
  )

  const edits: readonly (readonly [string, Resource, object])[] = [
    ['the page in the ConfigMap', ConfigMap, { data: { 'index.html': '<script>steal()</script>' } }],
    ['replicas of the Deployment', Deployment, { spec: { replicas: 5 } }],
    [
      'the image of the Deployment',
      Deployment,
      { spec: { template: { spec: { containers: [{ name: 'nginx', image: 'evil' }] } } } },
    ],
    ['the port of the Service', Service, { spec: { ports: [{ port: 8080, targetPort: 22, name: 'http' }] } }],
    ['the host of the Ingress', Ingress, { spec: { rules: [{ host: 'elsewhere.example.dev' }] } }],
    ['a removed label', Service, { metadata: { labels: { website: null } } }],
  ]
  it.each(edits)('are reverted when changed: %s', async (_, kind, patch) => {
    const before = await wished()
    const ref = refOf((await hosting.children()).service)
    await hosting.cluster.client.patch(kind, ref, patch as never)
    await hosting.cluster.settle()
    expect(await wished()).toEqual(before)
  })

  it('are left alone after their owner reference was removed, and the website reports it', async () => {
    const { deployment } = await hosting.children()
    await hosting.cluster.client.patch(Deployment, refOf(deployment), { metadata: { ownerReferences: null } })
    await hosting.cluster.settle()
    expect((await hosting.site()).status).toMatchObject({
      phase: 'Error',
      conditions: [{ reason: 'ReconcilerError', message: expect.stringContaining('the object exists, and') }],
    })
    expect(await hosting.events()).toEqual(['Normal Serving', 'Warning ReconcilerError'])
  })

  it('do not overwrite an existing object of the same name', async () => {
    const shop = { name: 'shop', namespace: 'default' }
    await hosting.operator[Symbol.asyncDispose]()
    const { client } = hosting.cluster
    const site = await client.create(Website, { metadata: shop, spec: { theme: 'exciting' } })
    const taken = { name: serverNameOf(site), namespace: 'default' }
    await client.create(ConfigMap, { metadata: taken, data: { mine: 'yes' } })
    await using _ = await hosting.cluster.run(websites())
    await hosting.cluster.settle()
    expect((await client.get(ConfigMap, taken)).data).toEqual({ mine: 'yes' })
    expect((await hosting.site(shop)).status?.phase).toBe('Error')
    await client.delete(ConfigMap, taken)
    await hosting.cluster.advance('20m')
    await hosting.cluster.settle()
    expect((await hosting.site(shop)).status?.phase).toBe('Ready')
  })

  it('are not written by an operator that restarts', async () => {
    await hosting.operator[Symbol.asyncDispose]()
    await using again = await hosting.cluster.run(websites())
    await hosting.cluster.settle()
    expect(again.history(homepage).map(({ writes, result }) => [writes.sent, result.type])).toEqual([[0, 'success']])
  })

  it('are recreated by an operator that was down when they were deleted', async () => {
    const before = await wished()
    const { service } = await hosting.children()
    await hosting.operator[Symbol.asyncDispose]()
    for (const kind of childKinds) await hosting.cluster.client.delete(kind, refOf(service))
    await using _ = await hosting.cluster.run(websites())
    await hosting.cluster.settle()
    expect(await wished()).toEqual(before)
  })
})
