import { describe, expect, it } from 'vitest'
import { type ClusterReport, clusterAnswer } from './cluster-check.ts'

const well: ClusterReport = {
  state: { phase: 'connected', failure: undefined, latencyMs: 20 },
  isRequired: false,
  complaints: [],
}
const away = { phase: 'away', failure: new Error('no answer'), latencyMs: undefined } as const

describe('readiness of a cluster', () => {
  it.each<[string, Partial<ClusterReport>, unknown]>([
    ['has no answer for a healthy cluster', {}, undefined],
    ['passes with a note for an unreachable cluster', { state: away }, { note: 'it is away: no answer' }],
    ['fails for an unreachable cluster that is required', { state: away, isRequired: true }, 'it is away: no answer'],
    [
      'passes with a note for a slow cluster',
      { state: { ...well.state, latencyMs: 3_000 } },
      { note: 'it is slow: it took 3s to answer' },
    ],
    [
      'passes with a note about caches that are not synced',
      { complaints: ['pods: it is starting'] },
      { note: 'pods: it is starting' },
    ],
    [
      'passes with a note for a cluster that has not connected yet',
      { state: { ...away, phase: 'connecting', failure: undefined } },
      { note: 'it has not answered yet' },
    ],
  ])('%s', (_, report, answer) => {
    expect(clusterAnswer({ ...well, ...report })).toEqual(answer)
  })
})
