import { describe, expect, it } from 'vitest'
import { component, volume } from '../component.ts'
import type { ComponentStatus } from '../status.ts'
import { episodeOf, patienceMs } from './replacement.ts'

const now = Date.parse('2026-01-01T12:00:00Z')
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const nowText = '2026-01-01T12:00:00Z'
const broke = before(30)
const running = (minutes: number): ComponentStatus => ({
  phase: 'running',
  since: before(minutes),
  downSince: broke,
  replacements: 3,
})

describe('the outage record of a component', () => {
  it.each([
    { name: 'is kept while the component runs', phase: 'running', previous: running(600), is: [broke, 3] },
    {
      name: 'starts over when it crashes after running for a minute',
      phase: 'crashed',
      previous: running(2),
      is: [nowText, 0],
    },
    { name: 'continues when it crashes within a minute', phase: 'crashed', previous: running(0.5), is: [broke, 3] },
    { name: 'starts over when it is lost after a minute', phase: 'absent', previous: running(2), is: [undefined, 0] },
    { name: 'starts at the first crash', phase: 'crashed', previous: undefined, is: [nowText, 0] },
  ] as const)('$name', ({ phase, previous, is }) => {
    const { downSince, replacements } = episodeOf(phase, previous, false, now)
    expect([downSince === undefined ? undefined : Date.parse(downSince), replacements]).toEqual([
      is[0] === undefined ? undefined : Date.parse(is[0]),
      is[1],
    ])
  })

  it('counts replacements, each with its own grace period', () => {
    const crashed: ComponentStatus = { phase: 'crashed', since: broke, downSince: broke, replacements: 1 }
    expect(episodeOf('crashed', crashed, true, now)).toEqual({ downSince: undefined, replacements: 2 })
  })
})

describe('the grace period of a crashed component before it is replaced', () => {
  const api = component({ image: 'api:1' })
  it('doubles with every replacement, up to an hour', () => {
    const minutes = [0, 1, 2, 3, 4, 40].map((replacements) => patienceMs(api, api.settings, replacements) / 60_000)
    expect(minutes).toEqual([5, 10, 20, 40, 60, 60])
  })

  it('is infinite for a PersistentVolumeClaim, whose deletion would delete data', () => {
    expect(patienceMs(volume({ size: '1Gi' }), undefined)).toBe(Number.POSITIVE_INFINITY)
  })
})
