import { describe, expect, it } from 'vitest'
import { sourceComplaint, triggerChecks } from './readiness.ts'

describe('the readiness of a cache', () => {
  const failing = (failingMs: number) => {
    const failure = { reason: 'Forbidden', message: 'may not list', error: undefined }
    return { phase: 'failing', failure, attempts: 1, retryInMs: 800, failingMs } as const
  }

  it.each([
    { name: 'fails if it never synced', isSynced: false, state: failing(0), complaint: 'may not list' },
    {
      name: 'passes if it was synced and failed just now',
      isSynced: true,
      state: failing(59_000),
      complaint: undefined,
    },
    {
      name: 'fails after it has been stale for a minute',
      isSynced: true,
      state: failing(61_000),
      complaint: 'may not list',
    },
    {
      name: 'fails while the first list is in progress',
      isSynced: false,
      state: { phase: 'filling', by: 'list', received: 500 } as const,
      complaint: 'the initial list is in progress: 500 objects so far',
    },
    { name: 'passes while it is relisting', isSynced: true, state: { phase: 'refilling', received: 1 } as const },
    {
      name: 'fails while it is starting',
      isSynced: false,
      state: { phase: 'starting' } as const,
      complaint: 'it is starting',
    },
  ])('$name', ({ isSynced, state, complaint }) => {
    expect(sourceComplaint({ isSynced, state })).toBe(complaint)
  })
})

describe('the readiness of a trigger', () => {
  it.each([
    { name: 'passes if it has not failed', state: { hasWorked: false }, answer: undefined },
    {
      name: 'fails if it has never worked',
      state: { hasWorked: false, failure: { error: new Error('no line'), failingMs: 0 } },
      answer: 'it has failed since the start: no line',
    },
    {
      name: 'passes with a note if it fails after it has worked',
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
