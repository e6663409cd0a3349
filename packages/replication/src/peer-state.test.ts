import { VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { problem } from './outcome.ts'
import { PeerHealth, type PeerProblem } from './peer-state.ts'

const away = problem('Unreachable', 'connection refused') as PeerProblem
const mismatch = problem('IdentityMismatch', 'another cluster') as PeerProblem

function start() {
  const clock = new VirtualClock()
  return { clock, health: new PeerHealth({ clock, recheck: '5m', unreachableAfter: '30s' }) }
}

describe('PeerHealth', () => {
  it('reports a peer that does not answer after a while, once', async () => {
    const { clock, health } = start()
    const reported = [health.failed(away)]
    expect(health.state).toEqual({ phase: 'starting' })
    await clock.advance('30s')
    reported.push(health.failed(away), health.failed(away))
    expect(reported).toEqual([false, true, false])
    expect(health.state).toMatchObject({ phase: 'failing', reason: 'Unreachable' })
  })

  it('reports any other problem at once', () => {
    const { health } = start()
    expect(health.failed(mismatch)).toBe(true)
    expect(health.problem).toBe(mismatch)
  })

  it('is checked again sooner while it fails', () => {
    const { health } = start()
    health.succeeded()
    const usualMs = health.waitMs
    health.failed(mismatch)
    expect([usualMs, health.waitMs]).toEqual([300_000, 1_000])
  })

  it('says whether it was ready, and whether a problem was reported', () => {
    const { health } = start()
    expect(health.succeeded()).toEqual({ wasReady: false, wasReported: false })
    expect(health.succeeded()).toEqual({ wasReady: true, wasReported: false })
    health.failed(mismatch)
    expect(health.succeeded()).toEqual({ wasReady: false, wasReported: true })
  })
})
