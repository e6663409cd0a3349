import { describe, expect, it } from 'vitest'
import { humanAge, humanDuration } from './human-duration.ts'

const [minute, hour, day] = [60, 3_600, 86_400]

describe('humanDuration', () => {
  it.each([
    { seconds: -5, text: '<invalid>' },
    { seconds: -1, text: '0s' },
    { seconds: 0, text: '0s' },
    { seconds: 119, text: '119s' },
    { seconds: 2 * minute, text: '2m' },
    { seconds: 2 * minute + 1, text: '2m1s' },
    { seconds: 10 * minute + 59, text: '10m' },
    { seconds: 3 * hour - 1, text: '179m' },
    { seconds: 3 * hour + 5 * minute, text: '3h5m' },
    { seconds: 8 * hour + 59 * minute, text: '8h' },
    { seconds: 2 * day, text: '2d' },
    { seconds: 2 * day + 3 * hour, text: '2d3h' },
    { seconds: 8 * day + 23 * hour, text: '8d' },
    { seconds: 2 * 365 * day + 3 * day, text: '2y3d' },
    { seconds: 8 * 365 * day, text: '8y' },
  ])('is $text for $seconds seconds', ({ seconds, text }) => {
    expect(humanDuration(seconds * 1_000)).toBe(text)
  })
})

describe('humanAge', () => {
  it('is <unknown> without a timestamp', () => {
    expect(humanAge(undefined, 0)).toBe('<unknown>')
  })

  it('is relative to the given time', () => {
    expect(humanAge('1970-01-01T00:00:00Z', 5_000)).toBe('5s')
  })
})
