import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { LeaseObservation } from './lease-observation.ts'
import { type LeaseRecord, readLease } from './lease-record.ts'

function record(fields: Partial<LeaseRecord> = {}): LeaseRecord {
  const times = { acquireTime: '1', renewTime: '1' }
  return { uid: 'u', resourceVersion: '1', holder: 'a', durationMs: 15_000, transitions: 0, ...times, ...fields }
}

describe('a lease held by another process', () => {
  it('is free once it has not been renewed for its duration, measured by the local clock', async () => {
    const clock = new VirtualClock()
    const observation = new LeaseObservation(clock)
    observation.see(record())
    await clock.advance('14s')
    expect(observation.isFree).toBe(false)
    observation.see(record({ renewTime: '2' }))
    await clock.advance('14s')
    expect(observation.isFree).toBe(false)
    await clock.advance('1s')
    expect(observation.isFree).toBe(true)
  })

  it('is not extended by a renewTime in the future, by other changes, or by being read', async () => {
    const clock = new VirtualClock()
    const observation = new LeaseObservation(clock)
    observation.see(record({ renewTime: '2099-01-01T00:00:00.000000Z' }))
    await clock.advance('10s')
    observation.see(record({ renewTime: '2099-01-01T00:00:00.000000Z', resourceVersion: '9' }))
    await clock.advance('5s')
    expect(observation.isFree).toBe(true)
  })

  it('is free at once if it was released or does not exist', () => {
    const observation = new LeaseObservation(new VirtualClock())
    expect(observation.isFree).toBe(true)
    observation.see(record({ holder: '' }))
    expect(observation.isFree).toBe(true)
  })

  it('is held for at least the configured duration, even if a shorter one is written into it', async () => {
    const clock = new VirtualClock()
    const observation = new LeaseObservation(clock, 15_000)
    observation.see(record())
    observation.see(record({ durationMs: 1_000, resourceVersion: '2' }))
    await clock.advance('14s')
    expect(observation.isFree).toBe(false)
    await clock.advance('1s')
    expect(observation.isFree).toBe(true)
    observation.see(record({ durationMs: 30_000, resourceVersion: '3', holder: 'b' }))
    await clock.advance('29s')
    expect(observation.isFree).toBe(false)
  })

  it('is held for the known duration of its holder, whatever leaseDurationSeconds says', async () => {
    const clock = new VirtualClock()
    const observation = new LeaseObservation(clock, 15_000, (holder) => (holder === 'keeper' ? 30_000 : 15_000))
    observation.see(record({ holder: 'keeper', durationMs: 1_000 }))
    await clock.advance('29s')
    expect(observation.isFree).toBe(false)
    await clock.advance('1s')
    expect(observation.isFree).toBe(true)
  })

  it('starts a new term when it was recreated with another uid', async () => {
    const clock = new VirtualClock()
    const observation = new LeaseObservation(clock)
    observation.see(record())
    await clock.advance('10s')
    observation.see(record({ uid: 'another' }))
    await clock.advance('10s')
    expect(observation.isFree).toBe(false)
  })
})

it('a Lease with an empty spec has no holder', () => {
  const metadata = { name: 'x', namespace: 'y', uid: 'u', resourceVersion: '1' }
  expect(readLease({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata } as never)).toEqual({
    uid: 'u',
    resourceVersion: '1',
    holder: '',
    durationMs: 0,
    acquireTime: '',
    renewTime: '',
    transitions: 0,
  })
})
