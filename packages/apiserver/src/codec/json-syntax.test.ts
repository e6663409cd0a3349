import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { syntaxProblem } from './json-syntax.ts'
import { JsonText } from './json-text.ts'
import { recordedSyntaxCases } from './testing/recorded.ts'

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Texts that are JSON or nearly so. */
const almostJson = fc
  .tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', '0', '.', 'e', '-', 't', ' ', '\n', '\u0001'),
    fc.boolean(),
  )
  .map(([text, at, piece, isCut]) => {
    const place = at % (text.length + 1)
    return isCut ? `${text.slice(0, place)}${piece}` : `${text.slice(0, place)}${piece}${text.slice(place)}`
  })

describe('syntaxProblem', () => {
  it.each(recordedSyntaxCases())('says of %j what the server says', (text, problem) => {
    expect(syntaxProblem(Buffer.from(text))).toBe(problem)
  })

  it('finds nothing wrong exactly with JSON', () => {
    const judge = (text: string) => {
      expect(syntaxProblem(Buffer.from(text)) === undefined, text).toBe(isJson(text))
    }
    fc.assert(fc.property(almostJson, judge), { numRuns: 2_000 })
  })

  it.each(['[', '{"a":'])('counts to ten thousand %s', (bracket) => {
    const problem = `invalid character '${bracket[0]}' exceeded max depth`
    expect(syntaxProblem(Buffer.from(bracket.repeat(10_001)))).toBe(problem)
    expect(syntaxProblem(Buffer.from(bracket.repeat(10_000)))).toBe('unexpected end of JSON input')
  })
})

describe('JsonText', () => {
  it('takes exactly JSON', () => {
    const accepts = (text: string) => {
      try {
        new JsonText(text).whole()
        return true
      } catch {
        return false
      }
    }
    const judge = (text: string) => {
      expect(accepts(text), text).toBe(isJson(text))
    }
    fc.assert(fc.property(almostJson, judge), { numRuns: 2_000 })
  })
})
