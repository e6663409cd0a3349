import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Duration, formatDuration, parseDuration, toMs } from './duration.ts'

describe('durations', () => {
  const readable: readonly (readonly [Duration, number])[] = [
    ['250ms', 250],
    ['30s', 30_000],
    ['.5s', 500],
    ['1.5h', 5_400_000],
    ['2d', 172_800_000],
    [0, 0],
    [12.5, 12.5],
  ]

  it.each(readable)('parses %s as %d ms', (duration, ms) => {
    expect(toMs(duration)).toBe(ms)
  })

  it('parses combined units', () => {
    expect(parseDuration('1d2h3m4s5ms')).toBe(93_784_005)
  })

  const unreadable = ['', '5', 's', '5 s', '-5s', '5sec', '5s ', ' 5s', '1e3s', '5S', '1.s', 'Infinitys', '5s5']

  it.each(unreadable)('rejects %j', (text) => {
    expect(() => parseDuration(text)).toThrow(
      `Cannot read the duration ${JSON.stringify(text)}: it is not a non-negative number with a unit. Write a number and one of ms, s, m, h, d, such as '30s' or '1h30m'.`,
    )
  })

  it.each(['1', '1.', '.1', '1.1', '1s '])('rejects %j repeated 100,000 times in linear time', (text) => {
    expect(() => parseDuration(text.repeat(100_000))).toThrow(expect.objectContaining({ code: 'KW_CORE_DURATION' }))
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, null])(
    'names the value %s, which is no duration',
    (given) => {
      expect(() => toMs(given as number)).toThrow(`Cannot read the duration ${given}: it is not a`)
    },
  )

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('rejects %d ms', (ms) => {
    expect(() => toMs(ms)).toThrow(expect.objectContaining({ code: 'KW_CORE_DURATION' }))
    expect(() => formatDuration(ms)).toThrow(expect.objectContaining({ code: 'KW_CORE_DURATION' }))
  })

  it('round-trips whole milliseconds', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (ms) => {
        expect(parseDuration(formatDuration(ms))).toBe(ms)
      }),
    )
  })

  it('formats only non-zero units', () => {
    expect([0, 1, 60_000, 90_061_001].map(formatDuration)).toEqual(['0s', '1ms', '1m', '1d1h1m1s1ms'])
  })
})
