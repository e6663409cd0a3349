import { expect, it } from 'vitest'
import { RotationDeadline } from './rotation-deadline.ts'

it('a rotation deadline runs per phase and key, from when they are first seen', () => {
  const deadline = new RotationDeadline()
  const at = (phase: string, nowMs: number) => deadline.remainingMs(phase, { limitMs: 100, nowMs })
  expect([at('Detour a', 1_000), at('Detour a', 1_060), at('Detour a', 1_100), at('Detour a', 9_000)]).toEqual([
    100, 40, 0, 0,
  ])
  expect([at('Return b', 9_000), at('Return b', 9_099)]).toEqual([100, 1])
  expect(at('Detour b', 9_100)).toBe(100)
})
