import { describe, expect, it } from 'vitest'
import { type ClusterReport, clusterAnswer } from './cluster-check.ts'

const well: ClusterReport = {
  state: { phase: 'connected', failure: undefined, latencyMs: 20 },
  isRequired: false,
  complaints: [],
}
const away = { phase: 'away', failure: new Error('nobody answers'), latencyMs: undefined } as const

describe('readiness of a cluster', () => {
  it.each<[string, Partial<ClusterReport>, unknown]>([
    ['says nothing of one that is well', {}, undefined],
    ['notes one that is away', { state: away }, { note: 'it is away: nobody answers' }],
    ['fails by one that is required', { state: away, isRequired: true }, 'it is away: nobody answers'],
    [
      'notes one that is slow',
      { state: { ...well.state, latencyMs: 3_000 } },
      { note: 'it is slow: it took 3s to answer' },
    ],
    ['notes what is wrong with its caches', { complaints: ['pods: it is starting'] }, { note: 'pods: it is starting' }],
    [
      'notes one that nobody has heard of yet',
      { state: { ...away, phase: 'connecting', failure: undefined } },
      { note: 'it has not answered yet' },
    ],
  ])('%s', (_, report, answer) => {
    expect(clusterAnswer({ ...well, ...report })).toEqual(answer)
  })
})
