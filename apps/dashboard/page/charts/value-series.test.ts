import { describe, expect, it } from 'vitest'
import { chartShape, formatValue, type Sample, withSample } from './value-series.ts'

const seriesOf = (...samples: Sample[]) =>
  samples.reduce<readonly Sample[]>((series, [at, value]) => withSample(series, at, value), [])

describe('the samples of a chart', () => {
  it('keep the ends of a run of equal values, and every change', () => {
    expect(seriesOf([1, 5], [2, 5], [3, 5], [4, 5], [5, 7])).toEqual([
      [1, 5],
      [4, 5],
      [5, 7],
    ])
  })

  it('ignore a clock that goes back, and drop values older than 15 minutes', () => {
    expect(seriesOf([10, 1], [5, 2])).toEqual([[10, 1]])
    expect(seriesOf([0, 1], [1_000_000, 2])).toEqual([[1_000_000, 2]])
  })

  it('are limited in number', () => {
    const samples = Array.from({ length: 2_000 }, (_, index) => [index, index % 2] as const)
    expect(seriesOf(...samples).length).toBeLessThanOrEqual(500)
  })
})

describe('the line of a chart', () => {
  it('has zero as its base, and reaches from the first sample to the last', () => {
    const series: Sample[] = [
      [0, 50],
      [10, 100],
    ]
    expect(chartShape(series, 100, 40)).toMatchObject({ line: 'M0 20L100 0', low: 0, high: 100, last: [10, 100] })
  })

  it('is level for one sample, or for zeros', () => {
    expect(chartShape([[5, 3]], 100, 40)?.line).toBe('M0 0L100 0')
    const zeros: Sample[] = [
      [0, 0],
      [1, 0],
    ]
    expect(chartShape(zeros, 100, 40)?.line).toBe('M0 40L100 40')
    expect(chartShape([], 100, 40)).toBeUndefined()
  })

  it('is drawn for any number of samples', () => {
    const series = Array.from({ length: 300_000 }, (_, at) => [at, at] as const)
    expect(chartShape(series, 100, 40)).toMatchObject({ least: 0, most: 299_999 })
  })

  it('goes below zero if the values do', () => {
    const series: Sample[] = [
      [0, -10],
      [1, 10],
    ]
    expect(chartShape(series, 100, 40)).toMatchObject({ low: -10, high: 10, line: 'M0 40L100 0' })
  })
})

it.each([
  [0, '0'],
  [0.12345, '0.123'],
  [12.5, '12.5'],
  [999, '999'],
  [1_500, '1.5 k'],
  [-2_000_000, '-2 M'],
  [134_217_728, '134 M'],
])('the value %d is formatted as %s', (value, text) => {
  expect(formatValue(value)).toBe(text)
})
