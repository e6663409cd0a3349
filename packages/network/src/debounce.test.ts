import { describe, expect, it } from 'vitest'
import { Debounce } from './debounce.ts'

describe('debounce', () => {
  it('starts the first run at once, and the next one after the interval', () => {
    const debounce = new Debounce(200)
    expect(debounce.remainingMs(0)).toBe(0)
    debounce.ended(10)
    expect(debounce.remainingMs(10)).toBe(200)
    expect(debounce.remainingMs(209.5)).toBe(1)
    expect(debounce.remainingMs(210)).toBe(0)
  })
})
