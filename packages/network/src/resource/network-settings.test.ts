import { expect, it } from 'vitest'
import { NetworkSettings, timingOf } from './network-settings.ts'

const spec = { clusterId: 'rome', podCidr: '10.244.0.0/16', externalCidr: '10.70.0.0/16' }

it('network timing has the same defaults whether the CRD schema fills them in or not', () => {
  const parsed = NetworkSettings.parse({ metadata: { name: 'cluster' }, spec })
  const stored = { spec: { ...spec, tunnel: {} } } as unknown as NetworkSettings
  expect(timingOf(parsed)).toEqual({ probeEveryMs: 10_000, rotationLimitMs: 600_000 })
  expect(timingOf(stored)).toEqual(timingOf(parsed))
})

it('network timing follows the settings', () => {
  const chosen = { ...spec, probes: { intervalSeconds: 3 }, tunnel: { rotationTimeoutSeconds: 60 } }
  const settings = NetworkSettings.parse({ metadata: { name: 'cluster' }, spec: chosen })
  expect(timingOf(settings)).toEqual({ probeEveryMs: 3_000, rotationLimitMs: 60_000 })
})
