import type { Client } from '@kubewright/client'
import { silentLogger } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { recordedLog, VirtualClock } from '@kubewright/core/testing'
import type { ClusterShare } from '@kubewright/lease'
import { leaseTiming } from '@kubewright/lease'
import { describe, expect, it } from 'vitest'
import { SimulatedApi } from '../testing/simulated-api.ts'
import type { ClusterLeaseSettings } from './cluster-lease-settings.ts'
import { SharedClusters } from './shared-clusters.ts'

const timing = leaseTiming({})

/** Verbs that answer at once. */
function clientOf(api: SimulatedApi): Client {
  const { list } = { list: (labels: string) => api.list('Lease', (given = {}) => labels.split('=')[0]! in given) }
  return {
    get: async (_: unknown, ref: { name: string }) => api.get('Lease', ref) ?? Promise.reject(notFound()),
    list: async (_: unknown, { labels }: { labels: string }) => ({ items: list(labels), metadata: {} }),
    create: async (_: unknown, object: object) => api.create('Lease', object),
    patch: async (_: unknown, ref: { name: string }, patch: object) => api.patch('Lease', ref, patch),
    delete: async (_: unknown, ref: { name: string }, { preconditions }: { preconditions: object }) =>
      api.delete('Lease', ref, preconditions),
  } as unknown as Client
}

function notFound(): Error {
  return Object.assign(new Error('not found'), { code: 'KW_CLIENT_NOT_FOUND' })
}

type Act = Parameters<ClusterShare['run']>[2]

class Replica {
  readonly stop = new AbortController()
  readonly kill = new AbortController()
  readonly #division: SharedClusters
  readonly #dividing: Promise<void>
  readonly shares = new Map<string, ClusterShare>()
  readonly #ended: Promise<void>[] = []
  /** Clusters it works on, and how each ended. */
  readonly acting = new Set<string>()
  readonly aborted: string[] = []
  begun = 0
  /** How long a reconcile continues after the request to end. */
  lateMs = 0
  isReachable = true

  constructor(shard: string, clock: VirtualClock, api: SimulatedApi, more: Partial<ClusterLeaseSettings> = {}) {
    const random = seededRandom(shard)
    const parts = { client: clientOf(api), clock, random, ids: seededIds(random), log: silentLogger, timing, ...more }
    const place = { ring: 'maps', namespace: 'default', shard, drainWithinMs: () => 10_000 }
    this.#division = new SharedClusters({ ...parts, ...place })
    this.#dividing = this.#division.run(this.stop.signal)
    this.clock = clock
  }

  readonly clock: VirtualClock

  add(name: string, identity = name): void {
    const share = this.#division.shareOf({ name, identity, isReachable: () => this.isReachable })
    this.shares.set(name, share)
    this.#ended.push(share.run(this.stop.signal, this.kill.signal, (stop, kill) => this.#act(name, stop, kill)))
  }

  /** A share that ends by itself, with work of its own. */
  run(name: string, stop: AbortSignal, act: Act): ClusterShare {
    const share = this.#division.shareOf({ name, identity: name, isReachable: () => this.isReachable })
    this.#ended.push(share.run(AbortSignal.any([stop, this.stop.signal]), this.kill.signal, act))
    return share
  }

