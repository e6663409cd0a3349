import { describe, expect, it } from 'vitest'
import { keepArguments } from './back-up.ts'

describe('retention', () => {
  it.each([
    ['keeps as many as it says', { last: 7, weekly: 4 }, ['--keep-last', '7', '--keep-weekly', '4']],
    ['keeps everything if it says nothing', {}, []],
    ['keeps everything if it says zero alone, and never forgets the backup that was just made', { last: 0 }, []],
    ['leaves zero out', { last: 0, daily: 3 }, ['--keep-daily', '3']],
  ])('%s', (_, retention, expected) => {
    expect(keepArguments(retention)).toEqual(expected)
  })
})
