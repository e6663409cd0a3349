import { describe, expect, it } from 'vitest'
import { readTime } from './go-time.ts'

describe('readTime', () => {
  it.each([
    ['2020-01-31T10:20:30Z', '2020-01-31T10:20:30Z'],
    ['2020-01-01T00:00:00.123+02:00', '2019-12-31T22:00:00Z'],
    ['2020-01-01T05:00:00.123456789123Z', '2020-01-01T05:00:00Z'],
    ['2020-01-01T05:00:00,5Z', '2020-01-01T05:00:00Z'],
    ['2020-01-01T05:00:00+24:00', '2019-12-31T05:00:00Z'],
    ['2020-01-01T5:00:00Z', '2020-01-01T05:00:00Z'],
    ['2020-01-01T05:00:00-00:00', '2020-01-01T05:00:00Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
    ['0001-01-01T00:00:00Z', null],
    ['9999-12-31T23:59:59-05:00', '10000-01-01T04:59:59Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
  ])('reads %s as %s', (text, written) => {
    expect(readTime(text, 'seconds')).toBe(written)
  })

  it.each([
    ['2020-01-01T00:00:00.123456+01:00', '2019-12-31T23:00:00.123456Z'],
    ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999999Z'],
    ['2020-01-01T05:00:00,123456Z', '2020-01-01T05:00:00.123456Z'],
    ['0001-01-01T00:00:00.000000Z', null],
  ])('reads %s in microseconds as %s', (text, written) => {
    expect(readTime(text, 'micros')).toBe(written)
  })

  it.each([
    ['x', 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'],
    ['', 'parsing time "" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "2006"'],
    ['2020-01-01', 'parsing time "2020-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"'],
    ['2020-13-01T00:00:00Z', 'parsing time "2020-13-01T00:00:00Z": month out of range'],
    ['2020-02-30T00:00:00Z', 'parsing time "2020-02-30T00:00:00Z": day out of range'],
    [
      '2020-01-01T05:00:00.Z',
      'parsing time "2020-01-01T05:00:00.Z" as "2006-01-02T15:04:05Z07:00": cannot parse ".Z" as "Z07:00"',
    ],
    [
      '2020-01-01T5:0:00Z',
      'parsing time "2020-01-01T5:0:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "0:00Z" as "04"',
    ],
  ])("of %j fails with Go's message", (text, problem) => {
    expect(() => readTime(text, 'seconds')).toThrow(problem)
  })

  it.each([
    ['2020-01-01T00:00:00Z', 'cannot parse "Z" as ".000000"'],
    ['2020-01-01T24:00:00.000000Z', ': hour out of range'],
    ['2020-01-01T00:60:00.000000Z', ': minute out of range'],
    ['2020-01-01T00:00:60.000000Z', ': second out of range'],
    ['2020-1-01T05:00:00.000000Z', 'cannot parse "1-01T05:00:00.000000Z" as "01"'],
    ['2020-01-01T05:00:00.12345xZ', 'cannot parse ".12345xZ" as ".000000"'],
    ['2020-01-01T05:00:00.1234567Z', 'cannot parse "7Z" as "Z07:00"'],
    ['2020-01-01T05:00:00.123456+25:00', ': time zone offset hour out of range'],
    ['2020-01-01T05:00:00.123456+24:61', ': time zone offset minute out of range'],
    ['2020-01-01T05:00:00.123456Zx', ': extra text: "x"'],
    ['2020-01-01T05:00:00.-12345Z', ': fractional second out of range'],
    ['2021-02-29T05:00:00.123456Z', ': day out of range'],
    ['é"\\', 'parsing time "\\xc3\\xa9\\"\\\\" as'],
  ])("of %s in microseconds fails with Go's message", (text, problem) => {
    expect(() => readTime(text, 'micros')).toThrow(problem)
  })
})
