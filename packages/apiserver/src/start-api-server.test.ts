import { request } from 'node:https'
import { nextTurn, seededIds, seededRandom, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import type { ApiServer, Endpoint } from './api-server.ts'
import { startApiServer } from './start-api-server.ts'
import { startServer } from './testing/started-server.ts'

const json = { 'content-type': 'application/json' }

async function send(server: ApiServer, method: string, path: string, body?: object) {
  const sent = { method, path, headers: json, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const response = await server.transport().send(sent)
  return { status: response.status, body: JSON.parse(await response.body.text()) as Record<string, unknown> }
}

function getStatus({ port, authority, token }: Endpoint, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    const sent = request({ host: '127.0.0.1', port, path, ca: authority, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    sent.once('error', reject).end()
  })
}

describe('startApiServer', () => {
  it('stores a created object and returns it', async () => {
    await using server = await startApiServer()
    const created = await send(server, 'POST', '/api/v1/namespaces', { metadata: { name: 'garden' } })
    expect(created.status).toBe(201)
    expect(await send(server, 'GET', '/api/v1/namespaces/garden')).toEqual({ status: 200, body: created.body })
  })

  it('returns the last resourceVersion of a kind with changedAt()', async () => {
    await using server = await startApiServer()
    const secrets = { group: '', version: 'v1', plural: 'secrets' }
    const [before, path] = [server.changedAt(secrets), '/api/v1/namespaces/default/secrets']
    const created = await send(server, 'POST', path, { metadata: { name: 'shed' } })
    const { resourceVersion } = created.body.metadata as { resourceVersion: string }
    expect([before, server.changedAt(secrets)]).toEqual([0, Number(resourceVersion)])
    await send(server, 'POST', '/api/v1/namespaces', { metadata: { name: 'garden' } })
    expect(server.changedAt(secrets)).toBe(Number(resourceVersion))
    await send(server, 'DELETE', `${path}/shed`)
    expect(server.changedAt(secrets)).toBeGreaterThan(Number(resourceVersion))
    expect(server.changedAt({ ...secrets, version: 'v9' })).toBeUndefined()
  })

  it("serves HTTPS clients with the kubeconfig's token and rejects others", async () => {
    await using server = await startApiServer({ listen: {} })
    const endpoint = server.endpoint!
    expect(await getStatus(endpoint, '/api/v1/namespaces')).toBe(200)
    expect(await getStatus({ ...endpoint, token: 'guess' }, '/api/v1/namespaces')).toBe(401)
    expect(endpoint.kubeconfig()).toContain(`server: ${endpoint.url}`)
  })

  it('rejects requests once it is closed, and may be closed twice', async () => {
    const server = await startApiServer()
    const transport = server.transport()
    await server[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
    const asked = transport.send({ method: 'GET', path: '/api/v1/namespaces', headers: {} })
    await expect(asked).rejects.toMatchObject({ code: 'KW_CLIENT_UNREACHABLE' })
  })

  it('yields to the event loop during many requests', async () => {
    await using server = await startApiServer()
    let [turns, isOver] = [0, false]
    const others = (async () => {
      for (; !isOver; turns++) await nextTurn()
    })()
    const transport = server.transport()
    for (let sent = 0; sent < 500; sent++) await transport.send({ method: 'GET', path: '/version', headers: {} })
    isOver = true
    await others
    expect(turns).toBeGreaterThan(20)
  })

  it('accepts names of Object.prototype members as ConfigMap keys', async () => {
    await using server = await startApiServer()
    const map = { metadata: { name: 'odd' }, data: { constructor: 'a', toString: 'b', hasOwnProperty: 'c' } }
    expect((await send(server, 'POST', '/api/v1/namespaces/default/configmaps', map)).status).toBe(201)
  })

  it.each([
    { aggregatesRoles: true, isFilled: true },
    { aggregatesRoles: false, isFilled: false },
  ])('fills aggregated ClusterRoles depending on aggregatesRoles: $aggregatesRoles', async (given) => {
    await using started = await startServer({ aggregatesRoles: given.aggregatesRoles })
    const { body } = await started.send('GET', '/apis/rbac.authorization.k8s.io/v1/clusterroles/view')
    expect((body.rules ?? []).length > 0).toBe(given.isFilled)
  })

  it('generates a name for a LimitRange without one', async () => {
    await using started = await startServer()
    const { status, body } = await started.send('POST', '/api/v1/namespaces/default/limitranges', {
      spec: { limits: [] },
    })
    expect([status, body.metadata.name]).toEqual([
      201,
      expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    ])
    expect(body.metadata.name).not.toBe(body.metadata.uid)
  })

  it('reports a port that is in use', async () => {
    await using server = await startApiServer({ listen: {} })
    await expect(startApiServer({ listen: { port: server.endpoint!.port } })).rejects.toThrow(/EADDRINUSE/)
  })

  it('has identical state with the same clock, ids and random seed', async () => {
    const states = await Promise.all(
      [1, 2].map(async () => {
        const random = seededRandom('twice')
        await using server = await startApiServer({ clock: new VirtualClock(), random, ids: seededIds(random) })
        await send(server, 'POST', '/api/v1/namespaces', { metadata: { generateName: 'n-' } })
        const lists = ['/api/v1/namespaces', '/apis/rbac.authorization.k8s.io/v1/clusterroles']
        return Promise.all(lists.map((path) => send(server, 'GET', path)))
      }),
    )
    expect(states[0]).toEqual(states[1])
  })
})
