import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { listen, type Route, text } from './http-server.ts'

const hello: Route = ({ path }) => (path === '/hello' ? text(200, 'hello\n') : undefined)
const broken: Route = ({ path }) => {
  if (path === '/broken') throw new Error('no ink')
  return undefined
}

function server(port = 0, reported: unknown[] = []) {
  const routes = [hello, broken]
  return listen({ what: 'health', port, host: '127.0.0.1', routes, report: (error) => reported.push(error) })
}

describe('listen', () => {
  it('serves its routes on a free port', async () => {
    await using listening = await server()
    const answer = await fetch(`${listening.url}/hello`)
    expect([answer.status, await answer.text()]).toEqual([200, 'hello\n'])
    expect(listening.port).toBeGreaterThan(0)
  })

  it.each([
    ['GET', '/nothing', 404],
    ['GET', '/broken', 500],
    ['POST', '/hello', 405],
    ['HEAD', '/hello', 200],
  ])('answers %s %s with %d', async (method, path, status) => {
    await using listening = await server()
    const answer = await fetch(`${listening.url}${path}`, { method })
    expect(answer.status).toBe(status)
    await answer.arrayBuffer()
  })

  it('logs an error of a route, and hides it from the client', async () => {
    const reported: unknown[] = []
    await using listening = await server(0, reported)
    const answer = await fetch(`${listening.url}/broken`)
    expect(await answer.text()).toBe('Internal error. The log of this process has the cause.\n')
    expect(reported).toEqual([new Error('no ink')])
  })

  it('fails with one clear line if the port is in use', async () => {
    await using first = await server()
    await expect(server(first.port)).rejects.toMatchObject({
      code: 'KW_MANAGER_PORT',
      message: `Cannot serve health on 127.0.0.1, port ${first.port}: the port is in use. Choose another port, or 0 for any that is free.`,
    })
  })

  it('refuses oversized headers', async () => {
    await using listening = await server()
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(listening.port, '127.0.0.1', () => {
        socket.write(`GET /hello HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`)
      })
      let heard = ''
      socket.on('data', (chunk) => (heard += String(chunk)))
      socket.on('close', () => resolve(heard))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  })

  it('does not wait for a request body, and closes the connection that sends one', async () => {
    await using listening = await server()
    const answer = await fetch(`${listening.url}/hello`, { method: 'POST', body: 'x'.repeat(100_000) }).catch(
      () => undefined,
    )
    expect(answer?.status ?? 405).toBe(405)
    await answer?.arrayBuffer().catch(() => undefined)
  })

  it('serves probes while a hundred idle connections from the same address are open', async () => {
    await using listening = await server()
    const idle = await Promise.all(Array.from({ length: 100 }, () => idleConnection(listening.port)))
    try {
      for (let times = 0; times < 3; times++) {
        const answer = await fetch(`${listening.url}/hello`)
        expect(await answer.text()).toBe('hello\n')
      }
    } finally {
      for (const socket of idle) socket.destroy()
    }
  })

  it('serves probes while the limit of other requests is reached, and answers 503 to further ones', async () => {
    let release!: () => void
    const waiting = new Promise<void>((resolve) => (release = resolve))
    const slow: Route = async ({ path }) => {
      if (path !== '/slow') return undefined
      await waiting
      return text(200, 'at last\n')
    }
    await using listening = await listen({
      what: 'health and metrics',
      port: 0,
      host: '127.0.0.1',
      probes: [hello],
      routes: [slow],
      report: () => undefined,
    })
    const pages = Array.from({ length: 12 }, () => fetch(`${listening.url}/slow`))
    const refused = await Promise.race(pages)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await fetch(`${listening.url}/hello`)).status).toBe(200)
    release()
    const statuses = (await Promise.all(pages)).map(({ status }) => status).sort((one, two) => one - two)
    expect(statuses).toEqual([...Array<number>(8).fill(200), ...Array<number>(4).fill(503)])
  })

  it('serves probes while clients do not read their responses', async () => {
    const large: Route = ({ path }) => (path === '/large' ? text(200, 'x'.repeat(16_000_000)) : undefined)
    const parts = {
      what: 'health',
      port: 0,
      host: '127.0.0.1',
      probes: [hello],
      routes: [large],
      report: () => undefined,
    }
    await using listening = await listen(parts)
    const unread = await Promise.all(Array.from({ length: 40 }, () => unreadAnswer(listening.port, '/large')))
    try {
      const answer = await fetch(`${listening.url}/hello`)
      expect(await answer.text()).toBe('hello\n')
    } finally {
      for (const socket of unread) socket.destroy()
    }
  })

  it('closes a connection that sends no request', async () => {
    await using listening = await server()
    const socket = await idleConnection(listening.port)
    await once(socket, 'close')
    expect(socket.destroyed).toBe(true)
  }, 20_000)
})

/** Reads the first bytes of a response, or notices that the connection was closed, and reads nothing more. */
async function unreadAnswer(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // it is cut off to make room
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)
  await Promise.race([once(socket, 'readable'), once(socket, 'close')])
  return socket
}

async function idleConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined) // it is cut off to make room
  socket.resume() // without it, the close event is not emitted
  await once(socket, 'connect')
  return socket
}
