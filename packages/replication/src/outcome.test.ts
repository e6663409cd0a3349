import { describe, expect, it } from 'vitest'
import { problem, verdictOf } from './outcome.ts'

describe('the message of a replication problem', () => {
  it('is truncated to 1 KiB, between characters', () => {
    expect(problem('Forbidden', 'x'.repeat(1_000_000))).toMatchObject({ message: `${'x'.repeat(1_023)}…` })
    expect(problem('Forbidden', `x${'😀'.repeat(1_000)}`)).toMatchObject({ message: `x${'😀'.repeat(511)}…` })
    expect(problem('Forbidden', `${'😀'.repeat(1_000)}`)).toMatchObject({ message: `${'😀'.repeat(511)}…` })
  })

  it('fits into a condition together with those of many peers', () => {
    const outcomes = Array.from(
      { length: 100 },
      (_, at) => [`b${at}`, problem('Forbidden', 'x'.repeat(2_000))] as const,
    )
    expect(verdictOf(new Map(outcomes))?.message).toHaveLength(32_768)
  })
})
