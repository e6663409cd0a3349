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

/** What the operator says of its children, without what the server keeps for itself. */
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

describe('what belongs to a website', () => {
  it.each(childKinds.map((kind) => [kind.kind, kind as Resource] as const))(
    'is made again when it is deleted: %s',
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
    ['a page somebody else wrote', ConfigMap, { data: { 'index.html': '<script>steal()</script>' } }],
    ['a second webserver', Deployment, { spec: { replicas: 5 } }],
    ['another image', Deployment, { spec: { template: { spec: { containers: [{ name: 'nginx', image: 'evil' }] } } } }],
    ['another port', Service, { spec: { ports: [{ port: 8080, targetPort: 22, name: 'http' }] } }],
    ['another way in', Ingress, { spec: { rules: [{ host: 'elsewhere.example.dev' }] } }],
    ['a label that was taken away', Service, { metadata: { labels: { website: null } } }],
  ]
  it.each(edits)('is set right when somebody changes it: %s', async (_, kind, patch) => {
    const before = await wished()
    const ref = refOf((await hosting.children()).service)
    await hosting.cluster.client.patch(kind, ref, patch as never)
    await hosting.cluster.settle()
    expect(await wished()).toEqual(before)
  })

  it('is left alone once somebody has taken it away from the website, and the website says so', async () => {
    const { deployment } = await hosting.children()
    await hosting.cluster.client.patch(Deployment, refOf(deployment), { metadata: { ownerReferences: null } })
    await hosting.cluster.settle()
    expect((await hosting.site()).status).toMatchObject({
      phase: 'Error',
      conditions: [{ reason: 'ReconcilerError', message: expect.stringContaining('the object exists, and') }],
    })
    expect(await hosting.events()).toEqual(['Normal Serving', 'Warning ReconcilerError'])
  })

  it('may be named like something that is there already, which is not overwritten', async () => {
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

  it('is left as it is by an operator that starts anew', async () => {
    await hosting.operator[Symbol.asyncDispose]()
    await using again = await hosting.cluster.run(websites())
    await hosting.cluster.settle()
    expect(again.history(homepage).map(({ writes, result }) => [writes.sent, result.type])).toEqual([[0, 'success']])
  })

  it('is caught up with by an operator that was away', async () => {
    const before = await wished()
    const { service } = await hosting.children()
    await hosting.operator[Symbol.asyncDispose]()
    for (const kind of childKinds) await hosting.cluster.client.delete(kind, refOf(service))
    await using _ = await hosting.cluster.run(websites())
    await hosting.cluster.settle()
    expect(await wished()).toEqual(before)
  })
})
