/** The contract of transports, for the one over HTTP and for the scripted one. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createTransport } from '../connection/http-transport.ts'
import type { Transport, TransportRequest } from '../transport.ts'
import type { ScriptedAnswer } from './scripted-answer.ts'
import { ScriptedServer } from './scripted-server.ts'
import { ScriptedStream } from './scripted-stream.ts'

/** A transport to a server that gives the answer, or none if it is `undefined`. */
type Connect = (answer: ScriptedAnswer | undefined) => Promise<Transport & AsyncDisposable>

const implementations: { name: string; connect: Connect }[] = [
  {
    name: 'without sockets',
    connect: async (answer) => new ScriptedServer({ '*': () => answer ?? new Promise(() => {}) }),
  },
  { name: 'over HTTP', connect: connectOverHttp },
]

async function connectOverHttp(answer: ScriptedAnswer | undefined): Promise<Transport & AsyncDisposable> {
  const server = createServer((_, response) => {
    if (answer !== undefined) void respond(response, answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const transport = createTransport({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  return {
    host: transport.host,
    send: (request) => transport.send(request),
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function respond(response: ServerResponse, { status = 200, headers = {}, body = '', stream }: ScriptedAnswer) {
  response.statusCode = status
  response.setHeader('content-type', 'application/json')
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value as string | string[])
  if (!(stream instanceof ScriptedStream)) return response.end(typeof body === 'string' ? body : JSON.stringify(body))
  const closed = new AbortController()
  response.on('close', () => closed.abort(new Error('closed')))
  try {
    for await (const chunk of stream.read(closed.signal)) response.write(chunk)
    response.end()
  } catch {
    response.destroy()
  }
}

const request: TransportRequest = { method: 'GET', path: '/x', headers: { accept: 'application/json' } }

describe.each(implementations)('transport contract, $name', ({ connect }) => {
  it('returns status, headers and body text', async () => {
    await using transport = await connect({ status: 404, headers: { warning: ['299 - "a"', '299 - "b"'] }, body: 'é' })
    const response = await transport.send(request)
    expect(response.status).toBe(404)
    const { warning } = response.headers
    expect([warning].flat().join(', ')).toBe('299 - "a", 299 - "b"')
    expect(await response.body.text()).toBe('é')
  })

  it('streams chunks as they arrive', async () => {
    const stream = new ScriptedStream()
    await using transport = await connect({ stream })
    stream.push('first')
    const { body } = await transport.send({ ...request, streams: true })
    const seen: string[] = []
    for await (const chunk of body) {
      seen.push(Buffer.from(chunk).toString())
      if (seen.join('') === 'first') stream.push('second')
      if (seen.join('') === 'firstsecond') stream.end()
    }
    expect(seen.join('')).toBe('firstsecond')
  })

  it('closes the exchange when the iteration ends early', async () => {
    const stream = new ScriptedStream()
    await using transport = await connect({ stream })
    stream.push('first')
    const { body } = await transport.send({ ...request, streams: true })
    for await (const _ of body) break
    while (!stream.isClosed) await new Promise((resolve) => setImmediate(resolve))
    expect(stream.isClosed).toBe(true)
  })

  it('rejects a second read of a body with KW_CLIENT_BODY_USED', async () => {
    await using transport = await connect({ body: 'x' })
    const { body } = await transport.send(request)
    await body.text()
    await expect(body.text()).rejects.toMatchObject({ code: 'KW_CLIENT_BODY_USED' })
  })

  it('rejects with the abort reason before sending, while waiting and while reading', async () => {
    const reason = new Error('enough')
    await using silent = await connect(undefined)
    await expect(silent.send({ ...request, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)

    const waiting = new AbortController()
    const sent = silent.send({ ...request, signal: waiting.signal })
    sent.catch(() => {})
    await new Promise((resolve) => setImmediate(resolve))
    waiting.abort(reason)
    await expect(sent).rejects.toBe(reason)

    const stream = new ScriptedStream()
    stream.push('first')
    await using streaming = await connect({ stream })
    const reading = new AbortController()
    const { body } = await streaming.send({ ...request, streams: true, signal: reading.signal })
    const chunks = body[Symbol.asyncIterator]()
    await chunks.next()
    const next = chunks.next()
    next.catch(() => {})
    reading.abort(reason)
    await expect(next).rejects.toBe(reason)
  })
})
