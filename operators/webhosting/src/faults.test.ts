import { ConfigMap, Deployment, Ingress, type Resource, Service } from 'kubewright'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Hosting, homepage, startHosting } from './testing/hosting.ts'
import { Theme } from './theme.ts'
import { Website } from './website.ts'

let hosting: Hosting

beforeEach(async () => {
  hosting = await startHosting()
})
afterEach(() => hosting[Symbol.asyncDispose]())

const kinds: readonly (readonly [string, Resource])[] = [ConfigMap, Deployment, Service, Ingress].map((kind) => [
  kind.kind,
  kind,
])

describe('a website becomes ready', () => {
  it.each(kinds)(
    'although the first apply of %s fails with 500, and reports the failure as an event',
    async (_, kind) => {
      hosting.cluster.faults.failNext('apply', kind, 500)
      const { status } = await hosting.create()
      expect(status?.phase).toBe('Ready')
      expect(await hosting.events()).toEqual(['Normal Serving', 'Warning ReconcilerError'])
    },
  )

  it.each(kinds)('although the response to the first apply of %s is lost', async (_, kind) => {
    hosting.cluster.faults.dropResponse({ verb: 'apply', kind, times: 1 })
    expect((await hosting.create()).status?.phase).toBe('Ready')
  })

  it.each([409, 429, 503, 504])('although its status update fails with %i', async (status) => {
    hosting.cluster.faults.fail({ verb: 'apply', kind: Website, subresource: 'status', times: 2 }, status)
    await hosting.cluster.client.create(Website, { metadata: homepage, spec: { theme: 'exciting' } })
    await hosting.cluster.advance('10s') // longer than Retry-After
    expect((await hosting.site()).status?.phase).toBe('Ready')
  })

  it('without back-off although an apply fails after its theme was missing for long', async () => {
    const { cluster } = hosting
    await hosting.create(homepage, { theme: 'quiet' })
    await cluster.advance('5m')
    cluster.faults.failNext('apply', Deployment, 409)
    await cluster.client.create(Theme, { metadata: { name: 'quiet' }, spec: { color: 'gray', fontFamily: 'serif' } })
    await cluster.settle()
    expect((await hosting.site()).status?.phase).toBe('Ready')
  })

  it('although all watches expire while a theme changes', async () => {
    const { cluster } = hosting
    await hosting.create()
    const paused = cluster.faults.pauseWatches({})
    await cluster.client.patch(Theme, { name: 'exciting' }, { spec: { color: 'black' } })
    cluster.faults.compact()
    cluster.faults.closeWatches({}, 410)
    paused[Symbol.dispose]()
    await cluster.advance('1m')
    await cluster.settle()
    expect(await hosting.page()).toContain('background-color: black;')
    expect((await hosting.site()).status).toMatchObject({ phase: 'Ready' })
  })
})
