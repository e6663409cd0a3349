import { describe, expect, it } from 'vitest'
import type { ComponentSettings } from '../settings.ts'
import type { ComponentStatus } from '../status.ts'
import { tuningOf } from './tuning.ts'

const resources = { requests: { cpu: '250m' }, limits: {} }
const previous: ComponentStatus = {
  phase: 'running',
  since: '2026-01-01T00:00:00Z',
  replicas: 4,
  recommendation: 'cpu 250m',
  resources,
  abnormality: 'requests is unusually high',
}
const scaling = { metric: 'requests', target: 100, min: 1, max: 4 }
const tuning = { applies: true }
const abnormalities = [{ metric: 'requests' }]

const whileSourceFails = (settings: Partial<ComponentSettings>) =>
  tuningOf(settings as ComponentSettings, previous, () => Promise.reject(new Error('no answer')), 0)

describe('tuningOf() while the source of samples fails', () => {
  it('keeps the last decisions', async () => {
    expect(await whileSourceFails({ scaling, tuning, abnormalities })).toEqual({
      replicas: 4,
      recommendation: 'cpu 250m',
      resources,
      abnormality: 'requests is unusually high',
      problem: 'no answer',
    })
  })

  it('keeps no decision whose setting was removed', async () => {
    expect(await whileSourceFails({ tuning: { applies: false } })).toEqual({
      recommendation: 'cpu 250m',
      problem: 'no answer',
    })
    expect(await whileSourceFails({ replicas: 1, scaling })).toEqual({ replicas: 4, problem: 'no answer' })
    expect(await whileSourceFails({ replicas: 1, abnormalities })).toEqual({
      abnormality: 'requests is unusually high',
      problem: 'no answer',
    })
  })
})
