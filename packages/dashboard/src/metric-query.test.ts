import { describe, expect, it } from 'vitest'
import { bucketsOf, isCounter, namesIn, namesQuestion, samplesIn, samplesQuestion } from './metric-query.ts'
import { parseMonitoringPath } from './metric-topics.ts'
import { seriesIn, servicePath } from './metric-source.ts'

describe('the address of an InfluxDB', () => {
  const proxy = (namespace: string, service: string) => `/api/v1/namespaces/${namespace}/services/${service}/proxy`
  it.each([
    ['http://influxdb:8086', proxy('shop', 'http:influxdb:8086')],
    ['http://influxdb', proxy('shop', 'http:influxdb:80')],
    ['https://influxdb.metrics:8443', proxy('metrics', 'https:influxdb:8443')],
    ['http://influxdb.metrics.svc:8086/', proxy('metrics', 'http:influxdb:8086')],
    ['http://influxdb.metrics.svc.cluster.local:8086/db', `${proxy('metrics', 'http:influxdb:8086')}/db`],
  ])('%s is a Service that is reached through the API server proxy', (url, path) => {
    expect(servicePath(url, 'shop')).toBe(path)
  })

  it.each([
    'http://127.0.0.1:8086',
    'http://localhost:8086',
    'http://[::1]:8086',
    'http://influx.example.dev:8086',
    'http://169.254.169.254',
    'http://0x7f000001:80',
    'file:///etc/passwd',
    'http://a/%2e%2e%2fsecrets',
    '',
    'x',
  ])('%s is not a Service, and no connection is made', (url) => {
    expect(servicePath(url, 'shop')).toBeUndefined()
  })
})

describe('InfluxDB queries', () => {
  it('escape names', () => {
    expect(namesQuestion("a' OR 1=1")).toContain(String.raw`"monitoring" = 'a\' OR 1=1'`)
    const question = samplesQuestion({ measurement: 'x" FROM y', field: 'a\\' }, 'shop.api', bucketsOf('10s'))
    expect(question).toContain(String.raw`FROM "x\" FROM y"`)
    expect(question).toContain(String.raw`mean("a\\")`)
  })

  it.each([
    [{ measurement: 'http_requests_total', field: 'counter' }, true],
    [{ measurement: 'prometheus', field: 'requests_total' }, true],
    [{ measurement: 'process_resident_memory_bytes', field: 'gauge' }, false],
    [{ measurement: 'cpu', field: 'usage_idle' }, false],
  ])('use the derivative for counters: %o', (metric, expected) => {
    expect(isCounter(metric)).toBe(expected)
    expect(samplesQuestion(metric, 'a.b', bucketsOf('10s')).includes('non_negative_derivative')).toBe(expected)
  })
})

it.each([
  ['10s', 30, 900],
  ['500ms', 30, 900],
  ['1m', 120, 3_600],
  ['999999m', 3_600, 108_000],
  [undefined, 30, 900],
  ['often', 30, 900],
])('a sample interval of %s gives one point per %d seconds', (interval, seconds, withinSeconds) => {
  expect(bucketsOf(interval)).toEqual({ seconds, withinSeconds })
})

describe('InfluxDB responses', () => {
  const answer = {
    results: [
      {
        series: [
          {
            name: 'cpu',
            columns: ['time', 'host', 'usage', 'note'],
            values: [[1, 'a', 0.5, 'x'], 'nonsense', [2, 'b', null, 3]],
          },
        ],
      },
    ],
  }

  it('list the numeric fields', () => {
    expect([...namesIn(seriesIn(answer)).values()]).toEqual([
      { measurement: 'cpu', field: 'usage' },
      { measurement: 'cpu', field: 'note' },
    ])
  })

  it('become samples sorted by time, without the incomplete last bucket', () => {
    const values = [
      [3, 30],
      [1, 10],
      [2, null],
      [4, 40],
    ]
    const series = seriesIn({ results: [{ series: [{ name: 'cpu', columns: ['time', 'sum'], values }] }] })
    expect(samplesIn(series)).toEqual([
      [1, 10],
      [3, 30],
    ])
  })

  it.each([[{}], [null], ['x'], [{ results: 'x' }], [{ results: [{ series: [null, 3] }] }]])(
    'have no samples if their shape is invalid: %j',
    (nonsense) => {
      expect(samplesIn(seriesIn(nonsense))).toEqual([])
    },
  )

  it('are scanned only up to a limit', () => {
    const reads = { count: 0 }
    const row = new Proxy<unknown[]>([], { get: () => (reads.count++, 'text') })
    const rows = Array.from({ length: 10_000 }, () => row)
    const columns = Array.from({ length: 10_000 }, (_, at) => `c${at}`)
    expect(namesIn([{ name: 'cpu', columns, rows }]).size).toBe(0)
    expect(reads.count).toBeLessThanOrEqual(5_000)
    const many = Array.from({ length: 2_000 }, (_, at) => ({
      name: at < 1_000 ? 'x' : 'y',
      columns: ['a'],
      rows: [[1]],
    }))
    expect([...namesIn(many).keys()]).toEqual(['x a'])
  })

  it('yield at most 500 names of bounded length, and scanning stops there', () => {
    const long = 'x'.repeat(301)
    const columns = [long, ...Array.from({ length: 900 }, (_, at) => `c${at}`)]
    const rows = [columns.map(() => 1)]
    const unread = {
      name: 'z',
      rows,
      get columns(): readonly string[] {
        throw new Error('it was read')
      },
    }
    const names = namesIn([{ name: long, columns, rows }, { name: 'cpu', columns, rows }, unread])
    expect(names.size).toBe(500)
    expect([...names.values()].every(({ field, measurement }) => field !== long && measurement === 'cpu')).toBe(true)
  })

  it('yield at most the last 1,000 samples', () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => [at, 1])
    const samples = samplesIn([{ name: 'cpu', columns: ['time', 'sum'], rows }])
    expect([samples.length, samples[0]![0], samples.at(-1)![0]]).toEqual([1_000, 198_999, 199_998])
  })

  it('with an error are reported as an error', () => {
    expect(() => seriesIn({ results: [{ error: 'database not found: shop' }] })).toThrow('database not found: shop')
  })
})

it.each([
  ['shop/api', 0, { namespace: 'shop', name: 'api', rest: [] }],
  ['shop/api/a%2Fb/usage', 2, { namespace: 'shop', name: 'api', rest: ['a/b', 'usage'] }],
  ['shop', 0, undefined],
  ['shop/api/x', 0, undefined],
  ['shop/%E0%A4%A', 0, undefined],
])('the metric path %s is parsed into Monitoring and metric', (text, parts, expected) => {
  expect(parseMonitoringPath(text, parts)).toEqual(expected)
})
