import { describe, expect, it } from 'vitest'
import { NumberPool } from './number-pool.ts'

const nobody = () => false

describe('NumberPool', () => {
  it('hands out one after the other, and what lies before the start last', () => {
    const pool = new NumberPool(1, 4, 3)
    expect([1, 2, 3, 4].map(() => pool.take(nobody))).toEqual([3, 4, 1, 2])
  })

  it('passes over what is taken', () => {
    const pool = new NumberPool(1, 4)
    expect(pool.take((value) => value < 3)).toBe(3)
  })

  it('has nothing left when all are taken', () => {
    expect(new NumberPool(1, 4).take(() => true)).toBeUndefined()
  })

  it('does not hand out the number it handed out last, though nobody has it yet', () => {
    const pool = new NumberPool(1, 2)
    expect([pool.take(nobody), pool.take(nobody), pool.take(nobody)]).toEqual([1, 2, 1])
  })

  it('knows its limits', () => {
    const pool = new NumberPool(2, 3)
    expect([1, 2, 3, 4].map((value) => pool.has(value))).toEqual([false, true, true, false])
  })
})
