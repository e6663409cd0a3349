import { once } from 'node:events'
import { get, request as send } from 'node:http'
import { Script } from 'node:vm'
import { VirtualClock } from '@kubewright/core/testing'
import type { RingReport } from '@kubewright/sharding'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RingServer, serveRings } from './serve-rings.ts'

const clock = new VirtualClock()
const report: RingReport = {
  ring: 'maps',
  namespace: 'default',
  leader: { holder: 'web-0_1', renewedMsAgo: 10, isLate: false },
  shards: [],
  kinds: [],
  moves: [],
  problems: ['<script>alert(1)</script>'],
}

let looks = 0
let read: () => Promise<readonly RingReport[]>
let server: RingServer

beforeEach(async () => {
  looks = 0
  read = async () => [report]
  server = await serveRings({ port: 0, clock, lookEvery: '2s', read: () => (looks++, read()) })
})
afterEach(() => server[Symbol.asyncDispose]())

async function answerTo(path: string, options: object = {}) {
  const request = send(new URL(path, server.url), options).end()
  const [response] = await once(request, 'response')
  let body = ''
  for await (const chunk of response) body += chunk
  return { status: response.statusCode, headers: response.headers, body }
}

/** The looks that a page is told, one after the other. */
async function* followed(signal: AbortSignal) {
  const [response] = await once(get(new URL('rings', server.url), { signal }), 'response')
  for await (const chunk of response) yield JSON.parse(String(chunk).replace(/^data: /, ''))
}

async function follow() {
  const stop = new AbortController()
  const events = followed(stop.signal)
  return { next: async () => (await events.next()).value, stop: () => stop.abort() }
}

describe('the page of the rings', () => {
  it('needs nothing from elsewhere, and lets nothing else in', async () => {
    const [one, two] = [await answerTo('/'), await answerTo('/')]
    const policy = String(one.headers['content-security-policy'])
    const nonce = /'nonce-([^']+)'/.exec(policy)![1]!
    expect(policy).toContain("default-src 'none'")
    expect(one.body.split(`nonce="${nonce}"`)).toHaveLength(3)
    expect(one.body).not.toMatch(/(src|href)="/)
    expect(two.body).not.toContain(nonce)
  })

  it('runs a script without mistakes of grammar', async () => {
    const { body } = await answerTo('/')
    const script = /<script [^>]*>([^]*)<\/script>/.exec(body)![1]!
    expect(() => new Script(script)).not.toThrow()
  })

  it.each([
    ['another page', '/other', {}, 404],
    ['something that writes', '/', { method: 'POST' }, 405],
    ['a name that was made to point here', '/rings', { headers: { host: 'evil.example' } }, 421],
  ])('refuses %s', async (_, path, options, status) => {
    expect((await answerTo(path, options)).status).toBe(status)
    expect(looks).toBe(0)
  })
})

describe('an open page', () => {
  it('is told at once, and again every two seconds', async () => {
    const page = await follow()
    expect(await page.next()).toMatchObject({ rings: [{ ring: 'maps', moving: 0, problems: report.problems }] })
    await clock.advance('2s')
    expect(await page.next()).toMatchObject({ at: clock.now() })
    page.stop()
  })

  it('shares its looks with the others, who hear the last one at once', async () => {
    const [one, two] = [await follow(), await follow()]
    await one.next()
    await two.next()
    expect(looks).toBe(1)
    one.stop()
    two.stop()
  })

  it('is told of moves that are too many to show how many there are', async () => {
    const move = { kind: 'ConfigMap', name: 'a', key: 'k', actor: '', target: 'x', isDraining: false, next: 'assign' }
    read = async () => [{ ...report, moves: Array.from({ length: 1_000 }, () => move as never) }]
    const page = await follow()
    const { rings } = await page.next()
    expect([rings[0].moving, rings[0].moves.length]).toEqual([1_000, 50])
    page.stop()
  })

  it('hears why a look failed, and sees the next one', async () => {
    read = async () => {
      throw new Error('the server is away')
    }
    const page = await follow()
    expect(await page.next()).toMatchObject({ problem: 'the server is away' })
    read = async () => [report]
    await clock.advance('2s')
    expect(await page.next()).toHaveProperty('rings')
    page.stop()
  })
})

describe('a port that is taken', () => {
  it('is named', async () => {
    const port = Number(new URL(server.url).port)
    await expect(serveRings({ port, clock, lookEvery: '2s', read })).rejects.toThrow(
      `Cannot serve the page of the shards on 127.0.0.1:${port}: something else listens there already. Choose another port with --port, or 0 for any that is free.`,
    )
  })
})
