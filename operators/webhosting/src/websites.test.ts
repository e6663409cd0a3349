import { Deployment, ignoreNotFound, refOf } from 'kubewright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checksumAnnotation, reconcileAnnotation, skipWorkloadLabel } from './names.ts'
import { serverNameOf } from './server-name.ts'
import { childKinds, type Hosting, homepage, startHosting } from './testing/hosting.ts'
import { Theme } from './theme.ts'
import { Website } from './website.ts'

let hosting: Hosting

beforeEach(async () => {
  hosting = await startHosting()
})
afterEach(() => hosting[Symbol.asyncDispose]())

const writesOf = () => hosting.operator.history().reduce((sum, { writes }) => sum + writes.sent, 0)

describe('a website', () => {
  it('gets a ConfigMap, a Deployment, a Service and an Ingress, named after it and owned by it', async () => {
    const site = await hosting.create(homepage, { theme: 'exciting' }, { team: 'blue' })
    const { configMap, deployment, service, ingress } = await hosting.children()
    const selector = { app: 'website', website: 'homepage', server: serverNameOf(site) }
    for (const { metadata } of [configMap, deployment, service, ingress]) {
      expect(metadata.name).toMatch(/^homepage-[0-9a-f]{6}$/)
      expect(metadata.labels).toEqual({
        team: 'blue',
        ...selector,
        'app.kubernetes.io/managed-by': 'webhosting-operator',
      })
      expect(metadata.ownerReferences).toMatchObject([{ kind: 'Website', uid: site.metadata.uid, controller: true }])
    }
    expect(Object.keys(configMap.data!)).toEqual(['index.html', 'nginx.conf'])
    expect(deployment.spec).toMatchObject({ replicas: 1, revisionHistoryLimit: 2, selector: { matchLabels: selector } })
    expect(service.spec).toMatchObject({ type: 'ClusterIP', selector, ports: [{ port: 8080, targetPort: 'http' }] })
    expect(ingress.spec?.rules).toMatchObject([
      {
        http: {
          paths: [
            {
              path: '/default/homepage',
              pathType: 'Prefix',
              backend: { service: { name: service.metadata.name, port: { name: 'http' } } },
            },
          ],
        },
      },
    ])
  })

  it('is Ready once its webserver is, with transition time and observed generation', async () => {
    const { status, metadata } = await hosting.create()
    expect(status).toEqual({
      phase: 'Ready',
      observedGeneration: metadata.generation,
      lastTransitionTime: expect.stringMatching(/^2026-01-01T/),
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Serving',
          message: 'its webserver shows it as it should be',
          observedGeneration: 1,
          lastTransitionTime: expect.any(String),
        },
      ],
    })
    expect(await hosting.events()).toEqual(['Normal Serving'])
  })

  it('is Pending while its webserver cannot start', async () => {
    hosting = await restarted(hosting, { simulation: { pods: { behaviour: () => 'image-missing' } } })
    const { status } = await hosting.create()
    expect(status).toMatchObject({
      phase: 'Pending',
      conditions: [{ status: 'False', reason: 'ServerUnavailable', message: expect.stringContaining('availability') }],
    })
  })

  it('is not written again once ready, however often it is reconciled', async () => {
    await hosting.create()
    const before = writesOf()
    hosting.operator.manager.trigger('websites', homepage)
    await hosting.cluster.settle()
    await hosting.cluster.advance('5m')
    expect(writesOf()).toBe(before)
    expect(hosting.operator.reconciles).toBeLessThanOrEqual(8)
  })

  it('is reconciled without a write when an annotation changes', async () => {
    await hosting.create()
    const [reconciles, writes] = [hosting.operator.reconciles, writesOf()]
    const annotations = { [reconcileAnnotation]: '2026-01-01T00:00:00Z' }
    await hosting.cluster.client.patch(Website, homepage, { metadata: { annotations } })
    await hosting.cluster.settle()
    expect([hosting.operator.reconciles, writesOf()]).toEqual([reconciles + 1, writes])
  })

  it('updates its title and escapes it', async () => {
    await hosting.create()
    const title = '<script>alert("1")</script> & co'
    await hosting.cluster.client.patch(Website, homepage, { spec: { title } })
    await hosting.cluster.settle()
    const page = await hosting.page()
    expect(page).toContain('<h1>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; co</h1>')
    expect(page).not.toContain('<script')
    expect((await hosting.site()).status).toMatchObject({ phase: 'Ready', observedGeneration: 2 })
  })

  it('has no replicas and a fake Ingress class while it has the load-test label', async () => {
    await hosting.create(homepage, { theme: 'exciting' }, { [skipWorkloadLabel]: '' })
    expect((await hosting.site()).status?.phase).toBe('Ready')
    const skipped = await hosting.children()
    expect([skipped.deployment.spec?.replicas, skipped.ingress.spec?.ingressClassName]).toEqual([0, 'fake'])
    expect(await hosting.events()).toEqual([])
    await hosting.cluster.client.patch(Website, homepage, { metadata: { labels: { [skipWorkloadLabel]: null } } })
    await hosting.cluster.settle()
    const served = await hosting.children()
    expect([served.deployment.spec?.replicas, served.ingress.spec?.ingressClassName]).toEqual([1, undefined])
    expect(served.deployment.metadata.labels).not.toHaveProperty(skipWorkloadLabel)
  })

  it('takes all its children with it when it is deleted', async () => {
    const site = await hosting.create()
    const { service } = await hosting.children()
    await hosting.cluster.client.delete(Website, homepage)
    await hosting.cluster.assertGone(Website, refOf(site))
    const left = childKinds.map((kind) => hosting.cluster.client.get(kind, refOf(service)).catch(ignoreNotFound))
    expect(await Promise.all(left)).toEqual(childKinds.map(() => undefined))
  })

  it('is Terminating during foreground deletion until its children are deleted', async () => {
    await hosting.create()
    const { client } = hosting.cluster
    const { deployment } = await hosting.children()
    await client.patch(Deployment, refOf(deployment), { metadata: { finalizers: ['example.dev/hold'] } })
    await client.delete(Website, homepage, { propagationPolicy: 'Foreground' })
    await hosting.cluster.settle()
    expect((await hosting.site()).status).toMatchObject({
      phase: 'Terminating',
      conditions: [{ status: 'False', reason: 'Terminating' }],
    })
    await client.patch(Deployment, refOf(deployment), { metadata: { finalizers: null } })
    await hosting.cluster.assertGone(Website, homepage)
  })
})

