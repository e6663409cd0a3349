import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { builtInKinds } from './built-in-kinds.ts'
import type { PathAnswer, PathCase } from './discovery/testing/path-cases.ts'
import { pathRecording, recordPaths } from './discovery/testing/path-recording.ts'
import { serverHealth } from './health/server-health.ts'
import { KindRegistry } from './kinds/kind-registry.ts'
import { sampleKinds } from './openapi/testing/sample-kinds.ts'
import type { ServerRequest } from './request/exchange.ts'
import { ServerPaths } from './server-paths.ts'
import { StatusError } from './status/status.ts'
import { Store } from './storage/store.ts'
import { statusResponse } from './verbs/refusal.ts'

function startPaths() {
  const [clock, kinds, store] = [new VirtualClock(), new KindRegistry(), new Store()]
  for (const kind of [...builtInKinds({ store }), ...sampleKinds()]) kinds.add(kind)
  const paths = new ServerPaths({ machinery: { clock, kinds, store }, version: { major: '1' }, health: serverHealth() })
  const send = async (one: PathCase): Promise<PathAnswer> => {
    const request = requestOf(one)
    const { status, headers, body } = await paths.serve(request).catch((error: unknown) => {
      if (error instanceof StatusError) return statusResponse(error, request)
      throw error
    })
    return { status, headers, body: typeof body === 'string' ? body : Buffer.from(body as Uint8Array).toString('utf8') }
  }
  return { clock, kinds, store, paths, send }
}

function requestOf({ path: url, method = 'GET', headers = {} }: PathCase): ServerRequest {
  const [path = '', query = ''] = url.split('?')
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: { host: '127.0.0.1:6443', ...headers },
    repeatedHeaders: () => [],
    body: async () => Buffer.alloc(0),
    signal: new AbortController().signal,
  }
}

describe('ServerPaths', () => {
  it('matches the recorded responses of kube-apiserver', async () => {
    const { send } = startPaths()
    expect(await recordPaths(send)).toEqual(pathRecording.read())
  })

  it('lists all served paths at /', async () => {
    const { send } = startPaths()
    const { body } = await send({ path: '/' })
    expect(body).toBe((await send({ path: '/index.html', method: 'POST' })).body)
    const { paths } = JSON.parse(body) as { paths: string[] }
    expect(paths).toEqual([...paths].sort())
    for (const path of ['/api', '/api/v1', '/apis/apps/v1', '/apis/web.openapi.test.dev', '/readyz/etcd', '/version']) {
      expect(paths).toContain(path)
    }
    const found = await Promise.all(paths.filter((path) => !isOpenId(path)).map((path) => send({ path })))
    expect(found.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual([404]) // `/openapi/v3/`
  })

  it('updates discovery when kinds change, and answers 304 to an unchanged ETag', async () => {
    const { kinds, send } = startPaths()
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
    const ask = (path: string, etag = '') => send({ path, headers: { accept, 'if-none-match': etag } })
    const before = await ask('/apis')
    const core = await ask('/api')

    expect((await ask('/apis', String(before.headers['etag']))).status).toBe(304)
    kinds.remove(kinds.find('web.openapi.test.dev', 'v2', 'routes')!)
    expect((await ask('/apis', String(before.headers['etag']))).status).toBe(200)
    expect((await ask('/api', String(core.headers['etag']))).status).toBe(304)
    expect((await send({ path: '/apis/web.openapi.test.dev/v2' })).status).toBe(404)
  })

  it('removes a group from discovery with its last kind', async () => {
    const { kinds, send } = startPaths()
    kinds.remove(kinds.find('plain.openapi.test.dev', 'v1', 'plains')!)
    expect((await send({ path: '/apis/plain.openapi.test.dev' })).status).toBe(404)
    expect((await send({ path: '/apis' })).body).not.toContain('plain.openapi.test.dev')
  })

  it('serves the version at /version', async () => {
    const { send } = startPaths()
    expect((await send({ path: '/version' })).body).toBe('{\n  "major": "1"\n}')
  })
})

/** Served by the service account token module. */
function isOpenId(path: string): boolean {
  return path.startsWith('/openid/') || path.startsWith('/.well-known/')
}
