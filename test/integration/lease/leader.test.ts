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
  it('lets one replica act at a time, and the next one at once when the lease is released', async () => {
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

  it('stops a leader that cannot reach the server before another one may act', async () => {
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
    'does not let a standby that saw the leader alive take over a deleted lease (seed %s)',
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

  it('lets a standby take over a deleted lease once its holder must have lost it', async () => {
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

  it('releases the lease although the response to the last renewal was lost', async () => {
    await using cluster = await startCluster()
    const first = candidate(cluster, 'first')
    await cluster.settle()
    const dropped = cluster.faults.dropResponse({ kind: Lease, verb: 'patch', times: 1 })
    // The renewal in flight is stored, and its response lost.
    while (dropped.hits === 0) await cluster.advance('100ms')
    first.stop()
    await cluster.settle()
    await first.ended
    expect((await cluster.client.get(Lease, lease)).spec?.holderIdentity).toBe('')
  })

  it('lets the lease expire, without release, if work may still be running', async () => {
    await using cluster = await startCluster()
    const stuck = candidate(cluster, 'stuck', 'fail', async () => {
      throw new Error('a reconcile does not end')
    })
    await expect(stuck.ended).rejects.toThrow('a reconcile does not end')
    expect(stuck.coordinator.standing.isActing).toBe(false)
    expect((await cluster.client.get(Lease, lease)).spec?.holderIdentity).toBe('stuck')
  })
})
