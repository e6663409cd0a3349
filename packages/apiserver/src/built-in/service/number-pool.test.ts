import { describe, expect, it } from 'vitest'
import { NumberPool } from './number-pool.ts'

const nobody = () => false

describe('NumberPool', () => {
  it('allocates sequentially, numbers before the start last', () => {
    const pool = new NumberPool(1, 4, 3)
    expect([1, 2, 3, 4].map(() => pool.take(nobody))).toEqual([3, 4, 1, 2])
  })

  it('skips numbers in use', () => {
    const pool = new NumberPool(1, 4)
    expect(pool.take((value) => value < 3)).toBe(3)
  })

  it('returns undefined when exhausted', () => {
    expect(new NumberPool(1, 4).take(() => true)).toBeUndefined()
  })

  it('does not return the last allocated number again at once, even if unused', () => {
    const pool = new NumberPool(1, 2)
    expect([pool.take(nobody), pool.take(nobody), pool.take(nobody)]).toEqual([1, 2, 1])
  })

  it('knows which numbers belong to it', () => {
    const pool = new NumberPool(2, 3)
    expect([1, 2, 3, 4].map((value) => pool.has(value))).toEqual([false, true, true, false])
  })
})
