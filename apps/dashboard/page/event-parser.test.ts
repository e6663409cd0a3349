import { describe, expect, it } from 'vitest'
import { EventParser } from './event-parser.ts'

const text = 'event: hello\ndata: {"a":1}\n\nevent: change\ndata: {"b":2}\n\n'
const events = [
  { type: 'hello', data: '{"a":1}' },
  { type: 'change', data: '{"b":2}' },
]

describe('server-sent events', () => {
  it.each([1, 2, 3, 7, 1_000])('are parsed from chunks of %i characters', (size) => {
    const parser = new EventParser()
    const found = []
    for (let at = 0; at < text.length; at += size) found.push(...parser.take(text.slice(at, at + size)))
    expect(found).toEqual(events)
  })

  it('are buffered until they are complete', () => {
    const parser = new EventParser()
    expect(parser.take('event: a\ndata: 1')).toEqual([])
    expect(parser.take('2\n')).toEqual([])
    expect(parser.take('\n')).toEqual([{ type: 'a', data: '12' }])
  })

  it('are skipped if they are comments', () => {
    expect(new EventParser().take(': ping\n\n')).toEqual([])
  })
})
