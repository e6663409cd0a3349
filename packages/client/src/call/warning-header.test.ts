import { describe, expect, it } from 'vitest'
import { Website } from '../testing/kinds.ts'
import { parseWarnings } from './warning-header.ts'
import { type ServerWarning, Warnings } from './warnings.ts'

const latin1 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
const texts = (header: string | readonly string[] | undefined) => parseWarnings(header).map(({ text }) => text)

describe('parseWarnings', () => {
  const cases = [
    { name: 'no header', header: undefined, got: [] },
    { name: 'one warning', header: '299 - "v1 Endpoints is deprecated"', got: ['v1 Endpoints is deprecated'] },
    { name: 'escaped quotes', header: '299 - "unknown field \\"spec.foo\\""', got: ['unknown field "spec.foo"'] },
    { name: 'escaped backslashes', header: '299 - "a \\\\ b"', got: ['a \\ b'] },
    { name: 'commas in a warning text', header: '299 - "a, b", 299 - "c"', got: ['a, b', 'c'] },
    { name: 'a date after the text', header: '299 host:80 "old" "Wed, 21 Oct 2015 07:28:00 GMT"', got: ['old'] },
    { name: 'repeated headers', header: ['299 - "a"', '299 - "b"'], got: ['a', 'b'] },
    { name: 'an empty text', header: '299 - ""', got: [''] },
    { name: 'UTF-8, of which each byte is one character', header: latin1('299 - "张伟, Größe"'), got: ['张伟, Größe'] },
    { name: 'a text that was decoded before', header: '299 - "张伟, Größe"', got: ['张伟, Größe'] },
    { name: 'Latin-1', header: '299 - "Größe"', got: ['Größe'] },
    { name: 'malformed values as no warning', header: 'hello, 299 "x"', got: [] },
    { name: 'an unterminated text as no warning', header: '299 - "half', got: [] },
  ]
  it.each(cases)('parses $name', ({ header, got }) => {
    expect(texts(header)).toEqual(got)
  })

  it('returns code and agent of a warning', () => {
    expect(parseWarnings('199 proxy "stale"')).toEqual([{ code: 199, agent: 'proxy', text: 'stale' }])
  })
})

describe('Warnings', () => {
  it('passes each distinct text on once, with the call that received it', () => {
    const heard: ServerWarning[] = []
    const warnings = new Warnings((warning) => heard.push(warning))
    const operation = { verb: 'create', resource: Website, namespace: 'default', name: 'blog' } as const
    warnings.collect({ warning: ['299 - "a"', '299 - "b"'] }, operation)
    warnings.collect({ warning: '299 - "a"' }, operation)
    warnings.collect({}, operation)
    expect(heard.map(({ text, call }) => `${call}: ${text}`)).toEqual([
      'create websites.web.example.dev default/blog: a',
      'create websites.web.example.dev default/blog: b',
    ])
  })

  it('forgets old texts, so that memory is bounded', () => {
    let heard = 0
    const warnings = new Warnings(() => heard++)
    for (let round = 0; round < 2; round++) {
      for (let index = 0; index < 1_500; index++) {
        warnings.collect({ warning: `299 - "${index}"` }, { verb: 'get', line: 'x' })
      }
    }
    expect(heard).toBe(3_000)
  })
})
