import { done } from '@kubewright/controller'
import { sleep } from '@kubewright/core'
import { Namespace } from '@kubewright/kubernetes'
import { type Clusters, startClusters } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { inventory, isSeen, listed, mark, phases, readiness } from './copying.ts'

async function homeLists(clusters: Clusters): Promise<readonly string[]> {
  return listed(clusters.cluster('a').client)
}

describe('a cluster', () => {
  it('that is away keeps neither the start nor another cluster waiting, and catches up when it is back', async () => {
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

  it('that is cut off while it works shows so soon, and catches up when it is back', async () => {
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

  it('that is slow says so, and slows no other', async () => {
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

  it('whose answers are lost gets the same write again, and comes to the same end', async () => {
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

  it('reached one way only works for programs on that way', async () => {
    await using clusters = await startClusters(['a', 'b'])
    clusters.link('a', 'b').oneWay()
    const kubeSystem = { name: 'kube-system' }
    await expect(clusters.clientFor('a', 'b').get(Namespace, kubeSystem)).resolves.toMatchObject({
      metadata: kubeSystem,
    })
    const back = clusters.clientFor('b', 'a', { retry: { attempts: 1 } })
    await expect(back.get(Namespace, kubeSystem)).rejects.toMatchObject({ code: 'KW_CLIENT_UNREACHABLE' })
  })

  it('that does not know the credentials shows so, and is worked on when they are right', async () => {
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

  it('waits, and says so, while nobody knows who home is', async () => {
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

  it('whose reconciles hang takes no worker from another, however few there are', async () => {
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

  it('with a flood of objects does not keep one with a single object waiting', async () => {
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
