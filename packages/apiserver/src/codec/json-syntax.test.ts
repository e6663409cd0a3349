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

/** Valid and nearly valid JSON texts. */
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
  it.each(recordedSyntaxCases())('of %j matches the message of kube-apiserver', (text, problem) => {
    expect(syntaxProblem(Buffer.from(text))).toBe(problem)
  })

  it('is undefined exactly for texts that JSON.parse accepts', () => {
    const judge = (text: string) => {
      expect(syntaxProblem(Buffer.from(text)) === undefined, text).toBe(isJson(text))
    }
    fc.assert(fc.property(almostJson, judge), { numRuns: 2_000 })
  })

  it.each(['[', '{"a":'])('limits nesting of %s to ten thousand', (bracket) => {
    const problem = `invalid character '${bracket[0]}' exceeded max depth`
    expect(syntaxProblem(Buffer.from(bracket.repeat(10_001)))).toBe(problem)
    expect(syntaxProblem(Buffer.from(bracket.repeat(10_000)))).toBe('unexpected end of JSON input')
  })
})

describe('JsonText', () => {
  it('accepts exactly the texts that JSON.parse accepts', () => {
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
