import { defineController, done } from '@kubewright/controller'
import { type Clock, sleep } from '@kubewright/core'
import { type Random, randomInt } from '@kubewright/core/random'
import { seededRandom } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { leader } from '@kubewright/lease'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { managerOn } from './managed.ts'

const operator = { namespace: 'default', name: 'operator' }

/** The replicas that reconcile now and have not been aborted. */
class Presence {
  readonly #acting = new Map<string, number>()
  readonly collisions: string[] = []

  enter(identity: string, signal: AbortSignal): Disposable {
    this.#acting.set(identity, (this.#acting.get(identity) ?? 0) + 1)
    if (this.#acting.size > 1) this.collisions.push([...this.#acting.keys()].join(' and '))
    let isIn = true
    const leave = () => {
      if (!isIn) return
      isIn = false
      const left = this.#acting.get(identity)! - 1
      if (left === 0) this.#acting.delete(identity)
      else this.#acting.set(identity, left)
    }
    signal.addEventListener('abort', leave)
    return { [Symbol.dispose]: leave }
  }
}

/** The wall clock of one machine, which may be set; its monotonic clock is shared. */
class WallClock implements Clock {
  readonly #clock: Clock
  aheadMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now() + this.aheadMs
  }

  elapsed(): number {
    return this.#clock.elapsed()
  }

  schedule(ms: number, run: () => void): Disposable {
    return this.#clock.schedule(ms, run)
  }
}

function replica(cluster: Cluster, identity: string, presence: Presence, random: Random) {
  const clock = new WallClock(cluster.clock)
  const maps = defineController({
    name: 'maps',
    for: ConfigMap,
    scope: { labels: 'app=test' },
    when: 'any-change',
    concurrency: 2,
    async reconcile({ metadata, data = {} }, { client, signal }) {
      using _ = presence.enter(identity, signal)
      await sleep(cluster.clock, randomInt(random, 15_000), signal) // some outlive the lease
      if (data.seen !== data.wanted)
        await client.patch(ConfigMap, metadata, { data: { seen: data.wanted } }, { signal })
      return done()
    },
  })
  const manager = managerOn(cluster, {
    identity,
    clock,
    controllers: [maps],
    coordination: leader({ lease: operator.name, namespace: operator.namespace, onLost: 'campaign' }),
    permissions: 'skip',
    shutdownTimeout: '5s',
  })
  const stop = new AbortController()
  const ended = manager.run(stop.signal).then(
    () => 'stopped',
    (error: unknown) => String(error),
  )
  return { manager, ended, clock, stop: () => stop.abort() }
}

/** A random schedule of faults, restarts and clock jumps. */
async function play(cluster: Cluster, random: Random, presence: Presence): Promise<readonly string[]> {
  let started = 0
  const replicas: ReturnType<typeof replica>[] = []
  // A replica that never saw the lease cannot know that a deleted one was held: each gets time to see it.
  const start = async () => {
    replicas.push(replica(cluster, `replica-${++started}`, presence, random))
    await cluster.advance('3s')
  }
  for (let count = 0; count < 3; count++) await start()
  const ends: string[] = []
  const retire = async (index: number) => {
    const [one] = replicas.splice(index, 1)
    one!.stop()
    await cluster.advance('10s')
    ends.push(await one!.ended)
  }
  const pick = () => randomInt(random, replicas.length)
  const jump = () => randomInt(random, 7_200_000) - 3_600_000
  const steps: readonly (() => Promise<unknown>)[] = [
    () => write(cluster, random),
    () => write(cluster, random),
    () => cluster.advance(randomInt(random, 8_000)),
    async () => {
      using _ = cluster.faults.fail({ kind: Lease }, 500)
      await cluster.advance(randomInt(random, 25_000))
    },
    async () => {
      using _ = cluster.faults.dropResponse({ kind: [Lease, ConfigMap], times: 3 })
      await cluster.advance('4s')
    },
    async () => cluster.faults.closeWatches({ kind: ConfigMap }),
    // The lease is deleted.
    () => cluster.client.delete(Lease, operator).catch(() => undefined),
    // A clock jump: of a replica, or of the server for a while.
    async () => (replicas[pick()]!.clock.aheadMs += jump()),
    async () => {
      using _ = cluster.faults.skewClock(jump())
      await cluster.advance(randomInt(random, 20_000))
    },
    async () => {
      await retire(pick())
      await start()
    },
    // A permanent network failure: the replica can neither renew nor release.
    async () => {
      const index = pick()
      await replicas[index]!.manager.client[Symbol.asyncDispose]()
      await cluster.advance(randomInt(random, 20_000))
      await retire(index)
      await start()
    },
  ]
  for (let step = 0; step < 25; step++) await steps[randomInt(random, steps.length)]!()
  await cluster.advance('2m')
  const acting = replicas.filter(({ manager }) => manager.state.phase === 'acting')
  expect(acting).toHaveLength(1)
  while (replicas.length > 0) await retire(0)
  return ends
}

async function write(cluster: Cluster, random: Random): Promise<void> {
  const metadata = { name: `map-${randomInt(random, 4)}`, namespace: 'default', labels: { app: 'test' } }
  const data = { wanted: String(randomInt(random, 1_000)) }
  await cluster.client.apply(ConfigMap, { metadata, data }, { force: true })
}

describe('managers with leader election under random faults', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('never act at the same time, and complete all work (seed %d)', async (seed) => {
    const random = seededRandom(seed)
    const presence = new Presence()
    await using cluster = await startCluster({ seed })
    const ends = await play(cluster, random, presence)
    expect(presence.collisions).toEqual([])
    expect(new Set(ends)).toEqual(new Set(['stopped']))
    const { items } = await cluster.client.list(ConfigMap, { labels: 'app=test' })
    expect(items.length).toBeGreaterThan(0)
    for (const { data } of items) expect(data?.seen).toBe(data?.wanted)
  })
})
