import type { Clock } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { describe, expect, it } from 'vitest'
import { LeaseHolder, type LeaseHolderOptions } from './lease-holder.ts'
import { leaseTiming } from './lease-timing.ts'
import { LeaseServer, type Network } from './testing/lease-server.ts'

const lease = { namespace: 'web', name: 'operator' }
const always = new AbortController().signal

interface Given extends Pick<LeaseHolderOptions, 'labels' | 'annotations'> {
  readonly clock: Clock
  readonly network?: Network
}

function holderOf(server: LeaseServer, identity: string, { clock, network, ...marks }: Given): LeaseHolder {
  const client = server.client(clock, network)
  const timing = leaseTiming({})
  return new LeaseHolder({ client, clock, lease, identity, timing, ...marks })
}

/** Two processes that compete for one lease. */
function two() {
  const [server, clock] = [new LeaseServer(), new VirtualClock()]
  return { server, clock, a: holderOf(server, 'a', { clock }), b: holderOf(server, 'b', { clock }) }
}

/** A network on which another program may write an annotation before a patch arrives. */
function meddling(server: LeaseServer, meddles: () => boolean): Network {
  let notes = 0
  return async (exchange, { method }) => {
    if (method === 'PATCH' && meddles()) server.annotate(String(++notes))
    return exchange()
  }
}

describe('holding a lease', () => {
  it('creates it and holds it until the renewal deadline has passed', async () => {
    const { server, clock, a } = two()
    expect([a.isHeld, a.holder]).toEqual([false, undefined])
    expect(await a.tryHold(always)).toBe(true)
    expect(server.spec).toEqual({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      renewTime: '2026-01-01T00:00:00.000000Z',
      acquireTime: '2026-01-01T00:00:00.000000Z',
      leaseTransitions: 0,
    })
    await clock.advance('9s')
    expect([a.isHeld, a.remainingMs, a.holder]).toEqual([true, 1_000, 'a'])
    await clock.advance('1s')
    expect([a.isHeld, a.remainingMs]).toEqual([false, 0])
  })

  it('renews it with one request that updates only renewTime', async () => {
    const { server, clock, a } = two()
    await a.tryHold(always)
    await clock.advance('2s')
    expect(await a.tryHold(always)).toBe(true)
    expect(server.heard.slice(2)).toEqual(['PATCH'])
    expect(server.spec).toMatchObject({
      renewTime: '2026-01-01T00:00:02.000000Z',
      acquireTime: '2026-01-01T00:00:00.000000Z',
      leaseTransitions: 0,
    })
  })

  it('counts the remaining time from when the renewal was sent, not from its response', async () => {
    const [server, clock] = [new LeaseServer(), new VirtualClock()]
    const slow: Network = async (exchange) => {
      const answer = exchange()
      await new Promise<void>((resolve) => void clock.schedule(4_000, resolve))
      return answer
    }
    const a = holderOf(server, 'a', { clock, network: slow })
    const trying = a.tryHold(always)
    await clock.advance('8s')
    expect([await trying, a.remainingMs]).toEqual([true, 2_000])
  })

  it("fails for another process until the lease has expired by that process's own clock", async () => {
    const { server, clock, a, b } = two()
    await a.tryHold(always)
    expect(await b.tryHold(always)).toBe(false)
    expect([b.isHeld, b.holder]).toEqual([false, 'a'])
    await clock.advance('14s')
    expect(await b.tryHold(always)).toBe(false)
    await clock.advance('1s')
    expect(await b.tryHold(always)).toBe(true)
    expect(server.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 })
    // The first one sees the new holder, and does not take the lease back.
    expect(await a.tryHold(always)).toBe(false)
    expect([a.isHeld, a.holder]).toEqual([false, 'b'])
  })

  it('succeeds at once after the holder has released it', async () => {
    const { server, a, b } = two()
    await a.tryHold(always)
    await b.tryHold(always)
    await a.release(always)
    expect([a.isHeld, server.spec['holderIdentity'], server.spec['leaseDurationSeconds']]).toEqual([false, '', 1])
    expect(await b.tryHold(always)).toBe(true)
  })

  it('fails for the lease duration after a lease that was seen before is found deleted', async () => {
    const { server, clock, a, b } = two()
    await a.tryHold(always)
    b.notice(await server.client(clock).get(Lease, lease))
    server.lease = undefined
    expect(await b.tryHold(always)).toBe(false)
    await clock.advance('15s')
    expect(await b.tryHold(always)).toBe(true)
  })

  it('fails for the lease duration when a lease that should exist is missing', async () => {
    const { clock, b } = two()
    b.notice(undefined)
    expect(await b.tryHold(always)).toBe(false)
    await clock.advance('15s')
    expect(await b.tryHold(always)).toBe(true)
  })

  it('does not depend on the wall clocks of the processes', async () => {
    const [server, clock] = [new LeaseServer(), new VirtualClock()]
    const wrong: Clock = {
      now: () => clock.now() + 365 * 86_400_000,
      elapsed: () => clock.elapsed(),
      schedule: (ms, run) => clock.schedule(ms, run),
    }
    const [a, b] = [holderOf(server, 'a', { clock: wrong }), holderOf(server, 'b', { clock })]
    await a.tryHold(always)
    await b.tryHold(always)
    await clock.advance('15s')
    expect(await b.tryHold(always)).toBe(true)
    await clock.advance('1s')
    expect(await a.tryHold(always)).toBe(false)
  })
})

