import { randomInt, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ClientOptions } from '../client.ts'
import { createClient } from '../create-client.ts'
import { Website, website } from '../testing/kinds.ts'
import { connectionLost, failure, type ScriptedAnswer } from '../scripted/scripted-answer.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'
import { ScriptedStream } from '../scripted/scripted-stream.ts'
import type { WatchOptions } from '../verb/options.ts'

function watching(answer: ScriptedAnswer, options: ClientOptions = {}) {
  const clock = new VirtualClock()
  const server = new ScriptedServer({ '*': () => answer })
  return { clock, server, client: createClient(server, { clock, random: seededRandom(1), ...options }) }
}

async function namesIn(answer: ScriptedAnswer, options?: WatchOptions): Promise<string[]> {
  const { client } = watching(answer)
  const names: string[] = []
  for await (const event of client.watch(Website, options)) {
    names.push(event.type === 'BOOKMARK' ? `until ${event.resourceVersion}` : `${event.type} ${event.name}`)
  }
  return names
}

const line = (type: string, object: object) => `${JSON.stringify({ type, object })}\n`

describe('client.watch', () => {
  it('yields events until the server ends the stream', async () => {
    const stream = [
      line('ADDED', website('a')),
      line('BOOKMARK', { metadata: { resourceVersion: '7' } }),
      line('DELETED', website('a', '8')),
    ]
    expect(await namesIn({ stream })).toEqual(['ADDED a', 'until 7', 'DELETED a'])
  })

  it('yields the same events regardless of chunk boundaries', async () => {
    const objects = Array.from({ length: 20 }, (_, index) =>
      website(`site-${index}`, String(index), { spec: { image: '😀é\u2028'.repeat(index), replicas: index } }),
    )
    const bytes = Buffer.from(objects.map((object) => line('MODIFIED', object)).join(''))
    for (let seed = 0; seed < 40; seed++) {
      const random = seededRandom(seed)
      const stream: Uint8Array[] = []
      for (let at = 0; at < bytes.length; ) {
        const size = 1 + randomInt(random, 2 ** (seed % 12))
        stream.push(new Uint8Array(bytes.subarray(at, at + size)))
        at += size
      }
      const seen: Website[] = []
      for await (const event of watching({ stream }).client.watch(Website)) {
        if (event.type !== 'BOOKMARK') seen.push(event.object)
      }
      expect(seen, `seed ${seed}`).toEqual(objects)
    }
  })

  it('requests bookmarks and a randomized timeoutSeconds', async () => {
    const { client, server } = watching({ stream: [] })
    const options = {
      namespace: 'default',
      resourceVersion: '42',
      labels: { app: 'a' },
      fields: { 'metadata.name': 'b' },
    }
    for await (const _ of client.watch(Website, options));
    const [request] = server.requests
    const { timeoutSeconds, ...query } = request!.query
    expect(request!.path).toBe('/apis/web.example.dev/v1alpha1/namespaces/default/websites')
    expect(query).toEqual({
      watch: 'true',
      allowWatchBookmarks: 'true',
      labelSelector: 'app=a',
      fieldSelector: 'metadata.name=b',
      resourceVersion: '42',
    })
    expect(Number(timeoutSeconds)).toBeGreaterThanOrEqual(300)
    expect(Number(timeoutSeconds)).toBeLessThan(600)
  })

  it('requests a streaming list with sendInitialEvents', async () => {
    const { client, server } = watching({ stream: [] })
    for await (const _ of client.watch(Website, { sendInitialEvents: true, timeoutSeconds: 60 }));
    expect(server.requests[0]!.query).toMatchObject({
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      timeoutSeconds: '60',
    })
  })

  it('sends no request before the first event is awaited', () => {
    const { client, server } = watching({ stream: [] })
    client.watch(Website)
    expect(server.requests).toEqual([])
  })

  it('skips blank lines and accepts CRLF', async () => {
    const added = line('ADDED', website('a')).trimEnd()
    const bookmark = line('BOOKMARK', { metadata: { resourceVersion: '7' } }).trimEnd()
    const stream = [`\r\n\n  \t\n${added}\r\n\r\n`, '\r', `\n${bookmark} \r\n`, '\r\n', ' ']
    expect(await namesIn({ stream })).toEqual(['ADDED a', 'until 7'])
    const events = watching({ stream: [`${added}\r\n`] }).client.watch(Website)
    for await (const event of events) expect(event.type !== 'BOOKMARK' && event.object).toEqual(website('a'))
  })

  it('yields a complete last event without newline', async () => {
    const added = line('ADDED', website('a'))
    const last = line('DELETED', website('a', '8')).trimEnd()
    expect(await namesIn({ stream: [added, last.slice(0, 30), last.slice(30)] })).toEqual(['ADDED a', 'DELETED a'])
    expect(await namesIn({ stream: [`${last}\r`] })).toEqual(['DELETED a'])
    for (const cut of [1, 2, 10]) {
      await expect(namesIn({ stream: [added, last.slice(0, -cut)] })).rejects.toMatchObject({ code: 'KW_CLIENT_EVENT' })
    }
  })

  it('fails when the stream ends in the middle of a line', async () => {
    const text = line('ADDED', website('a'))
    await expect(namesIn({ stream: [text, text.slice(0, 40)] })).rejects.toMatchObject({
      code: 'KW_CLIENT_EVENT',
      message: expect.stringContaining('the stream ended in the middle of a line, with 40 bytes of JSON'),
    })
  })

  it('fails when a proxy answers with an HTML page', async () => {
    await expect(namesIn({ stream: ['<!doctype html><title>Sign in</title>'] })).rejects.toThrow(
      'ended in the middle of a line, with an HTML page titled "Sign in"',
    )
  })

  it('fails when a line exceeds maxEventBytes', async () => {
    const stream = Array.from({ length: 20 }, () => Buffer.alloc(100, 'x'))
    await expect(namesIn({ stream }, { maxEventBytes: 1_000 })).rejects.toMatchObject({
      code: 'KW_CLIENT_EVENT_TOO_LARGE',
      message: expect.stringContaining('an event has more than 1000 bytes'),
    })
  })

  it('decodes an object of 5 MB', async () => {
    const image = 'x'.repeat(5 * 2 ** 20)
    const bytes = Buffer.from(line('ADDED', website('large', '1', { spec: { image, replicas: 1 } })))
    const stream = Array.from({ length: Math.ceil(bytes.length / 16_384) }, (_, index) =>
      bytes.subarray(index * 16_384, (index + 1) * 16_384),
    )
    for await (const event of watching({ stream }).client.watch(Website)) {
      expect(event.type !== 'BOOKMARK' && event.object.spec.image.length).toBe(image.length)
    }
  })

  it('fails with KW_CLIENT_EXPIRED when the watch request gets 410', async () => {
    await expect(namesIn(failure(410, 'Expired', 'too old'))).rejects.toMatchObject({ code: 'KW_CLIENT_EXPIRED' })
  })

  it('fails with KW_CLIENT_CONNECTION_LOST instead of ending when the connection breaks', async () => {
    const stream = new ScriptedStream()
    stream.event('ADDED', website('a'))
    const { client } = watching({ stream })
    const events = client.watch(Website)[Symbol.asyncIterator]()
    await events.next()
    stream.fail(connectionLost())
    await expect(events.next()).rejects.toMatchObject({
      code: 'KW_CLIENT_CONNECTION_LOST',
      verb: 'watch',
      resource: 'websites.web.example.dev',
    })
  })

  it('closes the connection when the loop is left', async () => {
    const stream = new ScriptedStream()
    stream.event('ADDED', website('a'))
    const { client, clock } = watching({ stream })
    for await (const _ of client.watch(Website)) break
    expect(stream.isClosed).toBe(true)
    expect(clock.pending).toEqual([])
  })

  it('resolves concurrent next() calls in order', async () => {
    const stream = new ScriptedStream()
    const { client, clock } = watching({ stream })
    const events = client.watch(Website)[Symbol.asyncIterator]()
    const answers = [events.next(), events.next(), events.next(), events.return!(), events.next()]
    await clock.advance(1)
    for (const name of ['a', 'b', 'c', 'd']) stream.event('ADDED', website(name))

    const names = (await Promise.all(answers)).map(({ value }) => value && 'name' in value && value.name)
    expect(names).toEqual(['a', 'b', 'c', undefined, undefined])
    expect(stream.isClosed).toBe(true)
    expect(clock.pending).toEqual([])
  })

  it('yields buffered events, whether received in one chunk or several', async () => {
    const stream = new ScriptedStream()
    const text = ['a', 'b', 'c', 'd', 'e'].map((name) => line('ADDED', website(name)))
    for (const chunk of [text[0]! + text[1]!, text[2]!.slice(0, 9), text[2]!.slice(9) + text[3]!, text[4]!]) {
      stream.push(chunk)
    }
    stream.end()
    expect(await namesIn({ stream })).toEqual(['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d', 'ADDED e'])
  })

  it('ends after an error, even if more events are buffered', async () => {
    const stream = new ScriptedStream()
    stream.push(`${line('ADDED', website('a'))}nonsense\n${line('ADDED', website('b'))}`)
    const { client, clock } = watching({ stream })
    const events = client.watch(Website)[Symbol.asyncIterator]()
    await events.next()
    await expect(events.next()).rejects.toMatchObject({ code: 'KW_CLIENT_EVENT' })

    expect(await events.next()).toEqual({ done: true, value: undefined })
    expect(stream.isClosed).toBe(true)
    expect(clock.pending).toEqual([])
  })

  it('rejects with the abort reason', async () => {
    const stream = new ScriptedStream()
    const { client, clock } = watching({ stream })
    const controller = new AbortController()
    const next = client.watch(Website, { signal: controller.signal })[Symbol.asyncIterator]().next()
    next.catch(() => {})
    await clock.advance(1)
    controller.abort(new Error('shutting down'))
    await expect(next).rejects.toThrow('shutting down')
    expect(stream.isClosed).toBe(true)
    expect(clock.pending).toEqual([])
  })

  it('fails with KW_CLIENT_CLOSED when the client is disposed', async () => {
    const { client, clock } = watching({ stream: new ScriptedStream() })
    const next = client.watch(Website)[Symbol.asyncIterator]().next()
    next.catch(() => {})
    await clock.advance(1)
    await client[Symbol.asyncDispose]()
    await expect(next).rejects.toMatchObject({ code: 'KW_CLIENT_CLOSED' })
    expect(clock.pending).toEqual([])
  })

  it('fails with KW_CLIENT_WATCH_IDLE after idleTimeout without an event or bookmark', async () => {
    const stream = new ScriptedStream()
    const { client, clock } = watching({ stream })
    const events = client.watch(Website, { idleTimeout: '3m' })[Symbol.asyncIterator]()
    for (let minute = 1; minute <= 4; minute++) {
      const next = events.next()
      await clock.advance('2m')
      stream.event('BOOKMARK', { metadata: { resourceVersion: String(minute) } })
      expect(await next).toMatchObject({ value: { resourceVersion: String(minute) } })
    }
    const last = events.next()
    last.catch(() => {})
    await clock.advance('179s')
    expect(stream.isClosed).toBe(false)
    await clock.advance('1s')
    await expect(last).rejects.toMatchObject({ code: 'KW_CLIENT_WATCH_IDLE', message: expect.stringContaining('3m') })
    expect(clock.pending).toEqual([])
  })

  it("uses the transport's half-open limit as idle timeout, or three minutes", async () => {
    const limits: number[] = []
    for (const halfOpenAfterMs of [45_000, undefined]) {
      const stream = new ScriptedStream()
      const { server, clock } = watching({ stream })
      const transport = Object.assign(server, halfOpenAfterMs && { halfOpenAfterMs })
      const client = createClient(transport, { clock })
      let opened = 0
      const events = client.watch(Website, { idleTimeout: 'half-open', onOpened: () => opened++ })
      const next = events[Symbol.asyncIterator]().next()
      next.catch(() => {})
      await clock.advance('10s')
      expect([opened, stream.isClosed]).toEqual([1, false])
      while (!stream.isClosed) await clock.advance('5s')
      limits.push(clock.elapsed())
      await expect(next).rejects.toMatchObject({ code: 'KW_CLIENT_WATCH_IDLE' })
    }
    expect(limits).toEqual([45_000, 180_000])
  })

  it('does not count a slow consumer as idle time', async () => {
    const stream = new ScriptedStream()
    const { client, clock } = watching({ stream })
    const events = client.watch(Website, { idleTimeout: '1m' })[Symbol.asyncIterator]()
    stream.event('ADDED', website('a'))
    await events.next()
    await clock.advance('10m')
    stream.event('ADDED', website('b'))
    expect(await events.next()).toMatchObject({ value: { name: 'b' } })
    await events.return?.()
  })

  it('validates names before sending', async () => {
    const { client, server } = watching({ stream: [] })
    const events = client.watch(Website, { namespace: 'a/b' })[Symbol.asyncIterator]()
    await expect(events.next()).rejects.toMatchObject({ code: 'KW_CLIENT_NAME' })
    expect(server.requests).toEqual([])
  })

  it('removes managedFields with omitManagedFields', async () => {
    const object = { ...website(), metadata: { ...website().metadata, managedFields: [{ manager: 'kubectl' }] } }
    for await (const event of watching({ stream: [line('ADDED', object)] }).client.watch(Website, {
      omitManagedFields: true,
    })) {
      expect(event.type !== 'BOOKMARK' && event.object).toEqual(website())
    }
  })

  it('yields only metadata, even if the server sends whole objects', async () => {
    const { client, server } = watching({ stream: [line('ADDED', website('a'))] })
    for await (const event of client.metadata.watch(Website)) {
      expect(event.type !== 'BOOKMARK' && event.object).toEqual({
        apiVersion: 'meta.k8s.io/v1',
        kind: 'PartialObjectMetadata',
        metadata: website('a').metadata,
      })
    }
    expect(server.requests[0]!.headers.accept).toBe(
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
    )
  })
})
