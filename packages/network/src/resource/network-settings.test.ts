import { expect, it } from 'vitest'
import { NetworkSettings, timingOf } from './network-settings.ts'

const spec = { clusterId: 'rome', podCidr: '10.244.0.0/16', externalCidr: '10.70.0.0/16' }

it('durations have the same defaults in the definition and where an older definition fills in none', () => {
  const parsed = NetworkSettings.parse({ metadata: { name: 'cluster' }, spec })
  const stored = { spec: { ...spec, tunnel: {} } } as unknown as NetworkSettings
  expect(timingOf(parsed)).toEqual({ probeEveryMs: 10_000, rotationLimitMs: 600_000 })
  expect(timingOf(stored)).toEqual(timingOf(parsed))
})

it('durations are those of the settings', () => {
  const chosen = { ...spec, probes: { intervalSeconds: 3 }, tunnel: { rotationTimeoutSeconds: 60 } }
  const settings = NetworkSettings.parse({ metadata: { name: 'cluster' }, spec: chosen })
  expect(timingOf(settings)).toEqual({ probeEveryMs: 3_000, rotationLimitMs: 60_000 })
})
