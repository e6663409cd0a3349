import { describe, expect, it } from 'vitest'
import { drainMs, DrainTimer } from './drain-timer.ts'

describe('the drain timer', () => {
  it('starts when every peer has moved', () => {
    const timer = new DrainTimer()
    expect(timer.remainingMs('Detour', { isComplete: false, nowMs: 0 })).toBeUndefined()
    expect(timer.remainingMs('Detour', { isComplete: true, nowMs: 5_000 })).toBe(drainMs)
    expect(timer.remainingMs('Detour', { isComplete: true, nowMs: 5_000 + drainMs - 1 })).toBe(1)
    expect(timer.remainingMs('Detour', { isComplete: true, nowMs: 9_999 })).toBe(0)
  })

  it('restarts when a peer has moved back', () => {
    const timer = new DrainTimer()
    timer.remainingMs('Detour', { isComplete: true, nowMs: 0 })
    timer.remainingMs('Detour', { isComplete: false, nowMs: 1_000 })
    expect(timer.remainingMs('Detour', { isComplete: true, nowMs: drainMs })).toBe(drainMs)
  })

  it('restarts in the next phase', () => {
    const timer = new DrainTimer()
    timer.remainingMs('Detour', { isComplete: true, nowMs: 0 })
    expect(timer.remainingMs('Return', { isComplete: true, nowMs: drainMs })).toBe(drainMs)
  })
})
