import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMicroTime, formatTime, parseMicroTime, parseTime } from './time.ts'

const newYear = Date.UTC(2026, 0, 1)
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59)

describe('Time', () => {
  it.each([
    [0, '1970-01-01T00:00:00Z'],
    [newYear + 999, '2026-01-01T00:00:00Z'],
    [newYear + 0.5, '2026-01-01T00:00:00Z'],
    [-1, '1969-12-31T23:59:59Z'],
    [lastMoment, '9999-12-31T23:59:59Z'],
  ])('formats %d as %s', (ms, text) => {
    expect(formatTime(ms)).toBe(text)
  })

  it.each([
    ['2026-01-01T00:00:00Z', newYear],
    ['2026-01-01T01:30:00+01:30', newYear],
    ['2025-12-31T19:00:00-05:00', newYear],
    ['2026-01-01T00:00:00.123Z', newYear + 123],
    ['2026-01-01T00:00:00.000000001Z', newYear + 0.000001],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
  ])('parses %s', (text, ms) => {
    expect(parseTime(text)).toBeCloseTo(ms, 6)
  })

  const unreadable = [
    '',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '2026-01-01 00:00:00Z',
    '2026-01-01t00:00:00z',
    '2026-01-01T00:00Z',
    '2026-1-1T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00.Z',
    '+02026-01-01T00:00:00Z',
  ]

  it.each(unreadable)('rejects %j', (text) => {
    expect(() => parseTime(text)).toThrow(`Cannot read the time ${JSON.stringify(text)}: it is not in RFC 3339 form.`)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, lastMoment + 1_000, Date.UTC(-1, 0)])(
    'rejects %d when formatting',
    (ms) => {
      expect(() => formatTime(ms)).toThrow(expect.objectContaining({ code: 'KW_CORE_TIME' }))
      expect(() => formatMicroTime(ms)).toThrow(expect.objectContaining({ code: 'KW_CORE_TIME' }))
    },
  )
})

describe('MicroTime', () => {
  it.each([
    [newYear, '2026-01-01T00:00:00.000000Z'],
    [newYear + 1.5, '2026-01-01T00:00:00.001500Z'],
    [newYear + 999.9999, '2026-01-01T00:00:01.000000Z'],
    [newYear - 0.25, '2025-12-31T23:59:59.999750Z'],
  ])('formats %d as %s', (ms, text) => {
    expect(formatMicroTime(ms)).toBe(text)
  })

  it.each([
    '2026-01-01T00:00:00Z',
    '2026-01-01T00:00:00.123Z',
    '2026-01-01T00:00:00.1234567Z',
    '2026-02-30T00:00:00.000000Z',
  ])('rejects %s, as kube-apiserver does', (text) => {
    expect(() => parseMicroTime(text)).toThrow("Write six decimals, as in '2026-01-01T00:00:00.000000Z'.")
  })

  it('round-trips every microsecond within two hundred years', () => {
    const second = fc.integer({ min: -6_000_000_000, max: 8_700_000_000 })
    const micros = fc.integer({ min: 0, max: 999_999 })
    fc.assert(
      fc.property(second, micros, (seconds, fraction) => {
        const text = `${formatTime(seconds * 1_000).slice(0, -1)}.${String(fraction).padStart(6, '0')}Z`
        expect(formatMicroTime(parseMicroTime(text))).toBe(text)
      }),
    )
  })
})
