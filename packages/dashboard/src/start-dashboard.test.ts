import { once } from 'node:events'
import { request as send } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Operator, ReconcileRequest } from './operator.ts'
import { type DashboardOptions, startDashboard } from './start-dashboard.ts'
import type { StreamEvent } from './stream-event.ts'

interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

async function ask(
  url: string,
  path: string,
  options: { method?: string; headers?: object; body?: string } = {},
): Promise<Told> {
  const { body, ...rest } = options
  const request = send(new URL(path, url), rest as never).end(body)
  const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode!, headers: response.headers as never, body: text }
}

const hostile = '<img src=x onerror=alert(1)>'

function fakeOperator() {
  const asked: ReconcileRequest[] = []
  const state = { isOpen: false }
  const operator: Operator = {
    topics: (name) =>
      name !== 'history'
        ? undefined
        : (publisher) => {
            state.isOpen = true
            publisher.put('__proto__', { name: hostile })
            publisher.ready()
            return { [Symbol.dispose]: () => void (state.isOpen = false) }
          },
    reconcile: async (request) => void asked.push(request),
  }
  return { operator, asked, state }
}

const start = (options: Partial<DashboardOptions>) => startDashboard({ port: 0, access: 'open', ...options })
const json = { 'content-type': 'application/json' }
const post = (body: unknown, headers: object = {}) => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

