import { describe, expect, it } from 'vitest'
import { digestOf } from './digest.ts'

describe('digestOf', () => {
  it('is equal for values with the same JSON, regardless of key order and undefined or null fields', () => {
    expect(digestOf({ a: 1, b: { c: [1, 2], d: undefined, e: null } })).toBe(digestOf({ b: { c: [1, 2] }, a: 1 }))
  })

  it('hashes non-JSON values as JSON.stringify sends them', () => {
    const at = new Date(0)
    const sent = JSON.parse(JSON.stringify({ at, list: [undefined, 1] })) as unknown
    expect(digestOf({ at, list: [undefined, 1] })).toBe(digestOf(sent))
  })

  it('differs for different values', () => {
    const values = [
      {},
      [],
      { a: 1 },
      { a: '1' },
      { a: '1,"b":2' },
      { a: '1', b: 2 },
      { a: [null] },
      { a: [1, 2] },
      { a: [2, 1] },
      { a: { b: 1 } },
      { __proto__x: 1 },
      0,
      '',
    ]
    expect(new Set(values.map(digestOf)).size).toBe(values.length)
  })
})
