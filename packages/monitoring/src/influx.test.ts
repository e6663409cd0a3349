import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { readSamples } from './influx.ts'
import { formatLatestQuery, formatQuery } from './influx-query.ts'

const query = { measurement: 'requests', field: 'counter', tags: { app: 'shop' }, withinSeconds: 60 }

function answering(status: number, body: unknown) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (url: unknown) => {
    asked.push(decodeURIComponent(url as string).replaceAll('+', ' '))
    return new Response(JSON.stringify(body), { status })
  }
  return { asked, options: { url: 'http://influx:8086', database: 'shop', fetch } }
}

describe('an InfluxDB query for samples', () => {
  it('averages per pod and sums over pods', () => {
    expect(formatQuery(query)).toBe(
      `SELECT sum("value") FROM (SELECT mean("counter") AS "value" FROM "requests" WHERE time > now() - 60s AND "app" = 'shop' GROUP BY time(10s), "pod" fill(none)) WHERE time > now() - 60s GROUP BY time(10s) fill(none)`,
    )
  })

  it('uses the non-negative derivative for a rate, as counters may restart at zero', () => {
    expect(formatQuery({ ...query, as: 'rate' })).toContain(
      'SELECT non_negative_derivative(max("counter"), 1s) AS "value"',
    )
  })

  it('returns at most five hundred samples', () => {
    expect(formatQuery({ ...query, withinSeconds: 86_400 })).toContain('GROUP BY time(173s)')
  })

  it('escapes measurement and tags, so that they cannot inject a query', () => {
    const hostile = { ...query, measurement: 'a" WHERE 1=1; DROP DATABASE x; --', tags: { app: "x' OR '1'='1\\" } }
    const text = formatQuery(hostile)
    expect(text).toContain(String.raw`FROM "a\" WHERE 1=1; DROP DATABASE x; --" WHERE`)
    expect(text).toContain(String.raw`"app" = 'x\' OR \'1\'=\'1\\'`)
    expect(formatLatestQuery({ tags: { a: "'" }, withinSeconds: 0 })).toContain(
      String.raw`time > now() - 1s AND "a" = '\''`,
    )
  })

  it('skips empty samples and the last one, which is incomplete', async () => {
    const values = [
      [1_000, 3],
      [2_000, null],
      [3_000, 4],
      [4_000, 1],
    ]
    const { options, asked } = answering(200, { results: [{ series: [{ values }] }] })
    expect(await readSamples(query, options)).toEqual([
      { at: 1_000, value: 3 },
      { at: 3_000, value: 4 },
    ])
    expect(asked[0]).toContain('http://influx:8086/query?db=shop&epoch=ms&q=SELECT')
  })

  it('returns no samples if there are no series', async () => {
    expect(await readSamples(query, answering(200, { results: [{}] }).options)).toEqual([])
  })

  it('follows no redirect, and fails if the response is larger than one mebibyte', async () => {
    const requests: (RequestInit | undefined)[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      requests.push(init)
      return new Response('x'.repeat(1024 * 1024 + 1))
    }
    await expect(readSamples(query, { url: 'http://influx:8086', database: 'shop', fetch })).rejects.toThrow(
      'its answer has more than 1048576 bytes',
    )
    expect(requests).toMatchObject([{ redirect: 'error' }])
  })

  it('times out after five seconds', async () => {
    const clock = new VirtualClock()
    const fetch: typeof globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error))
      })
    const asked = readSamples(query, { url: 'http://influx:8086', database: 'shop', fetch, clock })
    const [failure] = await Promise.all([asked.catch((error: unknown) => error), clock.advance('5s')])
    expect(failure).toMatchObject({ message: expect.stringContaining('it did not respond within 5 seconds') })
  })

  it.each([
    [200, { results: [{ error: 'database not found: shop' }] }, 'database not found: shop'],
    [503, 'busy', 'it answered 503'],
  ])('fails with the reason: %s', async (status, body, why) => {
    await expect(readSamples(query, answering(status, body).options)).rejects.toMatchObject({
      code: 'KW_MONITORING_SINK',
      message: expect.stringContaining(why),
    })
  })
})