describe('the dashboard server', () => {
  it('serves the page with a strict Content-Security-Policy and a new nonce each time', async () => {
    await using dashboard = await start(fakeOperator())
    const [one, two] = [await ask(dashboard.url, '/'), await ask(dashboard.url, '/')]
    const policy = one.headers['content-security-policy']!
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []
    expect(one.body).toContain(`data-nonce="${nonce}"`)
    expect(two.body).not.toContain(nonce)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(one.body).not.toMatch(/https?:|<script>|style=/)
    expect((await ask(dashboard.url, '/dashboard.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  it.each([
    ['a path outside its directory', '/../package.json', {}, 404],
    ['an encoded path outside its directory', '/%2e%2e%2fpackage.json', {}, 404],
    ['a Host of another domain', '/api/v1/server', { headers: { host: 'evil.example' } }, 421],
    ['a write from another origin', '/api/v1/actions/reconcile', post({}, { origin: 'http://evil.example' }), 403],
    ['a write by GET', '/api/v1/actions/reconcile', {}, 405],
    ['a read by POST', '/api/v1/server', post({}), 405],
    ['another API version', '/api/v2/stream', {}, 404],
    [
      'too many topics',
      `/api/v1/stream?${Array.from({ length: 17 }, (_, at) => `topic=history:${at}`).join('&')}`,
      {},
      400,
    ],
    ['an action that is not allowed', '/api/v1/actions/pause', post({ path: 'core/v1/Pod/a/b' }), 403],
    ['an unknown action', '/api/v1/actions/__proto__', post({}), 400],
    ['a body that is not JSON', '/api/v1/actions/reconcile', post('{'), 400],
    ['a body that is not an object', '/api/v1/actions/reconcile', post([]), 400],
    ['an oversized body', '/api/v1/actions/reconcile', post(`{"a":"${'x'.repeat(3_000_000)}"}`), 400],
    ['an action with a missing field', '/api/v1/actions/reconcile', post({ controller: 'a' }), 400],
  ])('refuses %s', async (_, path, options, status) => {
    await using dashboard = await start({ ...fakeOperator(), allow: ['reconcile'] })
    expect((await ask(dashboard.url, path, options)).status).toBe(status)
  })

  it('performs an allowed action', async () => {
    const { operator, asked } = fakeOperator()
    await using dashboard = await start({ operator, allow: ['reconcile'] })
    const subject = { controller: 'websites', namespace: 'default', name: hostile }
    expect((await ask(dashboard.url, '/api/v1/actions/reconcile', post(subject))).status).toBe(200)
    expect(asked).toEqual([subject])
  })

  it('streams topics as data, and stops collecting when the viewer disconnects', async () => {
    const { operator, state } = fakeOperator()
    await using dashboard = await start({ operator })
    expect(state.isOpen).toBe(false)
    const request = send(new URL('/api/v1/stream?topic=history', dashboard.url)).end()
    const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage]
    let text = ''
    for await (const chunk of response) {
      text += String(chunk)
      if (text.includes('snapshot')) break
    }
    const events = text
      .split('\n\n')
      .flatMap((one) => (one.includes('data: ') ? [JSON.parse(one.split('data: ')[1]!) as StreamEvent] : []))
    expect(events[0]).toMatchObject({ type: 'hello', server: { version: 1, allows: [] } })
    expect(events.find(({ type }) => type === 'snapshot')).toMatchObject({
      entries: [['__proto__', { name: hostile }]],
    })
    request.destroy()
    await expect.poll(() => state.isOpen).toBe(false)
  })

  it('refuses every request without a valid token if access is authorized', async () => {
    const client = { create: async () => ({ status: { authenticated: false } }) } as never
    await using dashboard = await start({
      operator: fakeOperator().operator,
      client,
      access: 'authorized',
      allow: ['reconcile'],
    })
    const options = { headers: { authorization: 'Bearer nobody' } }
    expect((await ask(dashboard.url, '/')).status).toBe(200) // asks for the token
    expect((await ask(dashboard.url, '/api/v1/stream?topic=history')).status).toBe(401)
    expect((await ask(dashboard.url, '/api/v1/stream?topic=history', options)).status).toBe(401)
    expect((await ask(dashboard.url, '/api/v1/actions/reconcile', post({}, options.headers))).status).toBe(401)
  })

  it.each([
    [{ host: '0.0.0.0' }, /not a loopback address/],
    [{ operator: undefined }, /neither a manager nor a client/],
  ])('refuses to start with %j', async (options, message) => {
    await expect(start({ ...fakeOperator(), ...options } as never)).rejects.toThrow(message)
  })

  it('names the port if it is in use', async () => {
    await using dashboard = await start(fakeOperator())
    const port = Number(new URL(dashboard.url).port)
    await expect(start({ ...fakeOperator(), port })).rejects.toThrow(
      `Cannot serve the dashboard on 127.0.0.1:${port}: the port is in use.`,
    )
  })

  it('runs explorations and controls shards only if allowed, and only those that the program offers', async () => {
    const started: string[] = []
    const killed: string[] = []
    const offers = {
      explorations: {
        find: async () => ['a.explore.ts'],
        run: async ({ file }: { readonly file: string }) => {
          started.push(file)
          return { runs: 1, failures: [] }
        },
      },
      shards: {
        list: () => [{ shard: 'web-0', isRunning: true }],
        kill: (shard: string) => void killed.push(shard),
        start: () => undefined,
      },
    }
    const [explore, kill] = [post({ file: 'a.explore.ts' }), post({ shard: 'web-0' })]
    const path = (action: string) => `/api/v1/actions/${action}`
    const { operator } = fakeOperator()
    await using closed = await start({ operator, ...offers })
    expect((await ask(closed.url, path('explore'), explore)).status).toBe(403)
    expect((await ask(closed.url, path('kill-shard'), kill)).status).toBe(403)
    await using none = await start({ operator, allow: ['explore', 'shards'] })
    expect((await ask(none.url, path('explore'), explore)).body).toContain('offers no explorations')
    expect((await ask(none.url, path('kill-shard'), kill)).body).toContain('runs no shards of its own')
    await using open = await start({ operator, ...offers, allow: ['explore', 'shards'] })
    expect((await ask(open.url, path('explore'), post({ file: '../a.explore.ts' }))).status).toBe(400)
    expect((await ask(open.url, path('explore'), explore)).status).toBe(200)
    expect((await ask(open.url, path('kill-shard'), kill)).status).toBe(200)
    expect([started, killed]).toEqual([['a.explore.ts'], ['web-0']])
  })
})
