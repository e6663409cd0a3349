import { defineController, done } from '@kubewright/controller'
import type { ReconcileRecord } from '@kubewright/controller/host'
import { recordedLog } from '@kubewright/core/testing'
import { ConfigMap } from '@kubewright/kubernetes'
import { CustomResourceDefinition } from '@kubewright/kubernetes/apiextensions/v1'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { leader } from '@kubewright/lease'
import { defineResource, yes } from '@kubewright/resource'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { managerOn, rest, until } from './managed.ts'

const blog = { name: 'blog', namespace: 'default' }
const scope = { namespace: 'default', labels: 'app=test' }
const metadata = (name: string) => ({ name, namespace: 'default', labels: { app: 'test' } })
const coordination = (onLost: 'fail' | 'campaign' = 'fail') =>
  leader({ lease: 'operator', namespace: 'default', onLost })

describe('a manager keeps running', () => {
  it('when a reconcile rejects with undefined', async () => {
    await using cluster = await startCluster()
    let runs = 0
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope,
      // oxlint-disable-next-line prefer-promise-reject-errors
      reconcile: () => (++runs === 1 ? Promise.reject() : Promise.resolve(done())),
    })
    const manager = managerOn(cluster, { controllers: [maps] })
    await using _ = manager.start()
    await cluster.client.create(ConfigMap, { metadata: metadata('blog') })
    await rest(cluster, manager)
    await cluster.advance('1s')
    expect([runs, manager.state.phase]).toEqual([2, 'acting'])
  })

  it.each(['started', 'ended'])('when an observer throws on a reconcile that has %s', async (what) => {
    await using cluster = await startCluster()
    let runs = 0
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope,
      async reconcile() {
        runs++
        return done()
      },
    })
    const fails = (_: Partial<ReconcileRecord>) => {
      throw new Error('a bug in an observer')
    }
    const manager = managerOn(cluster, { controllers: [maps], observer: { [what]: fails } })
    await using _ = manager.start()
    await cluster.client.create(ConfigMap, { metadata: metadata('blog') })
    await rest(cluster, manager)
    expect([runs, manager.state.phase]).toEqual([1, 'acting'])
  })

  it('when its logger throws', async () => {
    await using cluster = await startCluster()
    let runs = 0
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope,
      async reconcile() {
        if (++runs < 3) throw new Error('not yet')
        return done()
      },
    })
    const { log } = recordedLog(({ message }) => {
      if (message.includes('fail')) throw new Error('a bug in a log')
    })
    const manager = managerOn(cluster, { controllers: [maps], log })
    await using _ = manager.start()
    await cluster.client.create(ConfigMap, { metadata: metadata('blog') })
    await rest(cluster, manager)
    await cluster.advance('1s')
    expect([runs, manager.state.phase]).toEqual([3, 'acting'])
  })

  it('when a CustomResourceDefinition is missing, deleted and created again', async () => {
    await using cluster = await startCluster()
    const Thing = defineResource({
      group: 'things.example.dev',
      version: 'v1',
      kind: 'Thing',
      scope: 'Namespaced',
      spec: z.object({}),
    })
    const seen: string[] = []
    const things = defineController({
      name: 'things',
      for: Thing,
      async reconcile({ metadata: { name, uid } }) {
        seen.push(`${name} ${uid}`)
        return done()
      },
    })
    const manager = managerOn(cluster, { controllers: [things] })
    await using _ = manager.start()
    await cluster.advance('5m')
    expect(await manager.checks.ready.run(['cache:things.things.example.dev'])).toMatchObject([
      { isWell: false, why: expect.stringContaining('Install the CustomResourceDefinition things.things.example.dev') },
    ])
    for (const _round of [1, 2]) {
      await cluster.client.create(CustomResourceDefinition, Thing.crd() as never)
      await cluster.advance('2m')
      await cluster.client.create(Thing, { metadata: metadata('blog'), spec: {} })
      await cluster.advance('1m')
      await cluster.client.delete(CustomResourceDefinition, { name: 'things.things.example.dev' })
      await cluster.advance('2m')
    }
    expect(new Set(seen).size).toBe(2)
    expect(manager.state.phase).toBe('acting')
  })
})

describe('a leader whose reconcile does not end on stop', () => {
  it('lets its lease expire instead of releasing it', async () => {
    await using cluster = await startCluster()
    await cluster.client.create(ConfigMap, { metadata: metadata('blog') })
    let [isRunning, finish] = [false, () => {}]
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope,
      async reconcile() {
        isRunning = true
        await new Promise<void>((resolve) => (finish = resolve))
        return done()
      },
    })
    const manager = managerOn(cluster, { controllers: [maps], coordination: coordination(), shutdownTimeout: '1s' })
    const stop = new AbortController()
    const ended = manager.run(stop.signal).catch((error: unknown) => error)
    await until(cluster, () => isRunning)
    stop.abort()
    await cluster.advance('5s')
    expect(await ended).toMatchObject({ code: 'KW_MANAGER_STUCK' })
    const { spec } = await cluster.client.get(Lease, { name: 'operator', namespace: 'default' })
    expect(spec?.holderIdentity).not.toBe('')
    finish()
  })
})