describe('a lease holder', () => {
  it('does not count as holding the lease after suspend or a clock jump until the next renewal', async () => {
    const [server, time] = [new LeaseServer(), new VirtualClock()]
    let wallMs = 0
    const clock: Clock = {
      now: () => time.now() + wallMs,
      elapsed: () => time.elapsed(),
      schedule: (ms, run) => time.schedule(ms, run),
    }
    const a = holderOf(server, 'a', { clock })
    const certain: boolean[] = []
    for (const ms of [9_000, 45_000, -3_600_000]) {
      await a.tryHold(always)
      wallMs += ms
      certain.push(a.isHeld)
    }
    expect(certain).toEqual([true, false, false])
    expect(await a.tryHold(always)).toBe(true)
    expect(a.isHeld).toBe(true)
  })

  it('recognises its own identity after the response of its write was lost, and renews', async () => {
    const [server, clock] = [new LeaseServer(), new VirtualClock()]
    let loses = true
    const lossy: Network = async (exchange, { method }) => {
      const answer = exchange()
      if (loses && method !== 'GET') throw new Error('the connection was lost')
      return answer
    }
    const a = holderOf(server, 'a', { clock, network: lossy })
    await expect(a.tryHold(always)).rejects.toThrow('the connection was lost')
    expect([a.isHeld, server.spec['holderIdentity']]).toEqual([false, 'a'])
    loses = false
    expect(await a.tryHold(always)).toBe(true)
    expect(server.spec).toMatchObject({ holderIdentity: 'a', leaseTransitions: 0 })
    // The same for a renewal: its version is another one then.
    loses = true
    await expect(a.tryHold(always)).rejects.toThrow('the connection was lost')
    loses = false
    expect([a.isHeld, await a.tryHold(always)]).toEqual([true, true])
  })

  it('recreates its lease when another client deletes it, and keeps holding it', async () => {
    const { server, clock, a, b } = two()
    await a.tryHold(always)
    await b.tryHold(always)
    server.lease = undefined
    expect(await b.tryHold(always)).toBe(false)
    expect(await a.tryHold(always)).toBe(true)
    await clock.advance('2s')
    expect(await b.tryHold(always)).toBe(false)
  })

  it('creates a lease without the annotations that are set to null', async () => {
    const [server, clock] = [new LeaseServer(), new VirtualClock()]
    const annotations = () => ({ kept: 'yes', removed: null })
    const a = holderOf(server, 'a', { clock, annotations })
    await a.tryHold(always)
    expect(server.lease).toMatchObject({ metadata: { annotations: { kept: 'yes' } } })
    expect(JSON.stringify(server.lease)).not.toContain('removed')
  })

  it('reports the lease as free if it is missing or its duration has passed without a renewal', async () => {
    const { clock, a, b } = two()
    expect(b.isFree).toBe(true)
    await a.tryHold(always)
    await b.tryHold(always)
    expect([a.isFree, b.isFree]).toEqual([false, false])
    await clock.advance('15s')
    expect(b.isFree).toBe(true)
  })

  it.each([1, 2, 3])(
    'keeps its lease when other clients change annotations during a renewal (%i conflicts)',
    async (conflicts) => {
      const [server, clock] = [new LeaseServer(), new VirtualClock()]
      let left = 0
      const a = holderOf(server, 'a', { clock, network: meddling(server, () => left-- > 0) })
      await a.tryHold(always)
      left = conflicts
      await clock.advance('2s')
      expect(await a.tryHold(always)).toBe(true)
      expect(a.isHeld).toBe(true)
      expect(server.spec).toMatchObject({
        holderIdentity: 'a',
        renewTime: '2026-01-01T00:00:02.000000Z',
        acquireTime: '2026-01-01T00:00:00.000000Z',
        leaseTransitions: 0,
      })
    },
  )

  it('keeps its lease until the deadline when every write conflicts, and fails with KW_LEASE_CONTENDED', async () => {
    const [server, clock] = [new LeaseServer(), new VirtualClock()]
    let isBusy = false
    const a = holderOf(server, 'a', { clock, network: meddling(server, () => isBusy) })
    await a.tryHold(always)
    isBusy = true
    await clock.advance('9s')
    await expect(a.tryHold(always)).rejects.toMatchObject({ code: 'KW_LEASE_CONTENDED' })
    expect([a.isHeld, a.remainingMs]).toEqual([true, 1_000])
    isBusy = false
    expect(await a.tryHold(always)).toBe(true)
    isBusy = true
    await clock.advance('10s')
    await expect(a.tryHold(always)).rejects.toThrow('met a conflict (409)')
    expect(a.isHeld).toBe(false)
  })

  it('stops holding the lease as soon as it sees another holderIdentity', async () => {
    const { server, clock, a } = two()
    await a.tryHold(always)
    await clock.advance('1s')
    const { metadata, spec } = server.lease as never as { metadata: object; spec: object }
    server.lease = { metadata: { ...metadata, resourceVersion: '77' }, spec: { ...spec, holderIdentity: 'b' } } as never
    expect(await a.tryHold(always)).toBe(false)
    expect([a.isHeld, a.holder]).toEqual([false, 'b'])
  })

  it('releases its lease despite conflicts with other writers', async () => {
    const [server, clock] = [new LeaseServer(), new VirtualClock()]
    let left = 0
    const a = holderOf(server, 'a', { clock, network: meddling(server, () => left-- > 0) })
    await a.tryHold(always)
    left = 3
    await a.release(always)
    expect(server.spec['holderIdentity']).toBe('')
  })

  it('sends no release request unless it holds the lease', async () => {
    const { server, a, b } = two()
    await a.tryHold(always)
    const before = server.heard.length
    await b.release(always)
    expect(server.heard).toHaveLength(before)
    a.forget()
    await a.release(always)
    expect([a.isHeld, server.heard.length]).toEqual([false, before])
  })

  it('sets its labels on the lease, and restores them when they are removed', async () => {
    const [server, clock] = [new LeaseServer(), new VirtualClock()]
    const labels = { 'web.example.dev/ring': 'sites' }
    const a = holderOf(server, 'a', { clock, labels })
    await a.tryHold(always)
    expect(server.lease).toMatchObject({ metadata: { labels } })
    server.lease = { ...server.lease, metadata: { ...(server.lease!['metadata'] as object), labels: {} } } as never
    await a.tryHold(always)
    expect(server.lease).toMatchObject({ metadata: { labels } })
  })
})

it('two processes that create a lease at the same time: exactly one holds it', async () => {
  const [server, clock] = [new LeaseServer(), new VirtualClock()]
  const together: (() => void)[] = []
  const meeting: Network = async (exchange, { method }) => {
    if (method === 'POST') {
      await new Promise<void>((resolve) => together.push(resolve))
    }
    return exchange()
  }
  const [a, b] = ['a', 'b'].map((name) => holderOf(server, name, { clock, network: meeting }))
  const trying = Promise.all([a!.tryHold(always), b!.tryHold(always)])
  await clock.advance('1s')
  for (const go of together) go()
  expect([await trying, a!.isHeld, b!.isHeld]).toEqual([[true, false], true, false])
})
