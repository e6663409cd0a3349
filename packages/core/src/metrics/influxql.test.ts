import { describe, expect, it } from 'vitest'
import { influxName, influxText } from './influxql.ts'

describe('InfluxQL', () => {
  it('names are quoted with double quotes, values with single ones', () => {
    expect([influxName('cpu'), influxText('web-0')]).toEqual(['"cpu"', "'web-0'"])
  })

  it.each([
    { name: 'the quote', text: `a"b'c`, quoted: [String.raw`"a\"b'c"`, String.raw`'a"b\'c'`] },
    { name: 'a backslash', text: 'a\\', quoted: [String.raw`"a\\"`, String.raw`'a\\'`] },
    { name: 'a line break', text: 'a\nb', quoted: [String.raw`"a\nb"`, String.raw`'a\nb'`] },
  ])('$name ends neither', ({ text, quoted }) => {
    expect([influxName(text), influxText(text)]).toEqual(quoted)
  })
})