describe('a standby replica', () => {
  it('keeps no backlog of objects that were created and deleted', async () => {
    await using cluster = await startCluster()
    const added: string[] = []
    const replica = (identity: string) => {
      const maps = defineController({ name: 'maps', for: ConfigMap, scope, reconcile: async () => done() })
      const observer = { queue: { waiting: (key: string) => void added.push(`${identity}: ${key}`) } }
      return managerOn(cluster, { identity, controllers: [maps], coordination: coordination(), observer })
    }
    const [first, second] = [replica('first'), replica('second')]
    const leading = first.start()
    await until(cluster, () => first.state.phase === 'acting')
    await using _ = second.start()
    await until(cluster, () => second.state.phase === 'standby')
    for (let at = 0; at < 10; at++) {
      await cluster.client.create(ConfigMap, { metadata: metadata(`job-${at}`) })
      await cluster.client.delete(ConfigMap, metadata(`job-${at}`))
    }
    await cluster.client.create(ConfigMap, { metadata: metadata('blog') })
    await rest(cluster, first)
    await leading[Symbol.asyncDispose]()
    await cluster.advance('3s')
    await rest(cluster, second)
    expect(added.filter((one) => one.startsWith('second'))).toEqual(['second: default/blog'])
    expect(second.history(blog)).toHaveLength(1)
  })

  it('reads field ownership again from the server when it leads again', async () => {
    const Kettle = defineResource({
      group: 'kitchen.example.dev',
      version: 'v1',
      kind: 'Kettle',
      scope: 'Namespaced',
      spec: z.object({ litres: z.number() }),
      status: z.object({ seen: z.number().optional() }),
      conditions: ['Ready', 'Descaled'],
    })
    await using cluster = await startCluster({ resources: [Kettle] })
    const replica = (identity: string, conditions: readonly ('Ready' | 'Descaled')[]) => {
      const kettles = defineController({
        name: 'kettles',
        for: Kettle,
        async reconcile({ spec }, { setStatus }) {
          const verdicts = Object.fromEntries(conditions.map((type) => [type, yes(`By${identity}`)]))
          await setStatus({ seen: spec.litres }, verdicts)
          return done()
        },
      })
      return managerOn(cluster, { identity, controllers: [kettles], coordination: coordination('campaign') })
    }
    const [first, second] = [replica('First', ['Ready']), replica('Second', ['Ready', 'Descaled'])]
    await using _ = first.start()
    await until(cluster, () => first.state.phase === 'acting')
    await cluster.client.create(Kettle, { metadata: blog, spec: { litres: 1 } })
    await rest(cluster, first)
    const lease = { name: 'operator', namespace: 'default' }
    {
      using __ = cluster.faults.fail({ kind: Lease, verb: 'patch' }, 500)
      await cluster.advance('13s')
    }
    await cluster.client.patch(Lease, lease, { spec: { holderIdentity: '' } })
    {
      await using __ = second.start()
      await until(cluster, () => second.state.phase === 'acting')
      await cluster.client.patch(Kettle, blog, { spec: { litres: 2 } })
      await rest(cluster, second)
    }
    await cluster.advance('20s')
    await cluster.client.patch(Kettle, blog, { spec: { litres: 3 } })
    await rest(cluster, first)
    const { status } = await cluster.client.get(Kettle, blog)
    expect(status?.conditions?.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
      'Ready ByFirst',
      'Descaled BySecond',
    ])
  })
})

describe('manager', () => {
  const maps = defineController({ name: 'maps', for: ConfigMap, scope, reconcile: async () => done() })

  it('reads its own writes from the cache while the watch lags', async () => {
    await using cluster = await startCluster()
    await cluster.client.create(ConfigMap, { metadata: metadata('blog'), data: { text: 'old' } })
    const manager = managerOn(cluster, { controllers: [maps] })
    await using _ = manager.start()
    await rest(cluster, manager)
    using __ = cluster.faults.pauseWatches()
    await manager.client.patch(ConfigMap, blog, { data: { text: 'new' } })
    expect(manager.cache.get(ConfigMap, blog)?.data).toEqual({ text: 'new' })
  })

  it('is not ready while a watch has failed for more than a minute', async () => {
    await using cluster = await startCluster()
    const manager = managerOn(cluster, { controllers: [maps] })
    await using _ = manager.start()
    await rest(cluster, manager)
    const complaints = async () =>
      (await manager.checks.ready.run()).flatMap(({ name, isWell }) => (isWell ? [] : [name]))
    using __ = cluster.faults.fail({ kind: ConfigMap, verb: ['list', 'watch'] }, 403)
    cluster.faults.closeWatches({ kind: ConfigMap })
    await cluster.advance('20s')
    expect(await complaints()).toEqual([])
    await cluster.advance('3m')
    expect(await complaints()).toEqual(['cache:configmaps:default:app=test'])
  })

  it('checks the permissions of a controller that is added later', async () => {
    await using cluster = await startCluster()
    const manager = managerOn(cluster, { as: 'nobody', controllers: [], syncTimeout: '1s' })
    await using running = manager.start()
    await until(cluster, () => manager.state.missingPermissions !== undefined)
    expect(manager.state.missingPermissions).toEqual([])
    const adding = manager.add(maps).catch(() => undefined)
    await until(cluster, () => manager.state.missingPermissions!.length > 0)
    await running[Symbol.asyncDispose]()
    await adding
  })

  it('removes the metric series of caches that are no longer used', async () => {
    await using cluster = await startCluster()
    const manager = managerOn(cluster, { controllers: [maps], metrics: { port: 0 }, permissions: 'skip' })
    await using _ = manager.start()
    const seriesOf = async () => {
      const text = await (await fetch(`${manager.endpoints.metrics}/metrics`)).text()
      return text.split('\n').filter((line) => line.startsWith('kubewright_cache_relists_total'))
    }
    await rest(cluster, manager)
    const before = await seriesOf()
    await manager.add(defineController({ ...maps, name: 'more', scope: { namespace: 'kube-system' } }))
    await rest(cluster, manager)
    expect(await seriesOf()).toHaveLength(before.length + 1)
    await manager.remove('more')
    await rest(cluster, manager)
    expect(await seriesOf()).toEqual(before)
  })
})