  async end(): Promise<void> {
    this.stop.abort()
    await Promise.all([...this.#ended, this.#dividing])
  }

  async #act(name: string, stop: AbortSignal, kill: AbortSignal): Promise<void> {
    this.acting.add(name)
    this.begun++
    await new Promise((resolve) => stop.addEventListener('abort', resolve))
    if (this.lateMs > 0) {
      await new Promise<void>((resolve) => {
        this.clock.schedule(this.lateMs, resolve)
        kill.addEventListener('abort', () => {
          this.aborted.push(name)
          resolve()
        })
      })
    }
    this.acting.delete(name)
  }
}

function world() {
  const [clock, api] = [new VirtualClock({ maxTimers: 1_000_000 }), new SimulatedApi()]
  const leases = () => api.list('Lease').map(({ metadata }) => metadata.name)
  const start = (shard: string, more?: Partial<ClusterLeaseSettings>) => new Replica(shard, clock, api, more)
  return { clock, api, leases, start }
}

async function ended(clock: VirtualClock, ...replicas: readonly Replica[]): Promise<void> {
  const all = Promise.all(replicas.map((one) => one.end()))
  await clock.advance('30s')
  await all
}

describe('cluster leases', () => {
  it('are created after the time in which a deleted one may be held, and shared with a joining replica', async () => {
    const { clock, start, leases } = world()
    const one = start('web-0')
    for (const name of ['a', 'b', 'c', 'd']) one.add(name)
    await clock.advance('14s')
    expect([...one.acting]).toEqual([])
    await clock.advance('5s')
    expect(one.acting).toEqual(new Set(['a', 'b', 'c', 'd']))
    expect(leases()).toHaveLength(4)
    const two = start('web-1')
    for (const name of ['a', 'b', 'c', 'd']) two.add(name)
    await clock.advance('30s')
    expect([one.acting.size, two.acting.size]).toEqual([2, 2])
    expect(new Set([...one.acting, ...two.acting]).size).toBe(4)
    one.add('e')
    await clock.advance('3s')
    expect(one.acting.has('e')).toBe(true) // no wait: this process has listed the leases all the time
    await ended(clock, one, two)
    expect([one.acting.size, two.acting.size]).toEqual([0, 0])
  })

  it('are named by cluster identity: two names of one cluster share a lease', async () => {
    const { clock, start, leases } = world()
    const [one, two] = [start('web-0'), start('web-1')]
    one.add('east', 'uid-1')
    two.add('the-east', 'uid-1')
    await clock.advance('30s')
    expect(one.acting.size + two.acting.size).toBe(1)
    expect(leases()).toEqual(['maps.cluster.uid-1'])
    await ended(clock, one, two)
  })

  it.each(['UID With Spaces', '../../etc', '__proto__', 'x'.repeat(63)])(
    'have a valid name for any identity: %s',
    async (identity) => {
      const { clock, start, leases } = world()
      const one = start('web-0')
      one.add('east', identity)
      await clock.advance('20s')
      expect(one.acting.size).toBe(1)
      expect(leases()[0]).toMatch(/^maps\.cluster\.[-a-z0-9.]{1,240}$/)
      await ended(clock, one)
    },
  )

  it('are released when the process stops, so that others need not wait', async () => {
    const { clock, start } = world()
    const [one, two] = [start('web-0'), start('web-1')]
    for (const replica of [one, two]) replica.add('a')
    await clock.advance('20s')
    const [holder, other] = one.acting.size > 0 ? [one, two] : [two, one]
    void holder.end()
    await clock.advance('3s')
    expect([...other.acting]).toEqual(['a'])
    await ended(clock, one, two)
  })

  it('are held until the running reconcile has ended, within a time limit', async () => {
    const { clock, start } = world()
    const one = start('web-0')
    for (const name of ['a', 'b', 'c']) one.add(name)
    await clock.advance('20s')
    one.lateMs = 60_000
    const two = start('web-1')
    for (const name of ['a', 'b', 'c']) two.add(name)
    await clock.advance('9s')
    expect([one.acting.size, two.acting.size, one.aborted.length]).toEqual([3, 0, 0])
    await clock.advance('10s')
    expect([one.acting.size, two.acting.size, one.aborted.length]).toEqual([2, 1, 1])
    one.lateMs = 0
    await ended(clock, one, two)
  })

  it('move to a replica that can reach the cluster', async () => {
    const { clock, start } = world()
    const one = start('web-0')
    one.add('a')
    await clock.advance('20s')
    const two = start('web-1')
    two.add('a')
    await clock.advance('10s')
    expect([one.acting.size, two.acting.size]).toEqual([1, 0])
    one.isReachable = false
    await clock.advance('28s')
    expect(one.acting.size).toBe(1) // a link that is cut for a moment moves nothing
    await clock.advance('10s')
    expect([one.acting.size, two.acting.size]).toEqual([0, 1])
    await ended(clock, one, two)
  })

  it('allow writes only while they are held, and never after the work has ended', async () => {
    const { clock, start, api } = world()
    const one = start('web-0')
    one.add('a')
    const share = one.shares.get('a')!
    expect(share.standing).toMatchObject({ isActing: false, holder: undefined, text: 'no replica works on it' })
    await clock.advance('20s')
    expect(share.standing).toMatchObject({ isActing: true, text: 'this process works on it' })
    const spec = { holderIdentity: 'web-9/x', renewTime: '2030-01-01T00:00:00.000000Z' }
    api.patch('Lease', { namespace: 'default', name: 'maps.cluster.a' }, { spec })
    await clock.advance('3s')
    expect(share.standing).toMatchObject({ isActing: false, holder: 'web-9/x' })
    expect(one.acting.size).toBe(0)
    await ended(clock, one)
  })

  it('end a term if another process held them in between, even if they are held again', async () => {
    const { clock, start, api } = world()
    const one = start('web-0')
    one.add('a')
    await clock.advance('20s')
    const lease = { namespace: 'default', name: 'maps.cluster.a' }
    for (const holderIdentity of ['web-9/x', ''])
      api.patch('Lease', lease, { spec: { holderIdentity, leaseTransitions: 1 } })
    await clock.advance('6s')
    expect([one.shares.get('a')!.standing.isActing, one.begun]).toEqual([true, 2])
    await ended(clock, one)
  })

  it('are deleted with a removed cluster, unless another process holds them', async () => {
    const { clock, start, leases } = world()
    const [one, two] = [start('web-0'), start('web-1')]
    one.add('a')
    await clock.advance('20s')
    two.add('a')
    await clock.advance('5s')
    await two.shares.get('a')!.discard()
    expect(leases()).toEqual(['maps.cluster.a'])
    await ended(clock, one)
    await one.shares.get('a')!.discard()
    await ended(clock, two)
    await two.shares.get('a')!.discard()
    expect(leases()).toEqual([])
  })

  it('are deleted a minute after they expired if their cluster was removed while no replica ran', async () => {
    const { clock, start, api, leases } = world()
    const labels = { 'sharding.kubewright.dev/clusters-of': 'maps' }
    const metadata = { name: 'maps.cluster.old', namespace: 'default', labels }
    api.create('Lease', { metadata, spec: { holderIdentity: 'web-7/x', leaseDurationSeconds: 15 } })
    const one = start('web-0')
    one.add('a')
    await clock.advance('70s')
    expect(leases()).toContain('maps.cluster.old')
    await clock.advance('10s')
    expect(leases()).toEqual(['maps.cluster.a'])
    await ended(clock, one)
  })
})

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

describe('a cluster with a new connection', () => {
  it('is worked on again after the work on the old connection has ended, without a fail-over in between', async () => {
    const { clock, start } = world()
    const [one, two] = [start('web-0'), start('web-1')]
    const [old, next] = [new AbortController(), new AbortController()]
    let end = () => {}
    const working = new Promise<void>((resolve) => (end = resolve))
    one.run('a', old.signal, () => working)
    await clock.advance('20s')
    two.add('a')
    old.abort()
    let begun = 0
    const share = one.run('a', next.signal, (stop) => {
      begun++
      return untilAborted(stop)
    })
    await clock.advance('8s')
    expect([begun, share.standing.isActing, two.acting.size]).toEqual([0, false, 0])
    expect(share.standing.text).toBe('this process still finishes the work of an earlier connection')
    end()
    for (let ms = 0; ms < 60_000; ms += 500) {
      await clock.advance(500)
      expect([share.standing.isActing, two.acting.size > 0].filter(Boolean).length).toBeLessThanOrEqual(1)
    }
    expect(begun + two.begun).toBe(1)
    await ended(clock, one, two)
  })

  it('takes no lease if it is aborted while it waits', async () => {
    const { clock, start } = world()
    const one = start('web-0')
    const [old, next] = [new AbortController(), new AbortController()]
    let end = () => {}
    const working = new Promise<void>((resolve) => (end = resolve))
    one.run('a', old.signal, () => working)
    await clock.advance('20s')
    old.abort()
    let begun = 0
    const act = async () => void begun++
    one.run('a', next.signal, act)
    next.abort()
    end()
    await clock.advance('20s')
    expect(begun).toBe(0)
    await ended(clock, one)
  })
})

describe('a cluster lease deleted by hand', () => {
  it('counts as held for a whole duration, also for a replica that joins then', async () => {
    const { clock, start, api } = world()
    const labels = { 'sharding.kubewright.dev/clusters-of': 'maps' }
    const metadata = { name: 'maps.cluster.a', namespace: 'default', labels }
    const one = start('web-0')
    one.add('b')
    await clock.advance('60s')
    api.create('Lease', { metadata, spec: { holderIdentity: 'web-9/x', leaseDurationSeconds: 15 } })
    await clock.advance('5s')
    api.delete('Lease', metadata)
    await clock.advance('3s')
    one.add('a')
    await clock.advance('11s')
    expect([...one.acting]).toEqual(['b'])
    await clock.advance('10s')
    expect([...one.acting]).toEqual(['b', 'a'])
    await ended(clock, one)
  })
})

describe('a cluster lease that is not released', () => {
  it('moves to another replica when the work on the cluster fails, with back-off', async () => {
    const { clock, start } = world()
    const one = start('web-0')
    const stop = new AbortController()
    let begun = 0
    one.run('a', stop.signal, () => {
      begun++
      return Promise.reject(new Error('no'))
    })
    await clock.advance('20s')
    expect(begun).toBe(1)
    const two = start('web-1')
    two.add('a')
    await clock.advance('60s')
    expect([begun, two.acting.size]).toEqual([1, 1])
    await ended(clock, two)
    await clock.advance('10m')
    expect(begun).toBeGreaterThan(3)
    expect(begun).toBeLessThan(9)
    await ended(clock, one)
  })

  it('expires if reconciles ignore the abort, and another replica takes it', async () => {
    const { clock, start } = world()
    const one = start('web-0')
    const stop = new AbortController()
    let begun = 0
    for (const name of ['a', 'b', 'c'])
      one.run(name, stop.signal, async (_, kill) => {
        begun++
        await untilAborted(kill)
        await new Promise<void>((resolve) => void clock.schedule(5_000, resolve))
      })
    await clock.advance('20s')
    const two = start('web-1')
    for (const name of ['a', 'b', 'c']) two.add(name)
    await clock.advance('45s')
    expect([begun, two.acting.size]).toEqual([3, 1])
    one.kill.abort()
    await ended(clock, one, two)
  })
})

describe('a cluster lease acquired while its share is stopping', () => {
  it('is released at once, because no work has begun', async () => {
    const { clock, start, api } = world()
    const given = clientOf(api)
    const late = async (resource: never, object: never) => {
      await new Promise<void>((resolve) => void clock.schedule(1_000, resolve))
      stop.abort()
      return given.create(resource, object)
    }
    const stop = new AbortController()
    const one = start('web-0', { client: { ...given, create: late as never } })
    let begun = 0
    one.run('a', stop.signal, async () => void begun++)
    await clock.advance('25s')
    expect(begun).toBe(0)
    const lease = api.get('Lease', { namespace: 'default', name: 'maps.cluster.a' })
    expect(lease).toMatchObject({ spec: { holderIdentity: '' } })
    await ended(clock, one)
  })
})

describe('a cluster lease that may be renewed until shortly before it expires', () => {
  it('is taken by others only after writes sent at the last moment have arrived', async () => {
    const { clock, start, api } = world()
    const short = leaseTiming({ duration: '15s', renewWithin: '14s', retryEvery: '2s' })
    const labels = { 'sharding.kubewright.dev/clusters-of': 'maps' }
    const metadata = { name: 'maps.cluster.a', namespace: 'default', labels }
    api.create('Lease', { metadata, spec: { holderIdentity: 'web-9/x', leaseDurationSeconds: 15 } })
    const one = start('web-0', { timing: short })
    one.add('a')
    await clock.advance('18900ms')
    expect(one.acting.size).toBe(0)
    await clock.advance('4s')
    expect(one.acting.size).toBe(1)
    expect(api.get('Lease', metadata)).toMatchObject({ spec: { leaseDurationSeconds: 19 } })
    await ended(clock, one)
  })
})

describe('the leases of removed clusters', () => {
  it('are deleted also when no cluster is left, and only deleted ones are reported', async () => {
    const { clock, start, api, leases } = world()
    const labels = { 'sharding.kubewright.dev/clusters-of': 'maps' }
    const stale = (name: string) => ({ name: `maps.cluster.${name}`, namespace: 'default', labels })
    for (const name of ['old', 'changed'])
      api.create('Lease', { metadata: stale(name), spec: { holderIdentity: 'web-7/x', leaseDurationSeconds: 15 } })
    const { log, entries } = recordedLog()
    const given = clientOf(api)
    const conflict = Object.assign(new Error('changed'), { code: 'KW_CLIENT_CONFLICT' })
    const remove = (resource: never, ref: { name: string }, options: never) =>
      ref.name.endsWith('changed') ? Promise.reject(conflict) : given.delete(resource, ref, options)
    const one = start('web-0', { log, client: { ...given, delete: remove as never } })
    const stop = new AbortController()
    one.run('a', stop.signal, untilAborted)
    await clock.advance('20s')
    stop.abort()
    await clock.advance('90s')
    expect(leases()).not.toContain('maps.cluster.old')
    const deleted = entries.filter(({ message }) => message.startsWith('deleted')).map(({ fields }) => fields)
    expect(deleted).toContainEqual({ lease: 'maps.cluster.old' })
    expect(deleted).not.toContainEqual({ lease: 'maps.cluster.changed' })
    await ended(clock, one)
  })
})
