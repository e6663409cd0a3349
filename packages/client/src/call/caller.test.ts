import { type Random, randomInt, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../client.ts'
import { createClient } from '../create-client.ts'
import { blogRef, Pod, Website, website } from '../testing/kinds.ts'
import { connectionLost, failure, unreachable } from '../scripted/scripted-answer.ts'
import { type Route, ScriptedServer } from '../scripted/scripted-server.ts'

const atMost: Random = { next: () => 1 }

/** Answers with each step in turn, then with a website. A step is an error to throw, or a status to answer with. */
function failing(...steps: readonly (Error | number | Route)[]): Route {
  return (request, count) => {
    const step = steps[count - 1]
    if (step instanceof Error) throw step
    if (typeof step === 'function') return step(request, count)
    if (step !== undefined) return failure(step, 'Because', 'it was so')
    return { body: website() }
  }
}

function setup(route: Route, options: ClientOptions = {}) {
  const clock = new VirtualClock()
  const server = new ScriptedServer({ '*': route })
  const client = createClient(server, { clock, random: atMost, fieldManager: 'test', ...options })
  return { clock, server, client }
}

/** Lets virtual time pass until `work` has settled. */
async function settled<Value>(clock: VirtualClock, work: PromiseLike<Value>): Promise<Value> {
  const done = Promise.resolve(work)
  done.catch(() => {})
  await clock.advance('5m')
  return done
}

describe('a client call that fails', () => {
  it('is retried with exponential back-off', async () => {
    const times: number[] = []
    const { clock, client, server } = setup((request, count) => {
      times.push(clock.elapsed())
      return failing(connectionLost(), unreachable(), 503, 429)(request, count)
    })
    expect(await settled(clock, client.get(Website, blogRef))).toEqual(website())
    expect(times).toEqual([0, 200, 600, 1_400, 3_000])
    expect(server.requests).toHaveLength(5)
    expect(clock.pending).toEqual([])
  })

  it('fails after the last retry with the number of attempts in the message', async () => {
    const { clock, client, server } = setup(failing(503, 503, 503, 503, 503))
    await expect(settled(clock, client.get(Website, blogRef))).rejects.toThrow('(after 5 attempts)')
    expect(server.requests).toHaveLength(5)
  })

  it('warns that a write whose connection was lost may have been executed', async () => {
    const lost = () => setup(failing(...Array.from({ length: 5 }, connectionLost)))
    const advice = 'The request may have been executed: read the object before you repeat it.'
    const write = lost()
    const created = write.client.create(Website, { metadata: blogRef, spec: { image: 'x' } })
    await expect(settled(write.clock, created)).rejects.toMatchObject({
      code: 'KW_CLIENT_CONNECTION_LOST',
      message: expect.stringContaining(advice),
    })
    for (const read of ['get', 'request'] as const) {
      const { client, clock } = lost()
      const call = read === 'get' ? client.get(Website, blogRef) : client.request({ path: '/version' })
      await expect(settled(clock, call as Promise<unknown>)).rejects.toMatchObject({
        code: 'KW_CLIENT_CONNECTION_LOST',
        message: expect.not.stringContaining(advice),
      })
    }
  })

  it('is retried as often as the retry option allows', async () => {
    const { clock, client, server } = setup(failing(503, 503, 503), { retry: { attempts: 2 } })
    await expect(settled(clock, client.get(Website, blogRef))).rejects.toMatchObject({ code: 'KW_CLIENT_UNAVAILABLE' })
    expect(server.requests).toHaveLength(2)
  })

  it("reports a lost connection as an ApiError with the transport's code", async () => {
    const { clock, client } = setup(failing(connectionLost()), { retry: false })
    await expect(settled(clock, client.get(Website, blogRef))).rejects.toMatchObject({
      name: 'ApiError',
      code: 'KW_CLIENT_CONNECTION_LOST',
      message:
        'Cannot get websites.web.example.dev default/blog: cannot read the response of scripted.test:6443: the connection was closed.',
      objectName: 'blog',
    })
  })

  it('waits for the Retry-After of the server', async () => {
    const times: number[] = []
    const { clock, client } = setup((request, count) => {
      times.push(clock.elapsed())
      if (count === 1) return { status: 429, headers: { 'retry-after': '7' }, body: 'later' }
      if (count === 2)
        return { status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, body: 'later' }
      return failing()(request, count)
    })
    await settled(clock, client.get(Website, blogRef))
    expect(times[1]).toBeCloseTo(7_700)
    expect(times[2]).toBeGreaterThanOrEqual(20_000)
  })

  it("fails at once if Retry-After exceeds the call's timeout", async () => {
    const { clock, client, server } = setup(() => ({ status: 429, headers: { 'retry-after': '20' }, body: 'later' }))
    await expect(settled(clock, client.get(Website, blogRef, { timeout: '10s' }))).rejects.toMatchObject({
      code: 'KW_CLIENT_TOO_MANY_REQUESTS',
      retryAfterMs: 20_000,
    })
    expect(server.requests).toHaveLength(1)
    expect(clock.pending).toEqual([])
  })

  const blog = website()
  const verbs = [
    { name: 'get', once: [], call: (client: ReturnType<typeof setup>['client']) => client.get(Website, blogRef) },
    { name: 'list', once: [], call: (client) => client.list(Website) },
    {
      name: 'create',
      once: [connectionLost(), 502, 504, 500],
      call: (client) => client.create(Website, { metadata: blogRef, spec: blog.spec }),
    },
    { name: 'update', once: [500], call: (client) => client.update(Website, blog) },
    { name: 'merge patch', once: [500], call: (client) => client.patch(Website, blogRef, { spec: { replicas: 2 } }) },
    {
      name: 'JSON patch',
      once: [connectionLost(), 502, 504, 500],
      call: (client) => client.patch(Website, blogRef, [{ op: 'add', path: '/spec/tags/-', value: 'x' }]),
    },
    {
      name: 'JSON patch with a resourceVersion test',
      once: [500],
      call: (client) => client.patch(Website, blogRef, [{ op: 'test', path: '/metadata/resourceVersion', value: '5' }]),
    },
    { name: 'apply', once: [500], call: (client) => client.apply(Website, { metadata: blogRef, spec: blog.spec }) },
    { name: 'delete', once: [500], call: (client) => client.delete(Website, blogRef) },
    {
      name: 'deleteCollection',
      once: [500],
      call: (client) => client.deleteCollection(Website, { namespace: 'default', all: true }),
    },
    {
      name: 'eviction',
      once: [connectionLost(), 429, 500, 502, 504],
      call: (client) => client.subresource(Pod, 'eviction').create(blogRef, { metadata: blogRef }),
    },
    { name: 'raw GET', once: [], call: (client) => client.request({ path: '/version' }) },
    {
      name: 'raw POST',
      once: [connectionLost(), 502, 504, 500],
      call: (client) => client.request({ path: '/x', method: 'POST', body: '{}' }),
    },
  ] satisfies {
    name: string
    once: (Error | number)[]
    call: (client: ReturnType<typeof setup>['client']) => PromiseLike<unknown>
  }[]
  const steps = [unreachable(), connectionLost(), 429, 500, 502, 504]

  it.each(verbs)('is retried only after failures that make a retry safe: $name', async ({ once, call }) => {
    const labels = (list: readonly (Error | number)[]) => new Set(list.map(String))
    const sentOnce: (Error | number)[] = []
    for (const step of steps) {
      const { clock, client, server } = setup(failing(step))
      await settled(
        clock,
        Promise.resolve(call(client)).catch(() => {}),
      )
      if (server.requests.length === 1) sentOnce.push(step)
    }
    expect(labels(sentOnce)).toEqual(labels(once))
  })

  it('treats 404 as success for a delete whose first attempt may have been executed', async () => {
    const gone = () => failure(404, 'NotFound', 'x', { name: 'blog', kind: 'websites' })
    const lost = setup(failing(connectionLost(), gone))
    expect(await settled(lost.clock, lost.client.delete(Website, blogRef))).toBeUndefined()

    // A request that never arrived cannot have deleted anything.
    const never = setup(failing(unreachable(), gone))
    await expect(settled(never.clock, never.client.delete(Website, blogRef))).rejects.toMatchObject({
      code: 'KW_CLIENT_NOT_FOUND',
    })
  })
})

describe('the timeout of a client call', () => {
  const silence: Route = () => new Promise(() => {})

  it('fails it with KW_CLIENT_TIMEOUT', async () => {
    const { clock, client } = setup(silence)
    const call = client.get(Website, blogRef)
    call.catch(() => {})
    await clock.advance('29s')
    expect(clock.pending).toHaveLength(1)
    await clock.advance('1s')
    await expect(call).rejects.toMatchObject({
      code: 'KW_CLIENT_TIMEOUT',
      message:
        'Cannot get websites.web.example.dev default/blog: no response arrived within 30s. Retry, or pass a longer `timeout`.',
    })
    expect(clock.pending).toEqual([])
  })

  it('warns of possible execution only for writes', async () => {
    const { clock, client } = setup(silence)
    const written = client.create(Website, { metadata: blogRef, spec: { image: 'x' } })
    await expect(settled(clock, written)).rejects.toThrow(
      'no response arrived within 30s. The request may have been executed: read the object before you repeat it. Or pass a longer `timeout`.',
    )
    const watch = client.watch(Website)[Symbol.asyncIterator]().next()
    await expect(settled(clock, watch)).rejects.toThrow(/within 30s\. Retry, or pass a longer `timeout`\.$/)
  })

  it('spans all attempts', async () => {
    const { clock, client, server } = setup(
      async (request, count) => (count < 3 ? { status: 503, body: '' } : silence(request, count)),
      { timeout: '2s' },
    )
    await expect(settled(clock, client.get(Website, blogRef))).rejects.toMatchObject({ code: 'KW_CLIENT_TIMEOUT' })
    expect(server.requests).toHaveLength(3)
  })

  it('includes the wait for the in-flight limit', async () => {
    const { clock, client } = setup(silence, { maxInFlight: 1 })
    const calls = [client.get(Website, blogRef, { timeout: '1h' }), client.get(Website, blogRef, { timeout: '1s' })]
    for (const call of calls) call.catch(() => {})
    await clock.advance('1s')
    await expect(calls[1]).rejects.toMatchObject({ code: 'KW_CLIENT_TIMEOUT' })
    await client[Symbol.asyncDispose]()
    await expect(calls[0]).rejects.toMatchObject({ code: 'KW_CLIENT_CLOSED' })
    expect(clock.pending).toEqual([])
  })

  it('yields to an abort signal, during a request and during back-off', async () => {
    for (const route of [silence, failing(503)]) {
      const { clock, client } = setup(route)
      const controller = new AbortController()
      const call = client.get(Website, blogRef, { signal: controller.signal })
      call.catch(() => {})
      await clock.advance('100ms')
      controller.abort(new Error('enough'))
      await expect(call).rejects.toThrow('enough')
      expect(clock.pending).toEqual([])
    }
  })

  it('is not started, nor a request sent, with an already aborted signal', async () => {
    const { client, server } = setup(failing())
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(client.get(Website, blogRef, { signal })).rejects.toThrow('too late')
    expect(server.requests).toEqual([])
  })
})

describe('a disposed client', () => {
  it('rejects new calls and does not dispose a transport it did not create', async () => {
    const { client, server } = setup(failing())
    await client[Symbol.asyncDispose]()
    await expect(client.get(Website, blogRef)).rejects.toMatchObject({
      code: 'KW_CLIENT_CLOSED',
      message:
        'Cannot get websites.web.example.dev default/blog: the client has been closed. Dispose the client after everything that uses it.',
    })
    expect(server.isDisposed).toBe(false)
  })
})

describe('many concurrent client calls', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'all settle within the in-flight limit and leave no timer behind, under random failures (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const maxInFlight = 1 + randomInt(random, 5)
      const { clock, client, server } = setup(
        async () => {
          const luck = randomInt(random, 10)
          if (luck < 2) throw connectionLost()
          if (luck < 3) throw unreachable()
          if (luck < 5) return { status: luck === 3 ? 503 : 429, headers: { 'retry-after': '1' }, body: '' }
          await new Promise<void>((resolve) => clock.schedule(randomInt(random, 500), resolve))
          return { body: website() }
        },
        { maxInFlight, random, timeout: '20s' },
      )
      const outcomes = Array.from({ length: 60 }, async (_, index) => {
        const controller = new AbortController()
        using _timer = clock.schedule(index % 7 === 0 ? randomInt(random, 1_000) : 1_000_000, () =>
          controller.abort(new Error('changed my mind')),
        )
        try {
          await client.get(Website, blogRef, { signal: controller.signal })
          return 'answered'
        } catch (error) {
          return error instanceof Error ? ('code' in error && String(error.code)) || error.message : 'unknown'
        }
      })
      const all = Promise.all(outcomes)
      await clock.advance('10m')
      const kinds = new Set(await all)
      const expected = [
        'answered',
        'changed my mind',
        'KW_CLIENT_UNAVAILABLE',
        'KW_CLIENT_TOO_MANY_REQUESTS',
        'KW_CLIENT_CONNECTION_LOST',
        'KW_CLIENT_UNREACHABLE',
        'KW_CLIENT_TIMEOUT',
      ]
      expect([...kinds].filter((kind) => !expected.includes(kind))).toEqual([])
      expect(server.mostInFlight).toBeLessThanOrEqual(maxInFlight)
      expect(server.inFlight).toBe(0)
      expect(clock.pending).toEqual([])
    },
  )

  it('are spaced out by a rate limit', async () => {
    const times: number[] = []
    const { clock, client } = setup(
      () => {
        times.push(clock.elapsed())
        return { body: website() }
      },
      { rateLimit: { perSecond: 5, burst: 2 } },
    )
    const calls = Promise.all(Array.from({ length: 5 }, () => client.get(Website, blogRef)))
    await clock.advance('10s')
    await calls
    expect(times).toEqual([0, 0, 200, 400, 600])
  })
})
