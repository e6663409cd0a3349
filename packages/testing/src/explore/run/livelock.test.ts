import { describe, expect, it } from 'vitest'
import type { TraceEntry } from '../trace/trace.ts'
import { livelock } from './livelock.ts'

const write = (call: string): TraceEntry => ({
  type: 'call',
  by: 'operator 1',
  call,
  nth: 1,
  writes: true,
  changed: true,
})

describe('livelock', () => {
  it.each([
    { name: 'the shortest sequence that repeats', calls: ['c', 'a', 'b', 'a', 'b', 'a', 'b'], shown: ['a', 'b'] },
    { name: 'the last writes if none repeats', calls: ['a', 'b', 'c'], shown: ['a', 'b', 'c'] },
    { name: 'nothing if nothing is written', calls: [], shown: [] },
  ])('shows $name', ({ calls, shown }) => {
    const { details } = livelock({ entries: calls.map(write) })
    expect(details).toEqual(['repeated calls:', ...shown.map((call) => `  operator 1: ${call}`)])
  })
})
