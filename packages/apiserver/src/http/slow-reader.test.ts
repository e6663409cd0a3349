import { connect, type TLSSocket } from 'node:tls'
import { nextTurn } from '@kubewright/core/time'
import { describe, expect, it } from 'vitest'
import { createServerCertificates } from '../certificates/server-certificates.ts'
import { listen } from './https-listener.ts'

const { serving, authority } = createServerCertificates({ hosts: ['127.0.0.1'] })
const tls = { cert: serving.certificate, key: serving.key, ca: authority.certificate }

/** Sends a request, and reads only the first bytes of the response. */
async function ask(port: number): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', ca: authority.certificate })
  await new Promise((resolve) => socket.once('secureConnect', resolve))
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await new Promise((resolve) => socket.once('readable', resolve))
  return socket
}

describe('a client that does not read its response', () => {
  it('makes the server buffer only a small part of it', { timeout: 30_000 }, async () => {
    const body = Buffer.alloc(16 * 1024 * 1024, 'x')
    const handle = async () => ({ status: 200, headers: {}, body })
    const listener = await listen({ host: '127.0.0.1', port: 0, tls, graceMs: 10 }, handle)
    const before = process.memoryUsage().rss
    const sockets = await Promise.all(Array.from({ length: 20 }, () => ask(listener.port)))
    for (let turn = 0; turn < 100; turn++) await nextTurn()
    const grown = process.memoryUsage().rss - before
    for (const socket of sockets) socket.destroy()
    await listener[Symbol.asyncDispose]()
    expect(grown).toBeLessThan(100 * 1024 * 1024)
  })

  it('receives the whole response once it reads', async () => {
    const body = Buffer.alloc(3_000_001, 'xyz')
    const handle = async () => ({ status: 200, headers: {}, body })
    const listener = await listen({ host: '127.0.0.1', port: 0, tls, graceMs: 10 }, handle)
    const socket = await ask(listener.port)
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > body.length && Buffer.concat(chunks).subarray(-body.length).equals(body)) break
    }
    await listener[Symbol.asyncDispose]()
    const text = Buffer.concat(chunks).toString('latin1')
    expect(text.slice(text.indexOf('\r\n\r\n') + 4) === body.toString('latin1')).toBe(true)
  })
})
