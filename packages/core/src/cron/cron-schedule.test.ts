import { describe, expect, it } from 'vitest'
import { type CronFields, parseCron } from './cron-schedule.ts'

const fieldsOf = (text: string): CronFields => {
  const schedule = parseCron(text)
  if (schedule.type !== 'fields') throw new Error(JSON.stringify(schedule))
  return schedule.fields
}

describe('parseCron', () => {
  const minutes = [
    { text: '5', values: [5] },
    { text: '5,10', values: [5, 10] },
    { text: '10-12', values: [10, 11, 12] },
    { text: '*/20', values: [0, 20, 40] },
    { text: '50/5', values: [50, 55] },
    { text: '10-20/5,59', values: [10, 15, 20, 59] },
  ]
  it.each(minutes)('parses the minute field $text', ({ text, values }) => {
    expect([...fieldsOf(`${text} * * * *`).minutes]).toEqual(values)
  })

  it('accepts names of months and weekdays in any case', () => {
    const { months, weekdays } = fieldsOf('0 0 * jan-mar,DEC mon-Fri/2')
    expect([...months]).toEqual([1, 2, 3, 12])
    expect([...weekdays]).toEqual([1, 3, 5])
  })

  const days = [
    { text: '* * 1 * *', needsBothDays: true },
    { text: '* * * * 1', needsBothDays: true },
    { text: '* * ? * 1', needsBothDays: true },
    { text: '* * 1 * 1', needsBothDays: false },
    { text: '* * */2 * 1', needsBothDays: false },
  ]
  it.each(days)('$text requires both day of month and weekday to match: $needsBothDays', ({ text, needsBothDays }) => {
    expect(fieldsOf(text).needsBothDays).toBe(needsBothDays)
  })

  it.each(['constructor', '__proto__', 'toString'])(
    'does not treat %s, a member of Object.prototype, as a descriptor',
    (name) => {
      expect(parseCron(name)).toEqual({ type: 'problem', message: `expected exactly 5 fields, found 1: [${name}]` })
    },
  )

  it('accepts descriptors such as @weekly and @every', () => {
    expect(parseCron('@weekly')).toEqual(parseCron('0 0 * * 0'))
    expect(parseCron('@every 1h30m')).toEqual({ type: 'every', ms: 5_400_000 })
    expect(parseCron('@every 10ms')).toEqual({ type: 'every', ms: 1_000 })
  })

  const odd = [
    { text: '*-5 * * * *', same: '* * * * *' },
    { text: ',5,,6 * * * *', same: '5,6 * * * *' },
    { text: ' +5  * * * * ', same: '5 * * * *' },
    { text: '@every 0', same: '@every 1s' },
    { text: '@every -1h', same: '@every 1s' },
    { text: '@every .5h', same: '@every 30m' },
  ]
  it.each(odd)('parses the unusual $text as kube-apiserver does: as $same', ({ text, same }) => {
    expect(parseCron(text)).toEqual(parseCron(same))
  })

  it('accepts a field without values, which never matches', () => {
    expect(fieldsOf(', * * * *').minutes.size).toBe(0)
  })

  const wrong = [
    { text: '', message: 'empty spec string' },
    { text: ' @hourly', message: 'expected exactly 5 fields, found 1: [@hourly]' },
    { text: '-1 * * * *', message: 'failed to parse int from : strconv.Atoi: parsing "": invalid syntax' },
    { text: '1-2-3/x/y * * * *', message: 'too many hyphens: 1-2-3/x/y' },
    { text: '1/2/3 * * * *', message: 'too many slashes: 1/2/3' },
    { text: '* * * *', message: 'expected exactly 5 fields, found 4: [* * * *]' },
    { text: '60 * * * *', message: 'end of range (60) above maximum (59): 60' },
    { text: '* * 0 * *', message: 'beginning of range (0) below minimum (1): 0' },
    { text: '5-1 * * * *', message: 'beginning of range (5) beyond end of range (1): 5-1' },
    { text: '*/0 * * * *', message: 'step of range should be a positive number: */0' },
    { text: '1-2-3 * * * *', message: 'too many hyphens: 1-2-3' },
    { text: 'x * * * *', message: 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax' },
    { text: '@every 1d', message: 'failed to parse duration @every 1d: time: unknown unit "d" in duration "1d"' },
    {
      text: '@every 1é\x7f',
      message:
        'failed to parse duration @every 1é\x7f: time: unknown unit "\\xc3\\xa9\x7f" in duration "1\\xc3\\xa9\x7f"',
    },
    { text: '@every 1h1', message: 'failed to parse duration @every 1h1: time: missing unit in duration "1h1"' },
    { text: '@often', message: 'unrecognized descriptor: @often' },
    { text: '@every soon', message: 'failed to parse duration @every soon: time: invalid duration "soon"' },
  ]
  it.each(wrong)('rejects $text with the message of kube-apiserver', ({ text, message }) => {
    expect(parseCron(text)).toEqual({ type: 'problem', message })
  })
})
