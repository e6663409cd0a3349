import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { LeaseObservation } from './lease-observation.ts'
import { type LeaseRecord, readLease } from './lease-record.ts'

function record(fields: Partial<LeaseRecord> = {}): LeaseRecord {
  const times = { acquireTime: '1', renewTime: '1' }
  return { uid: 'u', resourceVersion: '1', holder: 'a', durationMs: 15_000, transitions: 0, ...times, ...fields }
}

describe('a lease that somebody else holds', () => {
  it('is free once nothing about it has changed for as long as it lasts, by the own clock', async () => {
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

  it('is not kept alive by its times, by annotations, or by being seen', async () => {
    const clock = new VirtualClock()
    const observation = new LeaseObservation(clock)
    observation.see(record({ renewTime: '2099-01-01T00:00:00.000000Z' }))
    await clock.advance('10s')
    observation.see(record({ renewTime: '2099-01-01T00:00:00.000000Z', resourceVersion: '9' }))
    await clock.advance('5s')
    expect(observation.isFree).toBe(true)
  })

  it('is free at once when it was let go, and when there is none', () => {
    const observation = new LeaseObservation(new VirtualClock())
    expect(observation.isFree).toBe(true)
    observation.see(record({ holder: '' }))
    expect(observation.isFree).toBe(true)
  })

  it('is its holder’s for as long as that goes by, whatever somebody writes into it', async () => {
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

  it('is somebody’s for as long as he is known to take it, whatever it says', async () => {
    const clock = new VirtualClock()
    const observation = new LeaseObservation(clock, 15_000, (holder) => (holder === 'keeper' ? 30_000 : 15_000))
    observation.see(record({ holder: 'keeper', durationMs: 1_000 }))
    await clock.advance('29s')
    expect(observation.isFree).toBe(false)
    await clock.advance('1s')
    expect(observation.isFree).toBe(true)
  })

  it('is another one when it was made anew', async () => {
    const clock = new VirtualClock()
    const observation = new LeaseObservation(clock)
    observation.see(record())
    await clock.advance('10s')
    observation.see(record({ uid: 'another' }))
    await clock.advance('10s')
    expect(observation.isFree).toBe(false)
  })
})

it('a Lease without anything in it is held by nobody', () => {
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
