import { describe, expect, it } from 'vitest'
import { invalidObject } from './failures.ts'
import { invalid } from './field-error.ts'
import { maxErrorCharacters } from './response-limit.ts'

const kind = { group: 'example.com', kind: 'Box' }

describe('the Invalid status of an object', () => {
  it('lists each distinct error once in its message, and every cause', () => {
    const twice = [invalid('spec.a', 1, 'no'), invalid('spec.a', 1, 'no'), invalid('spec.b', 'x', 'no')]
    const { message, status } = invalidObject(kind, 'x', twice)
    expect(message).toBe(
      'Box.example.com "x" is invalid: [spec.a: Invalid value: 1: no, spec.b: Invalid value: "x": no]',
    )
    expect(status.details?.causes).toHaveLength(3)
  })

  it('is bounded in size for many errors with long paths', () => {
    const path = `spec.${'k'.repeat(100_000)}`
    const errors = Array.from({ length: 5_000 }, (_, at) => invalid(`${path}.n${at}`, at, 'no'))
    const { message } = invalidObject(kind, 'x', errors)
    expect(message.length).toBeLessThan(maxErrorCharacters + 1_000)
    expect(message).toMatch(/, and 49\d\d more\]$/)
  })

  it('serializes a repeated value only once per status', () => {
    let shown = 0
    const list = { toJSON: () => `${++shown}`.padEnd(1_000_000) }
    invalidObject(
      kind,
      'x',
      Array.from({ length: 5_000 }, () => invalid('spec.scopes', list, 'no')),
    )
    expect(shown).toBeLessThan(10)
  })
})
