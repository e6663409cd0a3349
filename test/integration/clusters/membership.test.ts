import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Namespace } from '@kubewright/kubernetes'
import { startClusters } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { inventory, isSeen, listed, mark, phases, readiness, recorded } from './copying.ts'

describe('clusters of a manager', () => {
  it('are reconciled with the cluster in each request and history record', async () => {
    await using clusters = await startClusters(['a', 'b', 'c'])
    await mark(clusters.cluster('b').client, 'one', '1')
    await mark(clusters.cluster('c').client, 'one', '2')
    await mark(clusters.cluster('a').client, 'mine', '3')
    const run = await clusters.run({ home: 'a' }, inventory())
    await clusters.settle()
    expect(await listed(clusters.cluster('a').client)).toEqual(['b-one=1', 'c-one=2'])
    expect(phases(run)).toEqual({ b: 'connected', c: 'connected' })
    expect(run.history({ name: 'one', namespace: 'default' }).map(({ cluster }) => cluster)).toEqual(
      expect.arrayContaining(['b', 'c']),
    )
    const ofB = run.manager.history(undefined, 'b')
    expect(ofB.length).toBeGreaterThan(0)
    expect(ofB.every(({ cluster }) => cluster === 'b')).toBe(true)
    expect(await isSeen(clusters.cluster('b').client, 'one')).toBe(true)
  })

  it('are selected per controller: home, remote, each, by labels, by function', async () => {
    await using clusters = await startClusters(['a', 'b', 'c'])
    const seen: string[] = []
    const told = (name: string, chosen: Parameters<typeof inventory>[0]) =>
      inventory({
        name,
        ...chosen,
        async reconcile(_, ctx) {
          seen.push(`${name}: ${ctx.cluster.name}`)
          return done()
        },
      })
    const run = await clusters.run(
      { home: 'a', clusters: [] },
      told('at-home', { clusters: 'home' }),
      told('each', { clusters: 'each' }),
      told('edge', { clusters: { labels: 'tier=edge' } }),
      told('picky', { clusters: ({ name }) => name === 'c' }),
    )
    run.manager.clusters.add('b', clusters.transport('a', 'b'), { labels: { tier: 'edge' } })
    run.manager.clusters.add('c', clusters.transport('a', 'c'))
    for (const name of clusters.names) await mark(clusters.cluster(name).client, 'one', '1')
    await clusters.settle()
    expect([...new Set(seen)].sort()).toEqual([
      'at-home: home',
      'each: b',
      'each: c',
      'each: home',
      'edge: b',
      'picky: c',
    ])
  })

  it('can be added at run time', async () => {
    await using clusters = await startClusters(['a', 'b'])
    await mark(clusters.cluster('b').client, 'one', '1')
    const run = await clusters.run({ home: 'a', clusters: [] }, inventory())
    const changes: string[] = []
    using _ = run.manager.clusters.onChange(({ type, cluster }) => changes.push(`${type} ${cluster.name}`))
    const added = run.manager.clusters.add('b', clusters.transport('a', 'b'))
    expect(await readiness(run, 'b')).toMatchObject({ isWell: true, note: 'it has not answered yet' })
    const { identity } = await added.connected
    await clusters.settle()
    const { metadata } = await clusters.cluster('b').client.get(Namespace, { name: 'kube-system' })
    expect(identity).toBe(metadata.uid)
    expect(await listed(clusters.cluster('a').client)).toEqual(['b-one=1'])
    expect(changes).toEqual(['added b'])
    expect(await readiness(run, 'b')).toEqual({ name: 'cluster:b', isWell: true })
  })

  it('get no writes after removal, and their metric series are removed', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const transport = recorded(clusters.transport('a', 'b'))
    const run = await clusters.run({ home: 'a', clusters: { b: transport } }, inventory())
    await mark(clusters.cluster('b').client, 'one', '1')
    await clusters.settle()
    const b = run.manager.clusters.find('b')!
    const series = () =>
      run.manager.metrics.collect().flatMap(({ samples }) => samples.map(({ labels }) => ({ labels })))
    expect(series().some(({ labels }) => 'cluster' in labels)).toBe(true)

    const writes = transport.writes.length
    const removed = run.manager.clusters.remove('b')
    expect([b.signal.aborted, run.manager.clusters.find('b')]).toEqual([true, undefined])
    await mark(clusters.cluster('b').client, 'one', '2')
    await removed
    await clusters.settle()
    await expect(b.client.delete(ConfigMap, { name: 'one', namespace: 'default' })).rejects.toMatchObject({
      code: 'KW_MANAGER_CLUSTER_GONE',
    })
    expect(transport.writes.length).toBe(writes)
    expect(await listed(clusters.cluster('a').client)).toEqual(['b-one=1'])
    expect(series().some(({ labels }) => 'cluster' in labels)).toBe(false)
    expect(run.manager.checks.ready.names).not.toContain('cluster:b')
  })

  it('abort the reconciles of a removed cluster', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const reasons: unknown[] = []
    const stuck = inventory({
      async reconcile(_, { signal }) {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        reasons.push((signal.reason as { code?: string }).code)
        return done()
      },
    })
    const run = await clusters.run({ home: 'a' }, stuck)
    await mark(clusters.cluster('b').client, 'one', '1')
    await clusters.advance('1s')
    await run.manager.clusters.remove('b')
    expect(reasons).toEqual(['KW_MANAGER_CLUSTER_GONE'])
  })

  it('resume after their credentials were replaced', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const run = await clusters.run({ home: 'a' }, inventory())
    await mark(clusters.cluster('b').client, 'one', '1')
    await clusters.settle()
    const old = run.manager.clusters.find('b')!
    const changes: string[] = []
    using _ = run.manager.clusters.onChange(({ type, cluster }) => changes.push(`${type} ${cluster === old}`))

    const transport = recorded(clusters.transport('a', 'b'))
    await run.manager.clusters.replace('b', transport).connected
    expect(old.signal.aborted).toBe(true)
    await mark(clusters.cluster('b').client, 'one', '2')
    await clusters.settle()
    expect(await listed(clusters.cluster('a').client)).toEqual(['b-one=2'])
    expect(await isSeen(clusters.cluster('b').client, 'one')).toBe(true)
    expect(transport.writes).not.toEqual([])
    expect(changes).toEqual(['removed true', 'added false'])
  })

  it('are refused under a second name, also the home cluster, until the first is removed', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const run = await clusters.run({ home: 'a' }, inventory())
    await clusters.settle()
    const again = run.manager.clusters.add('b-again', clusters.transport('a', 'b'))
    const home = run.manager.clusters.add('a-again', clusters.transport('a', 'a'))
    await expect(again.connected).rejects.toMatchObject({ code: 'KW_MANAGER_CLUSTER_TWICE' })
    await expect(home.connected).rejects.toMatchObject({ code: 'KW_MANAGER_CLUSTER_TWICE' })
    expect(phases(run)).toEqual({ 'a-again': 'refused', b: 'connected', 'b-again': 'refused' })
    expect(await readiness(run, 'b-again')).toMatchObject({
      isWell: true,
      note: expect.stringContaining('same cluster as b') as string,
    })

    await run.manager.clusters.remove('b')
    await clusters.advance('1m')
    expect(phases(run)).toEqual({ 'a-again': 'refused', 'b-again': 'connected' })
  })

  it('are refused if a replaced connection leads to another cluster, and accepted when it is corrected', async () => {
    await using clusters = await startClusters(['a', 'b', 'c'])
    const run = await clusters.run({ home: 'a', clusters: ['b'] }, inventory())
    await clusters.settle()
    const wrong = recorded(clusters.transport('a', 'c'))
    await mark(clusters.cluster('c').client, 'one', '1')
    await expect(run.manager.clusters.replace('b', wrong).connected).rejects.toMatchObject({
      code: 'KW_MANAGER_CLUSTER_IDENTITY',
    })
    await clusters.advance('2m')
    expect([wrong.writes, phases(run)]).toEqual([[], { b: 'refused' }])
    await run.manager.clusters.replace('b', clusters.transport('a', 'b')).connected
    expect(phases(run)).toEqual({ b: 'connected' })
  })

  it('are refused when their address starts to lead to another cluster', async () => {
    await using clusters = await startClusters(['a', 'b', 'c'])
    const way = { to: clusters.transport('a', 'b') }
    const moving = { ...way.to, send: (request: never) => way.to.send(request) }
    const run = await clusters.run({ home: 'a', clusters: { b: moving } }, inventory())
    await clusters.settle()
    way.to = clusters.transport('a', 'c')
    await clusters.advance('2m')
    expect(phases(run)).toEqual({ b: 'refused' })
    way.to = clusters.transport('a', 'b')
    await clusters.advance('2m')
    expect(phases(run)).toEqual({ b: 'connected' })
  })

  it('are refused if their identity is not the pinned one', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const run = await clusters.run({ home: 'a', clusters: [] }, inventory())
    const pinned = run.manager.clusters.add('b', clusters.transport('a', 'b'), { identity: 'another', required: true })
    await expect(pinned.connected).rejects.toMatchObject({ code: 'KW_MANAGER_CLUSTER_IDENTITY' })
    expect(await readiness(run, 'b')).toMatchObject({ isWell: false })
  })

  it('are refused at once if another entry is pinned to their identity', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const run = await clusters.run({ home: 'a', clusters: [] }, inventory())
    const evil = await run.manager.clusters.add('evil', clusters.transport('a', 'b')).connected
    const { identity } = evil
    await run.manager.clusters.add('victim', clusters.transport('a', 'b'), { identity: identity! }).connected
    await clusters.settle()
    expect(phases(run)).toEqual({ evil: 'refused', victim: 'connected' })
  })

  it.each<[string, string]>([
    ['the home cluster', 'home'],
    ['already in use', 'b'],
    ['not a DNS label', 'East Coast'],
    ['control characters', 'b\u0000'],
  ])('are refused with an invalid name: %s', async (_, name) => {
    await using clusters = await startClusters(['a', 'b'])
    const run = await clusters.run({ home: 'a' })
    expect(() => run.manager.clusters.add(name, clusters.transport('a', 'b'))).toThrow(
      expect.objectContaining({ code: 'KW_MANAGER_CLUSTER_NAME' }),
    )
  })

  it('cannot be removed under an unknown name', async () => {
    await using clusters = await startClusters(['a'])
    const run = await clusters.run({})
    await expect(run.manager.clusters.remove('z')).rejects.toMatchObject({ code: 'KW_MANAGER_CLUSTER_UNKNOWN' })
  })

  it('are joined and left when controllers are added and removed', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const run = await clusters.run({ home: 'a' })
    await mark(clusters.cluster('b').client, 'one', '1')
    await clusters.settle()
    await run.manager.add(inventory())
    await clusters.settle()
    expect(await listed(clusters.cluster('a').client)).toEqual(['b-one=1'])
    run.manager.trigger('inventory', { name: 'one', namespace: 'default' }, 'a test', 'b')
    await clusters.settle()
    expect(run.history()[0]).toMatchObject({ cluster: 'b', reasons: [{ type: 'triggered', by: 'a test' }] })
    await run.manager.remove('inventory')
    await mark(clusters.cluster('b').client, 'one', '2')
    await clusters.settle()
    expect(await listed(clusters.cluster('a').client)).toEqual(['b-one=1'])
  })

  it('add no requests, metrics or checks to a manager with one cluster', async () => {
    await using clusters = await startClusters(['a'])
    const run = await clusters.run(
      {},
      defineController({ name: 'maps', for: ConfigMap, reconcile: async () => done() }),
    )
    await clusters.settle()
    const families = run.manager.metrics.collect()
    expect(families.filter(({ name }) => name.startsWith('kubewright_cluster_'))).toEqual([])
    expect(families.flatMap(({ labelNames }) => labelNames)).not.toContain('cluster')
    expect(run.manager.clusters.list().map(({ name, identity }) => [name, identity])).toEqual([['home', undefined]])
    expect(run.history().every((record) => !('cluster' in record))).toBe(true)
  })
})
