/** The whole demo, with real processes and real requests. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Deployment, refOf } from 'kubewright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverNameOf } from '../src/server-name.ts'
import { Theme } from '../src/theme.ts'
import { Website } from '../src/website.ts'
import { type Demo, startDemo } from './start-demo.ts'

const homepage = { name: 'homepage', namespace: 'project-foo' }
let demo: Demo

beforeAll(async () => {
  demo = await startDemo({ coordination: 'leader' })
  await demo.apply(await readFile(join(import.meta.dirname, '../samples/hosting.yaml'), 'utf8'))
}, 60_000)
afterAll(() => demo?.[Symbol.asyncDispose](), 30_000)

/** Uses a new connection each time: a kept one leads to the previous webserver. */
const load = async (url: string, init: RequestInit = {}) => {
  const response = await fetch(url, { ...init, headers: { connection: 'close' } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** Waits until the page contains the text. */
async function shows(url: string, text: string): Promise<void> {
  await expect.poll(async () => (await load(url)).text, { timeout: 20_000, interval: 100 }).toContain(text)
}

describe('a website in the demo', () => {
  it('is served at the address of its Service, in the colour of its theme', async () => {
    const url = await demo.urlOf(homepage)
    expect(url).toMatch(/^http:\/\/127\.\d+\.\d+\.\d+:8080\/project-foo\/homepage$/)
    const { status, headers, text } = await load(url)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('background-color: darkcyan;')
    expect(text).toContain(serverNameOf(await demo.client.get(Website, homepage)))
  })

  it('answers at its own paths only', async () => {
    const url = await demo.urlOf(homepage)
    const statusOf = async (path: string, init?: RequestInit) => (await load(new URL(path, url).href, init)).status
    expect(await statusOf('/')).toBe(200)
    expect(await statusOf('/project-foo/homepage/')).toBe(200)
    expect(await statusOf('/project-foo/blog')).toBe(404)
    expect(await statusOf('/nginx.conf')).toBe(404)
    expect(await statusOf('/project-foo/homepage', { method: 'DELETE' })).toBe(405)
  })

  it('changes its colour without a new address when the theme changes', async () => {
    const url = await demo.urlOf(homepage)
    await demo.client.patch(Theme, { name: 'exciting' }, { spec: { color: 'rgb(255 140 0)' } })
    await shows(url, 'background-color: rgb(255 140 0);')
    expect(await demo.urlOf(homepage)).toBe(url)
  })

  it('escapes a hostile title', async () => {
    const title = `</title><script>alert(1)</script><img src=x onerror="alert(1)">`
    const blog = { ...homepage, name: 'blog' }
    await demo.client.patch(Website, blog, { spec: { title } })
    await shows(await demo.urlOf(blog), '&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
    const { text } = await load(await demo.urlOf(blog))
    expect(text).not.toMatch(/<script|<img/)
  })

  it('is served again after its Deployment was deleted', async () => {
    const url = await demo.urlOf(homepage)
    const site = await demo.client.get(Website, homepage)
    const ref = { name: serverNameOf(site), namespace: homepage.namespace }
    const before = await demo.client.get(Deployment, ref)
    await demo.client.delete(Deployment, refOf(before), { propagationPolicy: 'Foreground' })
    await demo.client.waitFor(Deployment, ref, ({ metadata }) => metadata.uid !== before.metadata.uid)
    await demo.urlOf(homepage)
    await expect
      .poll(async () => (await load(url).catch(() => undefined))?.status, { timeout: 20_000, interval: 100 })
      .toBe(200)
  })
})
