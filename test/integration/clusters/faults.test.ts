import { done } from '@kubewright/controller'
import { sleep } from '@kubewright/core'
import { Namespace } from '@kubewright/kubernetes'
import { type Clusters, startClusters } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { inventory, isSeen, listed, mark, phases, readiness } from './copying.ts'

async function homeLists(clusters: Clusters): Promise<readonly string[]> {
  return listed(clusters.cluster('a').client)
}

describe('a remote cluster', () => {
  it('delays neither the start nor other clusters while unreachable, and is reconciled once it is back', async () => {
    await using clusters = await startClusters(['a', 'b', 'c'])
    clusters.link('a', 'b').cut()
    await mark(clusters.cluster('b').client, 'one', '1')
    await mark(clusters.cluster('c').client, 'one', '2')
    const begun = clusters.clock.elapsed()
    const run = await clusters.run({ home: 'a' }, inventory())
    expect(clusters.clock.elapsed()).toBe(begun)
    await clusters.settle()
    expect(await homeLists(clusters)).toEqual(['c-one=2'])
    await clusters.advance('30s')
    expect(phases(run)).toEqual({ b: 'away', c: 'connected' })
    expect(await readiness(run, 'b')).toMatchObject({
      isWell: true,
      note: expect.stringContaining('is away') as string,
    })

    clusters.link('a', 'b').heal()
    await clusters.advance('1m')
    expect(await homeLists(clusters)).toEqual(['b-one=1', 'c-one=2'])
    expect(await readiness(run, 'b')).toEqual({ name: 'cluster:b', isWell: true })
  })

  it('is reported as away when cut off at run time, and is reconciled once it is back', async () => {
    await using clusters = await startClusters(['a', 'b', 'c'])
    const run = await clusters.run({ home: 'a' }, inventory())
    await clusters.settle()
    clusters.link('a', 'b').cut()
    await mark(clusters.cluster('b').client, 'one', '1')
    await mark(clusters.cluster('c').client, 'one', '2')
    await clusters.advance('10s')
    expect([await homeLists(clusters), phases(run)]).toEqual([['c-one=2'], { b: 'away', c: 'connected' }])
    clusters.link('a', 'b').heal()
    await clusters.advance('1m')
    expect([await homeLists(clusters), phases(run)]).toEqual([
      ['b-one=1', 'c-one=2'],
      { b: 'connected', c: 'connected' },
    ])
  })

  it('is reported as slow, and does not delay other clusters', async () => {
    await using clusters = await startClusters(['a', 'b', 'c'])
    clusters.link('a', 'b').slow('3s')
    const run = await clusters.run({ home: 'a' }, inventory())
    await mark(clusters.cluster('b').client, 'one', '1')
    await mark(clusters.cluster('c').client, 'one', '2')
    const begun = clusters.clock.elapsed()
    await clusters.settle()
    expect(await homeLists(clusters)).toEqual(['c-one=2'])
    expect(clusters.clock.elapsed() - begun).toBeLessThan(3_000)
    await clusters.advance('1m')
    expect(await homeLists(clusters)).toEqual(['b-one=1', 'c-one=2'])
    expect(await readiness(run, 'b')).toMatchObject({ isWell: true, note: 'it is slow: it took 3s to answer' })
    expect(await readiness(run, 'c')).toEqual({ name: 'cluster:c', isWell: true })
  })

  it('gets a write again after a lost response, and converges', async () => {
    await using clusters = await startClusters(['a', 'b'])
    await clusters.run({ home: 'a' }, inventory())
    await clusters.settle()
    clusters.link('a', 'b').loseAnswers()
    await mark(clusters.cluster('b').client, 'one', '1')
    await clusters.advance('30s')
    clusters.link('a', 'b').heal()
    await clusters.advance('2m')
    expect(await homeLists(clusters)).toEqual(['b-one=1'])
    expect(await isSeen(clusters.cluster('b').client, 'one')).toBe(true)
  })

  it('reached over a one-way link works in that direction only', async () => {
    await using clusters = await startClusters(['a', 'b'])
    clusters.link('a', 'b').oneWay()
    const kubeSystem = { name: 'kube-system' }
    await expect(clusters.clientFor('a', 'b').get(Namespace, kubeSystem)).resolves.toMatchObject({
      metadata: kubeSystem,
    })
    const back = clusters.clientFor('b', 'a', { retry: { attempts: 1 } })
    await expect(back.get(Namespace, kubeSystem)).rejects.toMatchObject({ code: 'KW_CLIENT_UNREACHABLE' })
  })

  it('is reported as unauthorized if it refuses the credentials, and reconciled once they are replaced', async () => {
    await using clusters = await startClusters(['a', 'b'])
    await mark(clusters.cluster('b').client, 'one', '1')
    const run = await clusters.run({ home: 'a', clusters: [] }, inventory())
    run.manager.clusters.add('b', clusters.transport('a', 'b', { as: 'stranger' }))
    await clusters.settle()
    expect(phases(run)).toEqual({ b: 'unauthorized' })
    expect(await readiness(run, 'b')).toMatchObject({
      isWell: true,
      note: expect.stringMatching(/unauthorized: .*namespaces/) as string,
    })
    await run.manager.clusters.replace('b', clusters.transport('a', 'b')).connected
    await clusters.settle()
    expect(await homeLists(clusters)).toEqual(['b-one=1'])
  })

  it('stays connecting, and readiness says why, while the identity of the home cluster is unknown', async () => {
    await using clusters = await startClusters(['a', 'b'])
    const fault = clusters.cluster('a').faults.fail({ verb: 'get', kind: Namespace }, 403)
    const run = await clusters.run({ home: 'a' }, inventory())
    await clusters.settle()
    expect(phases(run)).toEqual({ b: 'connecting' })
    expect(await readiness(run, 'b')).toMatchObject({
      note: expect.stringMatching(/not connected: .*kube-system/) as string,
    })
    fault[Symbol.dispose]()
    await clusters.advance('10s')
    expect(phases(run)).toEqual({ b: 'connected' })
  })

  it('takes no worker from other clusters while its reconciles hang, even with concurrency 1', async () => {
    await using clusters = await startClusters(['a', 'b', 'c'])
    await mark(clusters.cluster('b').client, 'one', '1')
    await mark(clusters.cluster('c').client, 'one', '2')
    const plain = inventory()
    const hanging = inventory({
      async reconcile(object, ctx) {
        if (ctx.cluster.name !== 'b') return plain.reconcile(object as never, ctx as never)
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve))
        return done()
      },
    })
    await clusters.run({ home: 'a', concurrency: 1 }, hanging)
    await clusters.advance('1s')
    expect(await homeLists(clusters)).toEqual(['c-one=2'])
  })

  it('does not delay objects of another cluster with its backlog', async () => {
    await using clusters = await startClusters(['a', 'b', 'c'])
    for (let at = 0; at < 100; at++) await mark(clusters.cluster('b').client, `one-${at}`, '1')
    await mark(clusters.cluster('c').client, 'one', '1')
    const order: string[] = []
    const slow = inventory({
      async reconcile(_, { cluster, clock, signal }) {
        order.push(cluster.name)
        await sleep(clock, '1s', signal)
        return done()
      },
    })
    await clusters.run({ home: 'a', concurrency: 1 }, slow)
    await clusters.advance('5s')
    expect(order.length).toBeLessThan(10)
    expect(order.slice(0, 2).sort()).toEqual(['b', 'c'])
  })
})
