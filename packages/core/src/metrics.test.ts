import { describe, expect, it } from 'vitest'
import { Counter } from './metrics/counter.ts'
import { Gauge, gaugeOf } from './metrics/gauge.ts'
import { Histogram } from './metrics/histogram.ts'

const head = { name: 'x', help: 'X.', labelNames: ['a', 'b'] }

describe('a counter', () => {
  it('counts each combination of label values separately', () => {
    const counter = new Counter(head)
    counter.add(['1', '2'])
    counter.add(['1', '2'], 3)
    counter.add(['1', '3'])
    expect(counter.collect()).toEqual([
      {
        ...head,
        type: 'counter',
        samples: [
          { labels: { a: '1', b: '2' }, value: 4 },
          { labels: { a: '1', b: '3' }, value: 1 },
        ],
      },
    ])
  })

  it('exposes a touched series as 0, and removes series by leading labels', () => {
    const counter = new Counter(head)
    counter.touch(['1', '2'])
    counter.touch(['1', '3'])
    counter.touch(['2', '2'])
    counter.remove(['1'])
    expect(counter.collect()[0].samples).toEqual([{ labels: { a: '2', b: '2' }, value: 0 }])
  })

  it('has one series without labels', () => {
    const counter = new Counter({ name: 'x', help: 'X.' })
    counter.add()
    expect(counter.collect()[0]).toMatchObject({ labelNames: [], samples: [{ labels: {}, value: 1 }] })
  })
})

describe('a gauge', () => {
  it('can be set, incremented and removed', () => {
    const gauge = new Gauge({ name: 'x', help: 'X.', labelNames: ['a'] })
    gauge.set(['1'], 5)
    gauge.add(['1'], -2)
    gauge.add(['2'], 1)
    gauge.remove(['2'])
    expect(gauge.collect()[0].samples).toEqual([{ labels: { a: '1' }, value: 3 }])
  })

  it('can be created from current values', () => {
    expect(gaugeOf({ name: 'x', help: 'X.' }, [[[], 7]]).samples).toEqual([{ labels: {}, value: 7 }])
  })
})

describe('a histogram', () => {
  it('counts a value in every bucket whose inclusive bound covers it', () => {
    const histogram = new Histogram({ name: 'x', help: 'X.' }, [1, 10])
    for (const amount of [0.5, 1, 2, 100]) histogram.observe([], amount)
    expect(histogram.collect()[0].samples).toEqual([
      {
        labels: {},
        buckets: [
          { le: 1, count: 2 },
          { le: 10, count: 3 },
          { le: Number.POSITIVE_INFINITY, count: 4 },
        ],
        sum: 103.5,
        count: 4,
      },
    ])
  })

  it('exposes a touched series as empty', () => {
    const histogram = new Histogram({ name: 'x', help: 'X.' }, [1])
    histogram.touch()
    expect(histogram.collect()[0].samples).toMatchObject([{ sum: 0, count: 0 }])
    histogram.remove([])
    expect(histogram.collect()[0].samples).toEqual([])
  })
})
