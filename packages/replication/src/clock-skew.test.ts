import type { KubeObject } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { clockProblem, clockSkewMs } from './clock-skew.ts'

const now = Date.parse('2026-01-01T12:00:00Z')

function stored(creationTimestamp: unknown, managedFields?: unknown): KubeObject {
  return { metadata: { name: 'net', uid: 'u', creationTimestamp, managedFields } } as never
}

describe('the clock skew of a peer', () => {
  it.each([
    { name: 'is read from a creationTimestamp', object: stored('2026-01-01T13:00:00Z'), skewMs: 3_600_000 },
    {
      name: 'is read from the last write of replication, not of other managers',
      object: stored('2025-01-01T00:00:00Z', [
        { manager: 'kubewright-replication', time: '2026-01-01T11:00:00Z' },
        { manager: 'other', time: '2026-01-01T15:00:00Z' },
      ]),
      skewMs: -3_600_000,
    },
    { name: 'is unknown if there is no timestamp', object: stored(undefined), skewMs: undefined },
    {
      name: 'is unknown if the timestamp is invalid',
      object: stored('soon', [{ manager: 'kubewright-replication' }]),
      skewMs: undefined,
    },
  ])('$name', ({ object, skewMs }) => {
    expect(clockSkewMs(object, now)).toBe(skewMs)
  })

  it('causes a warning from an hour on, and none at a minute', () => {
    expect(clockProblem('berlin', 60_000)).toBeUndefined()
    expect(clockProblem('berlin', undefined)).toBeUndefined()
    expect(clockProblem('berlin', 3_600_000)).toMatchObject({
      code: 'KW_REPLICATION_CLOCK',
      message: expect.stringContaining('its clock is 1h ahead') as string,
    })
    expect(clockProblem('berlin', -3_600_000)?.message).toContain('1h behind')
  })
})
