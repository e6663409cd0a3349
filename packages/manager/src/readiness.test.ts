import { describe, expect, it } from 'vitest'
import { sourceComplaint, triggerChecks } from './readiness.ts'

describe('a cache that cannot be filled or followed', () => {
  const failing = (failingMs: number) => {
    const failure = { reason: 'Forbidden', message: 'may not list', error: undefined }
    return { phase: 'failing', failure, attempts: 1, retryInMs: 800, failingMs } as const
  }

  it.each([
    { name: 'was never full', isSynced: false, state: failing(0), complaint: 'may not list' },
    { name: 'was full, and failed just now', isSynced: true, state: failing(59_000), complaint: undefined },
    { name: 'has known only the past for a minute', isSynced: true, state: failing(61_000), complaint: 'may not list' },
    {
      name: 'is being filled',
      isSynced: false,
      state: { phase: 'filling', by: 'list', received: 500 } as const,
      complaint: 'the initial list is in progress: 500 objects so far',
    },
    { name: 'is being filled anew', isSynced: true, state: { phase: 'refilling', received: 1 } as const },
    { name: 'starts', isSynced: false, state: { phase: 'starting' } as const, complaint: 'it is starting' },
  ])('$name', ({ isSynced, state, complaint }) => {
    expect(sourceComplaint({ isSynced, state })).toBe(complaint)
  })
})

describe('a trigger', () => {
  it.each([
    { name: 'that has not failed is well', state: { hasWorked: false }, answer: undefined },
    {
      name: 'that never worked keeps a process from being ready',
      state: { hasWorked: false, failure: { error: new Error('no line'), failingMs: 0 } },
      answer: 'it has failed since the start: no line',
    },
    {
      name: 'that fails after it worked is shown',
      state: { hasWorked: true, failure: { error: 'no line', failingMs: 61_500 } },
      answer: { note: 'it has failed for 1m1s: no line' },
    },
  ])('$name', ({ state, answer }) => {
    const [[name, check] = ['', () => 'none'] as const] = triggerChecks([
      { name: 'sites', triggers: [{ name: 'bills', ...state }] },
    ])
    expect([name, check()]).toEqual(['trigger:sites/bills', answer])
  })
})
