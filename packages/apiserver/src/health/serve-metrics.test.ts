import { describe, expect, it } from 'vitest'
import { builtInKinds } from '../built-in-kinds.ts'
import { KindRegistry } from '../kinds/kind-registry.ts'
import type { ServerRequest } from '../request/exchange.ts'
import { readRequestInfo } from '../request/request-info.ts'
import { Store } from '../storage/store.ts'
import { Health } from './health.ts'
import { RequestCounter } from './request-counter.ts'
import { serveMetrics } from './serve-metrics.ts'

function startMetrics() {
  const kinds = new KindRegistry()
  for (const kind of builtInKinds({ store: new Store() })) kinds.add(kind)
  const [requests, health] = [new RequestCounter(kinds), new Health()]
  const objectCounts = () => [['pods', 3] as const, ['deployments.apps', 1] as const]
  const measured = { requests, health, objectCounts, startMs: 1_700_000_000_500 }
  const count = (method: string, url: string, code: number, contentType = 'application/json') => {
    const [path = '', search = ''] = url.split('?')
    const query = new URLSearchParams(search)
    const request = { method, path, query, headers: { 'content-type': contentType } } as unknown as ServerRequest
    requests.add(readRequestInfo(method, path, query), request, code)
  }
  const serve = (path: string, method = 'GET') => serveMetrics(measured, path, { method } as ServerRequest)
  const read = async (path: string) => ((await serve(path))?.body ?? '') as string
  const rows = async () => {
    const lines = (await read('')).split('\n').filter((line) => line.startsWith('apiserver_request_total'))
    return lines.map((line) => line.replace('apiserver_request_total', ''))
  }
  return { health, count, serve, read, rows }
}

describe('serveMetrics', () => {
  it('counts requests by verb, resource, scope and code', async () => {
    const { count, rows } = startMetrics()
    count('POST', '/api/v1/namespaces/default/pods?dryRun=All', 201)
    count('GET', '/api/v1/pods?watch=1', 200)
    count('GET', '/api/v1/namespaces/default/pods', 200)
    count('GET', '/api/v1/namespaces/default/pods', 200)
    count('PATCH', '/apis/apps/v1/namespaces/default/deployments/x/scale', 404, 'application/apply-patch+yaml')
    count('GET', '/readyz', 200)
    const common = 'component="apiserver",dry_run="'
    const nothing = 'component="",dry_run="",group="",resource="",scope=""'
    expect(await rows()).toEqual([
      `{code="200",${nothing},subresource="/readyz",verb="GET",version=""} 1`,
      `{code="200",${common}",group="",resource="pods",scope="cluster",subresource="",verb="WATCH",version="v1"} 1`,
      `{code="200",${common}",group="",resource="pods",scope="namespace",subresource="",verb="LIST",version="v1"} 2`,
      `{code="201",${common}All",group="",resource="pods",scope="resource",subresource="",verb="POST",version="v1"} 1`,
      `{code="404",${common}",group="apps",resource="deployments",scope="resource",subresource="scale",verb="APPLY",version="v1"} 1`,
    ])
  })

  it('counts requests for unserved paths together, so that cardinality stays bounded', async () => {
    const { count, rows } = startMetrics()
    for (const made of ['a', 'b', 'c']) {
      count('GET', `/apis/${made}/v1/things`, 404)
      count('GET', `/api/v1/pods/x/${made}`, 404)
      count('GET', `/${made}`, 404)
      count(made, '/nowhere', 404)
    }
    expect(await rows()).toHaveLength(4)
  })

  it('resets the counts on DELETE', async () => {
    const { count, serve, rows } = startMetrics()
    count('GET', '/api/v1/pods', 200)
    expect((await serve('', 'DELETE'))?.body).toBe('metrics reset\n')
    expect(await rows()).toEqual([])
  })

  it('exposes object counts and the process start time', async () => {
    const { serve, read } = startMetrics()
    expect((await serve(''))?.headers['process-start-time-unix']).toBe('1700000000')
    const text = await read('')
    expect(text).toContain(
      'apiserver_storage_objects{resource="deployments.apps"} 1\napiserver_storage_objects{resource="pods"} 3\n',
    )
    expect(text).toContain('process_start_time_seconds 1700000000.5\n')
  })

  it('exposes health check results at /metrics/slis', async () => {
    const { health, read } = startMetrics()
    health.add({ name: 'etcd', at: ['readyz'], check: () => Promise.reject(new Error('gone')) })
    expect((await read('/slis')).split('\n').slice(2)).toEqual([
      'kubernetes_healthcheck{name="etcd",type="readyz"} 0',
      'kubernetes_healthcheck{name="ping",type="livez"} 1',
      'kubernetes_healthcheck{name="ping",type="readyz"} 1',
      '',
    ])
  })

  it('returns undefined for other paths', async () => {
    expect(await startMetrics().serve('/cadvisor')).toBeUndefined()
    expect(await startMetrics().serve('/')).toBeUndefined()
  })
})
