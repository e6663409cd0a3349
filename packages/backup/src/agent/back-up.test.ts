import { describe, expect, it } from 'vitest'
import { keepArguments } from './back-up.ts'

describe('backup retention', () => {
  it.each([
    ['keeps as many snapshots as the plan says', { last: 7, weekly: 4 }, ['--keep-last', '7', '--keep-weekly', '4']],
    ['keeps every snapshot if nothing is set', {}, []],
    ['keeps every snapshot if only zero is set, including the one just made', { last: 0 }, []],
    ['omits a zero beside other limits', { last: 0, daily: 3 }, ['--keep-daily', '3']],
  ])('%s', (_, retention, expected) => {
    expect(keepArguments(retention)).toEqual(expected)
  })
})
