import type { Client } from '@kubewright/client'
import { done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { requiredRules } from '@kubewright/manager/permissions'
import { shard } from '@kubewright/sharding'
import { type Clusters, startClusters } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { inventory, isSeen, listed, mark, phases, readiness, recorded } from './copying.ts'

const others = ['b', 'c', 'd', 'e'] as const
type Name = 'a' | (typeof others)[number]
const nameAnnotation = 'sharding.kubewright.dev/cluster'
type Replica = Awaited<ReturnType<typeof replica>>

/** Shorter than the defaults. The duration has to leave five seconds for the last request sent. */
const times = { duration: '7s', renewWithin: '2s', retryEvery: '400ms' } as const

/** One process of the program, with its own record of its writes to each cluster. */
async function replica(
  clusters: Clusters<Name>,
  identity: string,
  { controller = inventory(), names = others as readonly Name[] } = {},
) {
  const transports = Object.fromEntries(names.map((name) => [name, recorded(clusters.transport('a', name))]))
  const coordination = shard({ ring: 'maps', namespace: 'default', identity, drainWithin: '2s', ...times })
  const run = await clusters.run({ home: 'a', coordination, identity, clusters: transports }, controller)
  return Object.assign(run, { transports })
}

function heldBy({ manager }: Replica): readonly string[] {
  return manager.clusters.states.filter(({ standing }) => standing?.isActing).map(({ name }) => name)
}

async function markAll(clusters: Clusters<Name>, value: string): Promise<void> {
  for (const name of others) await mark(clusters.cluster(name).client, 'one', value)
}

async function areAllSeen(clusters: Clusters<Name>): Promise<boolean> {
  const seen = await Promise.all(others.map((name) => isSeen(clusters.cluster(name).client, 'one')))
  return seen.every(Boolean)
}

async function leasesOf(clusters: Clusters<Name>) {
  const labels = 'sharding.kubewright.dev/clusters-of=maps'
  return (await clusters.cluster('a').client.list(Lease, { namespace: 'default', labels })).items
}

describe('several clusters under sharding', () => {
  it('are divided evenly, and each is reconciled by one replica only', async () => {
    await using clusters = await startClusters(['a', ...others])
    const first = await replica(clusters, 'web-0')
    await clusters.advance('8s')
    expect(heldBy(first)).toEqual([...others])
    const second = await replica(clusters, 'web-1')
    await clusters.advance('15s')
    expect([heldBy(first).length, heldBy(second).length]).toEqual([2, 2])
    expect([...heldBy(first), ...heldBy(second)].sort()).toEqual([...others])
    for (const one of [first, second]) for (const { writes } of Object.values(one.transports)) writes.length = 0
    await markAll(clusters, '2')
    await clusters.advance('5s')
    expect(await areAllSeen(clusters)).toBe(true)
    const home = await listed(clusters.cluster('a').client)
    expect(home).toEqual(expect.arrayContaining(others.map((name) => `${name}-one=2`)))
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      for (const name of heldBy(one)) expect(other.transports[name]!.writes).toEqual([])
    }
  })

  it('are cached only by the replica that holds them, and readiness and metrics name the holder', async () => {
    await using clusters = await startClusters(['a', ...others])
    const first = await replica(clusters, 'web-0')
    const second = await replica(clusters, 'web-1')
    await clusters.advance('20s')
    const [own, theirs] = [heldBy(first)[0]!, heldBy(second)[0]!]
    const states = new Map(first.manager.clusters.states.map((state) => [state.name, state]))
    expect(states.get(own)!.controllers).toMatchObject([{ name: 'inventory', isWarm: true, isWorking: true }])
    expect(states.get(theirs)!.controllers).toEqual([])
    expect(first.manager.clusters.find(theirs)!.cache.sources).toEqual([])
    expect(phases(first)).toEqual({ b: 'connected', c: 'connected', d: 'connected', e: 'connected' })
    expect(await readiness(first, own)).toMatchObject({ isWell: true, note: 'this process works on it' })
    expect(await readiness(first, theirs)).toMatchObject({
      isWell: true,
      note: expect.stringMatching(/^web-1 works on it$/),
    })
    const metrics = first.manager.metrics.collect().find(({ name }) => name === 'kubewright_cluster_held')!
    const values = new Map(
      metrics.samples.map((one) => [one.labels['cluster'], 'value' in one ? one.value : undefined]),
    )
    expect([values.get(own), values.get(theirs)]).toEqual([1, 0])
    const leases = await leasesOf(clusters)
    const names = new Set(leases.map(({ metadata }) => metadata.annotations?.[nameAnnotation]))
    expect([leases.length, names]).toEqual([4, new Set(others)])
  })

  it('fail over to the other replicas when a replica stops', async () => {
    await using clusters = await startClusters(['a', ...others])
    const first = await replica(clusters, 'web-0')
    const second = await replica(clusters, 'web-1')
    await clusters.advance('20s')
    await first[Symbol.asyncDispose]()
    await markAll(clusters, '2')
    await clusters.advance('2s') // less than a lease lasts
    expect(heldBy(second)).toEqual([...others])
    expect(await areAllSeen(clusters)).toBe(true)
    expect((await leasesOf(clusters)).every(({ spec }) => spec?.holderIdentity?.startsWith('web-1/'))).toBe(true)
  })

  it('refuse every write of a reconcile whose replica lost the lease of the cluster, also after it regained it', async () => {
    await using clusters = await startClusters(['a', 'b', 'c', 'd', 'e'])
    const late: unknown[] = []
    const go = new AbortController()
    using _ = { [Symbol.dispose]: () => go.abort() } // also when an expectation fails
    let isHanging = false
    let kept: readonly Client[] = []
    const ignoring = inventory({
      async reconcile({ metadata }, { cluster, clusters: all, client }) {
        if (!isHanging || cluster.name !== 'b') return done()
        // Ignores its own signal.
        if (!go.signal.aborted) await new Promise((resolve) => go.signal.addEventListener('abort', resolve))
        const path = `/api/v1/namespaces/default/configmaps/${metadata.name}`
        kept = [client, all.home.client, all.find('c')!.client]
        for (const one of kept) {
          await one.request({ method: 'DELETE', path }).catch((error: unknown) => late.push(error))
        }
        return done()
      },
    })
    const first = await replica(clusters, 'web-0', { controller: ignoring, names: ['b', 'c'] })
    await clusters.advance('8s')
    isHanging = true
    await mark(clusters.cluster('b').client, 'one', '2')
    await clusters.advance('100ms')
    // The lease of one cluster is taken away by hand; that of the replica is kept.
    const lease = (await leasesOf(clusters)).find(({ metadata }) => metadata.annotations?.[nameAnnotation] === 'b')!
    const spec = { holderIdentity: 'somebody', renewTime: '2030-01-01T00:00:00.000000Z' }
    await clusters.cluster('a').client.patch(Lease, lease.metadata, { spec })
    await clusters.advance('1s')
    expect(heldBy(first)).toEqual(['c'])
    go.abort()
    await clusters.advance('100ms')
    expect(late).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'KW_MANAGER_MAY_NOT_ACT' })))
    expect(String(late[0])).toContain('of the cluster b, and this process may not write for it: somebody works on it')
    expect(first.manager.state.phase).toBe('acting')
    isHanging = false
    await clusters.advance('10s')
    expect(heldBy(first)).toEqual(['b', 'c'])
    // The lease is held again, but by another term: writes of the old reconcile are still refused.
    for (const one of kept) {
      const sent = one.request({ method: 'DELETE', path: '/api/v1/namespaces/default/configmaps/one' })
      await expect(sent).rejects.toMatchObject({ code: 'KW_MANAGER_MAY_NOT_ACT' })
    }
  })

  it('accept writes of reconciles of home-cluster objects from any replica', async () => {
    await using clusters = await startClusters(['a', ...others])
    const home = inventory({
      name: 'outwards',
      clusters: 'home',
      async reconcile({ metadata, data = {} }, { clusters: all, signal }) {
        const copy = { name: `of-${metadata.name}`, namespace: 'default' }
        for (const name of others)
          await all.find(name)?.client.apply(ConfigMap, { metadata: copy, data: { ...data } }, { signal })
        return done()
      },
    })
    await replica(clusters, 'web-0', { controller: home })
    await replica(clusters, 'web-1', { controller: home })
    await clusters.advance('15s')
    await mark(clusters.cluster('a').client, 'one', '1')
    await mark(clusters.cluster('a').client, 'two', '2')
    await clusters.advance('10s')
    for (const name of others) {
      const copies = await listed(clusters.cluster(name).client)
      expect(copies).toEqual(['of-one=1', 'of-two=2'])
    }
  })

  it('lose their lease when they are removed, and get one when they are added', async () => {
    await using clusters = await startClusters(['a', ...others])
    const [first, second] = [await replica(clusters, 'web-0'), await replica(clusters, 'web-1')]
    await clusters.advance('15s')
    for (const { manager } of [first, second])
      await Promise.all([manager.clusters.remove('b'), clusters.advance('10s')])
    await clusters.advance('8s')
    expect((await leasesOf(clusters)).length).toBe(3)
    for (const { manager } of [first, second]) manager.clusters.add('b', clusters.transport('a', 'b'))
    await mark(clusters.cluster('b').client, 'one', '7')
    await clusters.advance('12s')
    expect((await leasesOf(clusters)).length).toBe(4)
    expect(await isSeen(clusters.cluster('b').client, 'one')).toBe(true)
  })

  it('move to a replica that can reach them', async () => {
    await using clusters = await startClusters(['a', ...others])
    const first = await replica(clusters, 'web-0')
    await clusters.advance('8s')
    const second = await replica(clusters, 'web-1')
    await clusters.advance('15s')
    const [cut] = heldBy(first)
    const broken = first.transports[cut!]!
    const away = () => Promise.reject(new Error('no route'))
    first.manager.clusters.replace(cut!, { ...broken, send: away })
    await clusters.advance('15s')
    expect(heldBy(second)).toContain(cut)
    await mark(clusters.cluster(cut as Name).client, 'one', '9')
    await clusters.advance('5s')
    expect(await isSeen(clusters.cluster(cut as Name).client, 'one')).toBe(true)
  })

  it('are held only by replicas that have controllers for them', async () => {
    await using clusters = await startClusters(['a', ...others])
    const idle = await replica(clusters, 'web-0', { controller: inventory({ clusters: 'home' }) })
    await clusters.advance('15s')
    expect(heldBy(idle)).toEqual([])
    const second = await replica(clusters, 'web-1')
    await clusters.advance('15s')
    expect([heldBy(idle), heldBy(second)]).toEqual([[], [...others]])
  })

  it("need RBAC rules for leases in the ring's namespace, and delete on them, only", () => {
    const coordination = shard({ ring: 'maps', namespace: 'default', identity: 'web-0', mode: 'shard' })
    const rules = (clusters: readonly [] | undefined) =>
      requiredRules([inventory()], { coordination, clusters }).map(
        ({ resource, verbs }) => `${resource}: ${verbs.join()}`,
      )
    expect(rules([])).toContain('leases: get,list,watch,create,patch,delete')
    expect(rules(undefined)).toContain('leases: get,list,watch,create,patch')
    expect(rules([])).not.toContain('configmaps: get,list,watch,patch')
  })
})
