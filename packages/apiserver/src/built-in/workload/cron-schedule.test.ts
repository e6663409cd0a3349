import { describe, expect, it } from 'vitest'
import { scheduleProblem } from './cron-schedule.ts'

describe('scheduleProblem', () => {
  it.each([
    '* * * * *',
    '*/5 1-3,7 * jan-mar MON',
    '0 0 31 12 0',
    '@hourly',
    '@every 1h30m',
    '5/10 * * * ?',
    'TZ=UTC 1 * * * *',
  ])('is undefined for %s', (schedule) => {
    expect(scheduleProblem(schedule)).toBeUndefined()
  })

  it.each([
    { schedule: '', problem: 'empty spec string' },
    { schedule: '* *', problem: 'expected exactly 5 fields, found 2: [* *]' },
    { schedule: '60 * * * *', problem: 'end of range (60) above maximum (59): 60' },
    { schedule: '* * 0 * *', problem: 'beginning of range (0) below minimum (1): 0' },
    { schedule: '5-1 * * * *', problem: 'beginning of range (5) beyond end of range (1): 5-1' },
    { schedule: '*/0 * * * *', problem: 'step of range should be a positive number: */0' },
    { schedule: '1/2/3 * * * *', problem: 'too many slashes: 1/2/3' },
    { schedule: '1-2-3 * * * *', problem: 'too many hyphens: 1-2-3' },
    { schedule: '@nope', problem: 'unrecognized descriptor: @nope' },
    { schedule: '@every x', problem: 'failed to parse duration @every x: time: invalid duration "x"' },
    { schedule: 'x * * * *', problem: 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax' },
  ])('describes the problem of $schedule', ({ schedule, problem }) => {
    expect(scheduleProblem(schedule)).toBe(problem)
  })
})
