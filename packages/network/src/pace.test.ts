import { describe, expect, it } from 'vitest'
import { Pace } from './pace.ts'

describe('pace', () => {
  it('lets the first run begin at once, and the next one after a pause', () => {
    const pace = new Pace(200)
    expect(pace.remainingMs(0)).toBe(0)
    pace.ended(10)
    expect(pace.remainingMs(10)).toBe(200)
    expect(pace.remainingMs(209.5)).toBe(1)
    expect(pace.remainingMs(210)).toBe(0)
  })
})