describe('a theme', () => {
  it('is rolled out to the websites that use it, and to no others, when it changes', async () => {
    const [blog, shop] = ['blog', 'shop'].map((name) => ({ name, namespace: 'default' }))
    await hosting.create(homepage)
    await hosting.create(blog)
    await hosting.create(shop, { theme: 'lovely' })
    const before = await hosting.children()
    const untouched = hosting.operator.history(shop).length
    await hosting.cluster.client.patch(Theme, { name: 'exciting' }, { spec: { color: 'hsl(200 50% 40%)' } })
    await hosting.cluster.settle()
    for (const ref of [homepage, blog]) {
      expect(await hosting.page(ref)).toContain('background-color: hsl(200 50% 40%);')
      expect((await hosting.site(ref)).status?.phase).toBe('Ready')
    }
    expect(hosting.operator.history(shop)).toHaveLength(untouched)
    const after = await hosting.children()
    const checksum = ({ deployment }: typeof after) =>
      deployment.spec?.template.metadata?.annotations?.[checksumAnnotation]
    expect(checksum(after)).not.toBe(checksum(before))
    expect(after.deployment.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2')
  })

  it('is replaced when a website names another one', async () => {
    await hosting.create()
    await hosting.cluster.client.patch(Website, homepage, { spec: { theme: 'lovely' } })
    await hosting.cluster.settle()
    expect(await hosting.page()).toContain('background-color: #ffc0cb;')
  })

  it('is reported as an error of the website while it is missing', async () => {
    await hosting.create(homepage, { theme: 'quiet' })
    expect((await hosting.site()).status).toMatchObject({
      phase: 'Error',
      observedGeneration: 1,
      conditions: [
        {
          status: 'False',
          reason: 'ThemeNotFound',
          message: 'there is no Theme quiet; create it, or set another in spec.theme',
        },
      ],
    })
    expect(await hosting.events()).toEqual(['Warning ThemeNotFound'])
    const { reconciles } = hosting.operator
    await hosting.cluster.advance('5m')
    expect(hosting.operator.reconciles).toBe(reconciles)
    await hosting.cluster.client.create(Theme, {
      metadata: { name: 'quiet' },
      spec: { color: 'gray', fontFamily: 'serif' },
    })
    await hosting.cluster.settle()
    expect((await hosting.site()).status).toMatchObject({ phase: 'Ready' })
  })

  it('leaves its websites unchanged, with an error, when it is deleted', async () => {
    await hosting.create()
    await hosting.cluster.client.delete(Theme, { name: 'exciting' })
    await hosting.cluster.settle()
    expect((await hosting.site()).status).toMatchObject({ phase: 'Error', conditions: [{ reason: 'ThemeNotFound' }] })
    expect(await hosting.page()).toContain('darkcyan')
    expect((await hosting.children()).deployment.status?.readyReplicas).toBe(1)
  })

  it('is requested once in the status if the website names none', async () => {
    await hosting.create(homepage, {})
    expect((await hosting.site()).status).toMatchObject({
      phase: 'Error',
      conditions: [{ reason: 'ThemeUnspecified' }],
    })
    expect(await hosting.events()).toEqual(['Warning ThemeUnspecified'])
    const { reconciles } = hosting.operator
    await hosting.cluster.advance('5m')
    expect(hosting.operator.reconciles).toBe(reconciles)
    await hosting.cluster.client.patch(Website, homepage, { spec: { theme: 'exciting' } })
    await hosting.cluster.settle()
    expect((await hosting.site()).status?.phase).toBe('Ready')
  })
})

async function restarted(before: Hosting, options: Parameters<typeof startHosting>[0]): Promise<Hosting> {
  await before[Symbol.asyncDispose]()
  return startHosting(options)
}
