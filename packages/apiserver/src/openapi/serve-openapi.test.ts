import { gunzipSync } from 'node:zlib'
import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { KindRegistry } from '../kinds/kind-registry.ts'
import type { ServerRequest, ServerResponse } from '../request/exchange.ts'
import { OpenApiDocuments } from './openapi-documents.ts'
import { documentV2AsProtobuf } from './protobuf-v2.ts'
import { serveOpenApi } from './serve-openapi.ts'
import { sampleKinds } from './testing/sample-kinds.ts'

function startOpenApi() {
  const [clock, kinds] = [new VirtualClock(), new KindRegistry()]
  for (const kind of sampleKinds()) kinds.add(kind)
  const documents = new OpenApiDocuments(kinds, clock)
  const get = async (url: string, headers: Record<string, string> = {}): Promise<ServerResponse> => {
    const [path = '', query = ''] = url.split('?')
    return (await serveOpenApi(documents, clock, path, requestOf(query, headers)))!
  }
  return { clock, kinds, documents, get }
}

function requestOf(query: string, headers: Record<string, string>): ServerRequest {
  return { method: 'GET', query: new URLSearchParams(query), headers } as unknown as ServerRequest
}

const versionUrl = '/openapi/v3/version'

describe('serveOpenApi', () => {
  it('lists every document with an immutable URL', async () => {
    const { clock, get } = startOpenApi()
    const index = JSON.parse((await get('/openapi/v3')).body as string) as {
      paths: Record<string, { serverRelativeURL: string }>
    }
    expect(Object.keys(index.paths)).toEqual(
      expect.arrayContaining([
        'api',
        'apis',
        'apis/web.openapi.test.dev/v1',
        'apis/web.openapi.test.dev/v2',
        'version',
      ]),
    )
    const { status, headers } = await get(index.paths['apis/web.openapi.test.dev/v2']!.serverRelativeURL)
    expect({ status, headers }).toEqual({
      status: 200,
      headers: {
        'accept-ranges': 'bytes',
        'cache-control': 'public, immutable',
        'content-type': 'application/json',
        etag: expect.stringMatching(/^"[0-9A-F]{128}"$/),
        expires: new Date(clock.now() + 365 * 24 * 3600_000).toUTCString(),
        'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT',
        vary: 'Accept',
      },
    })
  })

  it('redirects from an outdated hash to the current one', async () => {
    const { documents, get } = startOpenApi()
    const { hash } = (await documents.find('version'))!
    const { status, headers, body } = await get(`${versionUrl}?hash=ABC`)
    expect([status, headers['location'], body]).toEqual([301, `${versionUrl}?hash=${hash}`, ''])
  })

  it.each([
    { name: 'the same ETag', tag: (etag: string) => etag, status: 304 },
    { name: 'a weak ETag', tag: (etag: string) => `W/${etag}`, status: 304 },
    { name: 'one of several ETags', tag: (etag: string) => `"x", ${etag}`, status: 304 },
    { name: 'a wildcard', tag: () => '*', status: 304 },
    { name: 'another ETag', tag: () => '"x"', status: 200 },
    { name: 'an ETag without quotes', tag: (etag: string) => etag.slice(1, -1), status: 200 },
  ])('evaluates If-None-Match with $name', async ({ tag, status }) => {
    const { get } = startOpenApi()
    const { etag } = (await get(versionUrl)).headers
    const response = await get(versionUrl, { 'if-none-match': tag(String(etag)) })
    expect(response.status).toBe(status)
    expect(response.headers['content-type']).toBe(status === 304 ? undefined : 'application/json')
    expect(response.body === '').toBe(status === 304)
  })

  it.each([
    { since: 'Wed, 31 Dec 2025 23:59:59 GMT', status: 200 },
    { since: 'Thu, 01 Jan 2026 00:00:00 GMT', status: 304 },
    { since: 'yesterday', status: 200 },
  ])('answers $status to If-Modified-Since $since', async ({ since, status }) => {
    const { get } = startOpenApi()
    expect((await get(versionUrl, { 'if-modified-since': since })).status).toBe(status)
  })

  it.each([
    { range: 'bytes=0-10', status: 206, part: (text: string) => text.slice(0, 11) },
    { range: 'bytes=5-', status: 206, part: (text: string) => text.slice(5) },
    { range: 'bytes=-3', status: 206, part: (text: string) => text.slice(-3) },
    { range: 'bytes=99999999-', status: 416, part: () => 'invalid range: failed to overlap\n' },
    { range: 'lines=1-2', status: 200, part: (text: string) => text },
  ])('answers the range $range', async ({ range, status, part }) => {
    const { documents, get } = startOpenApi()
    const { text } = (await documents.find('version'))!
    const response = await get(versionUrl, { range })
    expect([response.status, Buffer.from(response.body as string).toString()]).toEqual([status, part(text)])
  })

  it('compresses /openapi/v2 if the client accepts gzip', async () => {
    const { documents, get } = startOpenApi()
    const { headers, body } = await get('/openapi/v2', { 'accept-encoding': 'gzip' })
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(body as Uint8Array).toString()).toBe((await documents.v2()).text)
  })

  it('serves /openapi/v2 as protobuf if only that is accepted', async () => {
    const { documents, get } = startOpenApi()
    const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
    const { status, headers, body } = await get('/openapi/v2', { accept })
    expect([status, headers['content-type']]).toEqual([
      200,
      'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
    ])
    const document = JSON.parse((await documents.v2()).text) as object
    expect(Buffer.from(body as Uint8Array).equals(documentV2AsProtobuf(document))).toBe(true)
    const { headers: first } = await get('/openapi/v2', { accept: `application/json, ${accept}` })
    expect(first['content-type']).toBe('application/json')
  })

  it.each([
    { path: '/openapi/v2', accept: 'text/plain' },
    { path: versionUrl, accept: 'application/com.github.proto-openapi.spec.v3@v1.0+protobuf' },
  ])('answers 406 to another media type for $path', async ({ path, accept }) => {
    const { get } = startOpenApi()
    const { status, headers, body } = await get(path, { accept })
    expect([status, headers['content-type'], body]).toEqual([406, undefined, ''])
    expect((await get(path, { accept: `${accept}, application/json` })).status).toBe(200)
  })
})
