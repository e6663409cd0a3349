import { describe, expect, it } from 'vitest'
import { digestOf } from './digest.ts'

describe('digestOf', () => {
  it('is the same for values that say the same', () => {
    expect(digestOf({ a: 1, b: { c: [1, 2], d: undefined, e: null } })).toBe(digestOf({ b: { c: [1, 2] }, a: 1 }))
  })

  it('takes what is not JSON for what it is sent as', () => {
    const at = new Date(0)
    const sent = JSON.parse(JSON.stringify({ at, list: [undefined, 1] })) as unknown
    expect(digestOf({ at, list: [undefined, 1] })).toBe(digestOf(sent))
  })

  it('differs for values that do not', () => {
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
