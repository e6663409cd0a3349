import { leader } from '@kubewright/lease'
import { silentLogger } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/testing'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const lease = { namespace: 'default', name: 'operator' }

type Act = (mayAct: AbortSignal) => Promise<void>

function candidate(cluster: Cluster, identity: string, onLost: 'fail' | 'campaign' = 'fail', act?: Act) {
  const random = seededRandom(identity)
  const client = cluster.clientFor({})
  const coordinator = leader({ lease: lease.name, namespace: lease.namespace, onLost }).coordinate({
    client,
    clock: cluster.clock,
    random,
    ids: seededIds(random),
    log: silentLogger,
    identity,
  })
  const stop = new AbortController()
  const acts: string[] = []
  const ended = coordinator.run(stop.signal, async (mayAct) => {
    acts.push('begins')
    await act?.(mayAct)
    await new Promise<void>((resolve) => mayAct.addEventListener('abort', () => resolve(), { once: true }))
    acts.push('ends')
  })
  return { coordinator, acts, ended, stop: () => stop.abort(), client }
}

describe('leader election on a cluster', () => {
  it('lets one act at a time, and the next at once when the first lets go', async () => {
    await using cluster = await startCluster()
    const first = candidate(cluster, 'first')
    await cluster.settle()
    const second = candidate(cluster, 'second')
    await cluster.advance('1m')
    expect([first.acts, second.acts]).toEqual([['begins'], []])
    first.stop()
    await cluster.settle()
    await first.ended
    await cluster.advance('3s')
    expect([first.acts, second.acts]).toEqual([['begins', 'ends'], ['begins']])
    expect((await cluster.client.get(Lease, lease)).spec).toMatchObject({
      holderIdentity: 'second',
      leaseTransitions: 1,
    })
    second.stop()
    await cluster.settle()
    await second.ended
  })

  it('stops a leader whose server is gone before anybody else may begin', async () => {
    await using cluster = await startCluster()
    const first = candidate(cluster, 'first')
    await cluster.settle()
    const failed = first.ended.catch((error: unknown) => error)
    await first.client[Symbol.asyncDispose]()
    const second = candidate(cluster, 'second')
    await cluster.advance('10s')
    expect([first.acts, second.acts]).toEqual([['begins', 'ends'], []])
    expect(await failed).toMatchObject({ code: 'KW_LEASE_LOST' })
    await cluster.advance('10s')
    expect(second.acts).toEqual(['begins'])
    second.stop()
    await cluster.settle()
    await second.ended
  })

  it.each(['a', 'b', 'c', 'd', 'e', 'f'])(
    'lets nobody who saw the leader alive take over because the lease was deleted (seed %s)',
    async (seed) => {
      await using cluster = await startCluster({ seed })
      const first = candidate(cluster, `first ${seed}`)
      await cluster.settle()
      const second = candidate(cluster, `second ${seed}`)
      await cluster.advance('20s')
      await cluster.client.delete(Lease, lease)
      await cluster.advance('1m')
      expect([first.acts, second.acts]).toEqual([['begins'], []])
      for (const one of [first, second]) one.stop()
      await cluster.settle()
      await Promise.all([first.ended, second.ended])
    },
  )

  it('takes a deleted lease over once its holder would have lost it', async () => {
    await using cluster = await startCluster()
    const first = candidate(cluster, 'first')
    await cluster.settle()
    const failed = first.ended.catch((error: unknown) => error)
    const second = candidate(cluster, 'second')
    await cluster.advance('20s')
    await first.client[Symbol.asyncDispose]()
    await cluster.client.delete(Lease, lease)
    await cluster.advance('20s')
    expect([first.acts, second.acts]).toEqual([['begins', 'ends'], ['begins']])
    expect(await failed).toMatchObject({ code: 'KW_LEASE_LOST' })
    second.stop()
    await cluster.settle()
    await second.ended
  })

  it('lets go of a lease whose last renewal was not answered any more', async () => {
    await using cluster = await startCluster()
    const first = candidate(cluster, 'first')
    await cluster.settle()
    const dropped = cluster.faults.dropResponse({ kind: Lease, verb: 'patch', times: 1 })
    // The renewal that is under way is written, and its answer lost.
    while (dropped.hits === 0) await cluster.advance('100ms')
    first.stop()
    await cluster.settle()
    await first.ended
    expect((await cluster.client.get(Lease, lease)).spec?.holderIdentity).toBe('')
  })

  it('leaves a lease to run out when what it did may go on', async () => {
    await using cluster = await startCluster()
    const stuck = candidate(cluster, 'stuck', 'fail', async () => {
      throw new Error('a reconcile does not end')
    })
    await expect(stuck.ended).rejects.toThrow('a reconcile does not end')
    expect(stuck.coordinator.standing.isActing).toBe(false)
    expect((await cluster.client.get(Lease, lease)).spec?.holderIdentity).toBe('stuck')
  })
})
