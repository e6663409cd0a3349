import { describe, expect, it } from 'vitest'
import { monitoringEntry } from './backup-and-monitoring-entries.ts'
import { askInflux, textOf } from './metric-source.ts'
import { withoutUserinfo } from './shown-url.ts'

const signal = new AbortController().signal
const sink = { url: 'http://influxdb:8086', database: 'shop', namespace: 'shop' }
const megabyte = new Uint8Array(2 ** 20).fill(32)

/** An endless response, and how much of it was read. */
function endless() {
  const seen = { chunks: 0, isClosed: false }
  async function* chunks() {
    try {
      for (; seen.chunks < 100; seen.chunks++) yield megabyte
    } finally {
      seen.isClosed = true
    }
  }
  return { seen, chunks }
}

describe('a response of InfluxDB', () => {
  it('is decoded even if a chunk ends inside a character', async () => {
    const bytes = new TextEncoder().encode('{"ä":1}')
    async function* halves() {
      yield bytes.slice(0, 3)
      yield bytes.slice(3)
    }
    expect(await textOf(halves())).toBe('{"ä":1}')
  })

  it('is aborted after 4 MB when read through the API server', async () => {
    const { seen, chunks } = endless()
    const client = { request: async ({ streams }: { streams?: true }) => streams === true && chunks() }
    const asked = askInflux({ client: client as never }, sink, 'q', signal)
    await expect(asked).rejects.toMatchObject({
      code: 'KW_DASHBOARD_METRICS',
      message: expect.stringContaining('its answer is larger than 4 MB') as string,
    })
    expect(seen).toEqual({ chunks: 4, isClosed: true })
  })

  it('is aborted after 4 MB when fetched directly', async () => {
    const { seen, chunks } = endless()
    const fetch = async () => new Response(chunks() as never)
    await expect(askInflux({ client: {} as never, fetch }, sink, 'q', signal)).rejects.toThrow('larger than 4 MB')
    expect(seen.isClosed).toBe(true)
    expect(seen.chunks).toBeLessThan(10)
  })

  it('with deeply nested columns has no names', async () => {
    const columns = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const fetch = async () => new Response(`{"results":[{"series":[{"name":"a","columns":[${columns}]}]}]}`)
    const series = await askInflux({ client: {} as never, fetch }, sink, 'q', signal)
    expect(series).toEqual([{ name: 'a', columns: [''], rows: [] }])
  })
})

describe('user and password of a URL', () => {
  it.each([
    ['http://me:secret@influxdb:8086/db', 'http://influxdb:8086/db'],
    ['http://me:se@cret@influxdb', 'http://influxdb'],
    ['http:\\\\me:secret@influxdb', 'http:\\\\influxdb'],
    ['//me:secret@influxdb', '//influxdb'],
    ['me:secret@influxdb', 'influxdb'],
    ['http://influxdb:8086/a@b?c=@d', 'http://influxdb:8086/a@b?c=@d'],
    ['', ''],
  ])('are removed: %s', (url, shown) => {
    expect(withoutUserinfo(url)).toBe(shown)
  })

  it('appear neither in an entry nor in an error', async () => {
    const url = 'http://me:secret@influxdb:8086'
    const object = { metadata: { name: 'a', namespace: 'b', uid: 'c' }, spec: { sink: { url, database: 'shop' } } }
    const kind = { group: 'monitoring.kubewright.dev', version: 'v1alpha1', kind: 'Monitoring' }
    expect(JSON.stringify(monitoringEntry(object as never, kind))).not.toContain('secret')
    object.spec.sink.url = `http://me:secret${'x'.repeat(500)}@influxdb`
    expect(JSON.stringify(monitoringEntry(object as never, kind))).not.toContain('secret')
    const asked = askInflux({ client: {} as never, fetch: globalThis.fetch }, { ...sink, url }, 'q', signal)
    const error = await asked.catch((one: unknown) => one)
    expect(String(error)).toContain('http://influxdb:8086')
    expect(String(error)).not.toContain('secret')
  })
})
