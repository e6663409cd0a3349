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
  it('serves what its routes know, on a free port', async () => {
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

  it('reports what a route throws, and tells nobody outside', async () => {
    const reported: unknown[] = []
    await using listening = await server(0, reported)
    const answer = await fetch(`${listening.url}/broken`)
    expect(await answer.text()).toBe('Internal error. The log of this process has the cause.\n')
    expect(reported).toEqual([new Error('no ink')])
  })

  it('says in one line that a port is in use', async () => {
    await using first = await server()
    await expect(server(first.port)).rejects.toMatchObject({
      code: 'KW_MANAGER_PORT',
      message: `Cannot serve health on 127.0.0.1, port ${first.port}: the port is in use. Choose another port, or 0 for any that is free.`,
    })
  })

  it('refuses headers that never end', async () => {
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

  it('does not wait for a body, and closes the connection that sends one', async () => {
    await using listening = await server()
    const answer = await fetch(`${listening.url}/hello`, { method: 'POST', body: 'x'.repeat(100_000) }).catch(
      () => undefined,
    )
    expect(answer?.status ?? 405).toBe(405)
    await answer?.arrayBuffer().catch(() => undefined)
  })

  it('serves probes while a hundred idle connections stand, from the same address', async () => {
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

  it('serves probes while as many other pages are made as may be, and says so to those who want one more', async () => {
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

  it('serves probes while connections stand whose answers nobody reads', async () => {
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

  it('closes a connection that never says what it wants', async () => {
    await using listening = await server()
    const socket = await idleConnection(listening.port)
    await once(socket, 'close')
    expect(socket.destroyed).toBe(true)
  }, 20_000)
})

/** Takes the first bytes of an answer, or hears that the connection was closed, and reads nothing more. */
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
  socket.resume() // or nobody hears that it was
  await once(socket, 'connect')
  return socket
}
