import { describe, expect, it } from 'vitest'
import { jsonAnswer } from './answer.ts'
import { page } from './cloudadmingui.ts'
import { findRoute, type Handle, startHttpService } from './http-service.ts'
import { Peer } from './peer.ts'
import { parseProperties, settingsFrom } from './settings.ts'

describe('the settings of a service', () => {
  it('are read from its file, and overridden by its environment', () => {
    const properties = parseProperties('# a comment\nminio.url = http://store:9000\nminio.bucket=a=b\r\n\nnonsense\n')
    const settings = settingsFrom({ MINIO_BUCKET: 'mine' }, properties)
    expect([settings.required('minio.url'), settings.required('minio.bucket')]).toEqual(['http://store:9000', 'mine'])
  })

  it('are reported with where to set them if they are missing', () => {
    expect(() => settingsFrom({}, new Map()).required('minio.url')).toThrow(
      'Cannot start: minio.url is not set. Set minio.url in application.properties, or the variable MINIO_URL.',
    )
  })
})

describe('the routes of a service', () => {
  const handle: Handle = async () => jsonAnswer(200, {})
  const routes = { 'GET /files/:name': handle, 'PUT /files/:name': handle }

  it('extract parameters from a path', () => {
    expect(findRoute(routes, 'GET', '/files/a-1.bin?x=y').parameters).toEqual({ name: 'a-1.bin' })
  })

  it.each([
    { path: '/files/../etc', method: 'GET', status: 404 },
    { path: '/files/..', method: 'GET', status: 400 },
    { path: '/files/%2e%2e%2fetc', method: 'GET', status: 400 },
    { path: `/files/${'a'.repeat(200)}`, method: 'GET', status: 400 },
    { path: '/files/a', method: 'DELETE', status: 405 },
    { path: '/constructor', method: 'GET', status: 404 },
  ])('refuse $method $path with $status', ({ path, method, status }) => {
    expect(() => findRoute(routes, method, path)).toThrow(expect.objectContaining({ status }))
  })
})

describe('an IotSnap service', () => {
  const start = (health: () => Promise<void>) =>
    startHttpService({
      name: 'store',
      host: '127.0.0.1',
      port: 0,
      health,
      routes: { 'PUT /files/:name': async ({ body }) => jsonAnswer(201, { bytes: (await body()).length }) },
    })

  it('is healthy as long as its dependencies are', async () => {
    let isUp = true
    await using service = await start(async () => {
      if (!isUp) throw new Error('MinIO does not answer')
    })
    const peer = new Peer('CloudStorage', service.url)
    await expect(peer.checkHealth()).resolves.toBeUndefined()
    isUp = false
    await expect(peer.checkHealth()).rejects.toThrow('CloudStorage answered 503 to GET /health')
    await expect(peer.checkHealth()).rejects.toThrow('MinIO does not answer')
  })

  it('counts its responses in its metrics', async () => {
    await using service = await start(async () => undefined)
    const peer = new Peer('CloudStorage', service.url)
    await peer.put('/files/a', Buffer.from('four'))
    await expect(peer.read('/files')).rejects.toMatchObject({ status: 404 })
    const text = (await peer.read('/metrics')).toString('utf8')
    expect(text).toContain('http_requests_total{service="store",status="201"} 1')
    expect(text).toContain('http_requests_total{service="store",status="404"} 1')
  })
})

it('the page of a service escapes hostile names', () => {
  expect(page({ gateways: [{ id: '<script>alert("1")</script>' }] })).toContain(
    '<td>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;</td>',
  )
})
