import { describe, expect, it } from 'vitest'
import { type AttemptFailure, mayRepeat, type Repeat } from './repeat.ts'

const answered = (status: number, retryAfterMs?: number): AttemptFailure => ({ kind: 'answered', status, retryAfterMs })

describe('mayRepeat', () => {
  const repeats: readonly Repeat[] = ['read', 'idempotent', 'unprocessed', 'unsent']
  const cases: { name: string; failure: AttemptFailure; may: readonly Repeat[] }[] = [
    {
      name: 'a request that was never sent',
      failure: { kind: 'unreachable' },
      may: ['read', 'idempotent', 'unprocessed', 'unsent'],
    },
    { name: 'a lost connection', failure: { kind: 'lost' }, may: ['read', 'idempotent'] },
    { name: '429', failure: answered(429), may: ['read', 'idempotent', 'unprocessed'] },
    { name: '503 with Retry-After', failure: answered(503, 1), may: ['read', 'idempotent', 'unprocessed'] },
    { name: '502', failure: answered(502), may: ['read', 'idempotent'] },
    { name: '503', failure: answered(503), may: ['read', 'idempotent'] },
    { name: '504', failure: answered(504), may: ['read', 'idempotent'] },
    { name: '500', failure: answered(500), may: ['read'] },
    { name: '500 with Retry-After', failure: answered(500, 1), may: ['read', 'idempotent'] },
    { name: '409', failure: answered(409), may: [] },
    { name: '404', failure: answered(404), may: [] },
    { name: '422', failure: answered(422, 1), may: [] },
    { name: '501', failure: answered(501), may: [] },
  ]
  it.each(cases)('allows a retry after $name for: $may', ({ failure, may }) => {
    expect(repeats.filter((repeat) => mayRepeat(repeat, failure))).toEqual(may)
  })
})
