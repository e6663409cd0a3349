/** Fencing tokens: an external system refuses late calls of a shard that has lost the object. */
import { onAbort } from '@kubewright/core/tasks'
import { changesBetween, defineExternalController } from '@kubewright/external'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { hashRing, partitionKey, shard, sharderHolder } from '@kubewright/sharding'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { managerOn } from '../manager/managed.ts'
import { Thing } from './things.ts'

interface Change {
  readonly by: string
  readonly name: string
  readonly size: number
  readonly token: string
}

/** Stores sizes and the largest token of each. Calls of `slow` wait in `late`. */
class Outside {
  readonly sizes = new Map<string, number>()
  readonly said: string[] = []
  slow = ''
  readonly late: (() => void)[] = []
  readonly #seen = new Map<string, string>()

  /** An aborted caller does not receive the result. */
  change(change: Change, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      onAbort(signal, () => reject(new Error('given up')))
      const arrive = () => (this.#accept(change) ? resolve() : reject(new Error('somebody else has been here since')))
      if (change.by === this.slow) this.late.push(arrive)
      else arrive()
    })
  }

  #accept({ by, name, size, token }: Change): boolean {
    const isAccepted = token >= (this.#seen.get(name) ?? '')
    this.said.push(`${by} makes it ${size}: ${isAccepted ? 'done' : 'refused'}`)
    if (!isAccepted) return false
    this.#seen.set(name, token)
    this.sizes.set(name, size)
    return true
  }
}

function replica(cluster: Cluster, by: string, outside: Outside) {
  const things = defineExternalController({
    name: 'things',
    for: Thing,
    finalizer: 'cloud.example.dev/thing',
    poll: '10m',
    recheck: '1s',
    observe: async ({ metadata: { name } }) =>
      outside.sizes.has(name) ? { size: outside.sizes.get(name)! } : undefined,
    diff: ({ spec }, actual) => changesBetween(spec, actual, ['size']),
    create: ({ metadata: { name }, spec: { size } }, { fencingToken: token = '', signal }) =>
      outside.change({ by, name, size, token }, signal),
    update: ({ metadata: { name }, spec: { size } }, _, { fencingToken: token = '', signal }) =>
      outside.change({ by, name, size, token }, signal),
    delete: async () => undefined,
  })
  const coordination = shard({ ring: 'things', namespace: 'default', identity: by, resource: false })
  const manager = managerOn(cluster, { identity: by, controllers: [things], coordination, permissions: 'skip' })
  const stop = new AbortController()
  const ended = manager.run(stop.signal).catch((error: unknown) => error)
  return { ended, stop: () => stop.abort() }
}

async function pass(cluster: Cluster, seconds: number): Promise<void> {
  for (let turn = 0; turn < seconds; turn++) await cluster.advance('1s')
}

describe('an external call of a shard that has lost its lease', () => {
  it('is refused by fencing token once the new owner has called', async () => {
    await using cluster = await startCluster({ resources: [Thing] })
    const outside = new Outside()
    const [b, a] = [replica(cluster, 'b', outside), replica(cluster, 'a', outside)]
    await pass(cluster, 8)
    const name = Array.from({ length: 20 }, (_, index) => `thing-${index}`).find(
      (one) => hashRing(['a', 'b']).ownerOf(partitionKey(Thing, { namespace: 'default', name: one })) === 'a',
    )!
    await cluster.client.create(Thing, { metadata: { namespace: 'default', name }, spec: { size: 1 } })
    await pass(cluster, 5)

    // A change is on its way to the outside when its shard loses the lease.
    outside.slow = 'a'
    await cluster.client.patch(Thing, { namespace: 'default', name }, { spec: { size: 2 } })
    await pass(cluster, 2)
    expect(outside.late).toHaveLength(1)
    const spec = { holderIdentity: sharderHolder, leaseDurationSeconds: 30 }
    await cluster.client.patch(Lease, { namespace: 'default', name: 'things.a' }, { spec } as never)
    await pass(cluster, 5)
    expect(await a.ended).toMatchObject({ code: 'KW_SHARDING_LOST' })
    await pass(cluster, 40)
    await cluster.client.patch(Thing, { namespace: 'default', name }, { spec: { size: 3 } })
    await pass(cluster, 5)

    for (const arrive of outside.late) arrive()
    expect([outside.said.slice(0, 1), outside.said.slice(-2)]).toEqual([
      ['a makes it 1: done'],
      ['b makes it 3: done', 'a makes it 2: refused'],
    ])
    expect(outside.sizes.get(name)).toBe(3)
    b.stop()
    await pass(cluster, 20)
    expect(await b.ended).toBeUndefined()
  })
})
