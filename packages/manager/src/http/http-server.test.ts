import { connect } from 'node:net'
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
    expect(await answer.text()).toBe('This page could not be made; the log says why.\n')
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
})
