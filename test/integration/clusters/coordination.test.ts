import { done } from '@kubewright/controller'
import { alone, leader, type Partition } from '@kubewright/lease'
import { createManager } from '@kubewright/manager'
import { requiredRules } from '@kubewright/manager/permissions'
import { startClusters } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { inventory, isSeen, listed, mark, recorded } from './copying.ts'

const lease = { lease: 'operator', namespace: 'default' }

describe('several clusters under leader election', () => {
  it('are reconciled by the leader only, and by the standby after fail-over', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const [ofFirst, ofSecond] = [recorded(clusters.transport('a', 'b')), recorded(clusters.transport('a', 'b'))]
    const options = { home: 'a', coordination: leader(lease) } as const
    const first = await clusters.run({ ...options, identity: 'first', clusters: { b: ofFirst } }, inventory())
    await clusters.settle()
    const second = await clusters.run({ ...options, identity: 'second', clusters: { b: ofSecond } }, inventory())
    await mark(clusters.cluster('b').client, 'one', '1')
    await clusters.advance('5s')
    expect([first.manager.state.phase, second.manager.state.phase]).toEqual(['acting', 'standby'])
    expect([ofFirst.writes.length > 0, ofSecond.writes, second.reconciles]).toEqual([true, [], 0])
    // A standby is connected with synced caches, but its writes are refused.
    expect(second.manager.clusters.states).toMatchObject([
      { name: 'b', phase: 'connected', controllers: [{ name: 'inventory', isWarm: true, isWorking: false }] },
    ])
    const b = second.manager.clusters.find('b')!
    await expect(
      b.client.request({ method: 'DELETE', path: '/api/v1/namespaces/default/configmaps/one' }),
    ).rejects.toMatchObject({ code: 'KW_MANAGER_MAY_NOT_ACT' })

    const writes = ofFirst.writes.length
    await first[Symbol.asyncDispose]()
    await mark(clusters.cluster('b').client, 'one', '2')
    await clusters.advance('20s')
    expect(second.manager.state.phase).toBe('acting')
    expect(await listed(clusters.cluster('a').client)).toContain('b-one=2')
    expect(await isSeen(clusters.cluster('b').client, 'one')).toBe(true)
    expect(ofFirst.writes.length).toBe(writes)
  })

  it('are released at once by a leader that lost its lease, and its late writes are refused', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const transport = recorded(clusters.transport('a', 'b'))
    let isHanging = false
    const late: unknown[] = []
    const hanging = inventory({
      async reconcile({ metadata }, { client, signal }) {
        if (!isHanging) return done()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        const path = `/api/v1/namespaces/default/configmaps/${metadata.name}`
        await client.request({ method: 'DELETE', path }).catch((error: unknown) => late.push(error))
        return done()
      },
    })
    const times = { duration: '3s', renewWithin: '2s', retryEvery: '1s' } as const
    const coordination = leader({ ...lease, ...times, onLost: 'campaign' })
    const run = await clusters.run({ home: 'a', coordination, clusters: { b: transport } }, hanging)
    await clusters.settle()
    isHanging = true
    await mark(clusters.cluster('b').client, 'one', '1')
    await clusters.advance('500ms')
    using _ = clusters.cluster('a').faults.refuse({})
    await clusters.advance('6s')
    expect(run.manager.state.phase).toBe('standby')
    expect(late).toMatchObject([{ code: 'KW_MANAGER_MAY_NOT_ACT' }])
    expect(transport.writes).toEqual([])
  })
})

describe('several clusters with a coordination that partitions the home cluster only', () => {
  it('are refused for remote controllers, but allowed for controllers of the home cluster', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const { clusters: _, ...undivided } = alone().coordinate({} as never)
    const partition: Partition = { scopeOf: () => undefined, guard: (_object, reconcile) => reconcile() }
    const create = (selection: 'home' | 'remote' | 'each') =>
      createManager({
        client: clusters.clientFor('a', 'a'),
        clock: clusters.clock,
        environment: {},
        clusters: { b: clusters.transport('a', 'b') },
        coordination: { mode: 'own', coordinate: () => ({ ...undivided, partition }) },
        controllers: [inventory({ clusters: selection })],
      })
    for (const selection of ['remote', 'each'] as const) {
      expect(() => create(selection)).toThrow(expect.objectContaining({ code: 'KW_MANAGER_CLUSTER_SHARDED' }))
    }
    expect(create('home').clusters.states).toMatchObject([{ name: 'b', phase: 'connecting' }])
  })
})

describe('RBAC rules with several clusters', () => {
  const lines = (cluster: 'home' | 'remote') =>
    requiredRules([inventory({ owns: [] })], { cluster, clusters: [] }).map(
      ({ resource, name = '*', verbs }) => `${resource} ${name}: ${verbs.join()}`,
    )

  it('differ for the home cluster and for remote clusters', () => {
    expect(lines('home')).toEqual(['configmaps *: create,patch', 'namespaces kube-system: get'])
    expect(lines('remote')).toEqual([
      'configmaps *: get,list,watch,patch',
      'namespaces kube-system: get',
      'events *: create,patch',
    ])
  })
})
