import { defineController, done, index, watch } from '@kubewright/controller'
import { sleep } from '@kubewright/core'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { managerOn, rest } from './managed.ts'

const blog = { name: 'blog', namespace: 'default' }
const labels = { app: 'test' }
const scope = { labels: 'app=test' }

describe('controllers in one manager', () => {
  it('enqueue each other by their writes, and not themselves by echoes of their own', async () => {
    await using cluster = await startCluster()
    const woken: string[] = []
    /** Writes one key from another; each controller reads the writes of the other. */
    const stage = (name: string, reads: string, writes: string) =>
      defineController({
        name,
        for: ConfigMap,
        scope,
        when: 'any-change',
        async reconcile({ metadata, data }, ctx) {
          woken.push(name)
          const value = data?.[reads]
          if (value === undefined || data?.[writes] !== undefined) return done()
          await ctx.client.patch(ConfigMap, metadata, { data: { [writes]: `${value}, ${name}` } })
          return done()
        },
      })
    const manager = managerOn(cluster, { controllers: [stage('first', 'a', 'b'), stage('second', 'b', 'c')] })
    await using _ = manager.start()
    await rest(cluster, manager)
    await cluster.client.create(ConfigMap, { metadata: { ...blog, labels }, data: { a: 'start' } })
    await rest(cluster, manager)
    expect((await cluster.client.get(ConfigMap, blog)).data).toEqual({
      a: 'start',
      b: 'start, first',
      c: 'start, first, second',
    })
    // The creation enqueues both, and each write enqueues the other controller only.
    expect(woken.toSorted()).toEqual(['first', 'first', 'second', 'second'])
    expect(manager.cache.sources).toHaveLength(1)
  })

  it('share one watch per kind, and can be added and removed at run time', async () => {
    await using cluster = await startCluster()
    const seen: string[] = []
    const noting = (name: string) =>
      defineController({
        name,
        for: ConfigMap,
        scope,
        async reconcile({ metadata }) {
          seen.push(`${name} ${metadata.name}`)
          return done()
        },
      })
    using watches = cluster.faults.delay({ verb: 'watch', kind: ConfigMap }, 0)
    const manager = managerOn(cluster, { controllers: [noting('one')] })
    await using _ = manager.start()
    await rest(cluster, manager)
    await cluster.client.create(ConfigMap, { metadata: { ...blog, labels } })
    await rest(cluster, manager)
    await manager.add(noting('two'))
    await rest(cluster, manager)
    expect([seen, watches.hits]).toEqual([['one blog', 'two blog'], 1])
    await expect(manager.add(noting('two'))).rejects.toMatchObject({ code: 'KW_MANAGER_NAME_TAKEN' })
    await manager.remove('one')
    manager.trigger('two', blog)
    await cluster.client.create(ConfigMap, { metadata: { name: 'shop', namespace: 'default', labels } })
    await rest(cluster, manager)
    expect(seen.slice(2)).toEqual(['two blog', 'two shop'])
    expect(manager.history(blog).map(({ controller, reasons }) => [controller, reasons[0]?.type])).toEqual([
      ['two', 'triggered'],
      ['two', 'initial'],
    ])
    expect(() => manager.trigger('one', blog)).toThrow(
      'Cannot find the controller one: the manager has no controller of that name. Its controllers are: two.',
    )
    const named = manager.metrics.collect().flatMap(({ samples }) => samples.map(({ labels: of }) => of.controller))
    expect(new Set(named.filter((name) => name !== undefined))).toEqual(new Set(['two']))
  })

  it("run at most the manager's concurrency, and none starves behind the backlog of another", async () => {
    await using cluster = await startCluster()
    const [begun, running]: [string[], Set<string>] = [[], new Set()]
    let most = 0
    /** Takes a second for each. */
    const slow = (name: string, concurrency: number, app: string) =>
      defineController({
        name,
        for: ConfigMap,
        scope: { labels: `app=${app}` },
        concurrency,
        async reconcile({ metadata }, ctx) {
          const what = `${name} ${metadata.name}`
          begun.push(name)
          running.add(what)
          most = Math.max(most, running.size)
          await sleep(cluster.clock, '1s', ctx.signal)
          running.delete(what)
          return done()
        },
      })
    const manager = managerOn(cluster, { controllers: [slow('flood', 5, 'a'), slow('quiet', 2, 'b')], concurrency: 3 })
    const create = (name: string, app: string) =>
      cluster.client.create(ConfigMap, { metadata: { name, namespace: 'default', labels: { app } } })
    await using _ = manager.start()
    await cluster.settle()
    for (let at = 0; at < 30; at++) await create(`flood-${at}`, 'a')
    await cluster.advance('500ms')
    expect([...running]).toHaveLength(3)
    for (const name of ['one', 'two']) await create(name, 'b')
    await cluster.advance('1s')
    expect([...running].filter((what) => what.startsWith('quiet'))).toHaveLength(2)
    await cluster.advance('30s')
    await rest(cluster, manager)
    expect([begun.length, most, running.size]).toEqual([32, 3, 0])
    expect(manager.history().every(({ result }) => result.type === 'success')).toBe(true)
  })

  it('take a key only with a borrowed worker, and then see the newest state', async () => {
    await using cluster = await startCluster()
    const titles: (string | undefined)[] = []
    const asked: (() => void)[] = []
    const worker: Disposable = { [Symbol.dispose]: () => undefined }
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope,
      async reconcile({ data }) {
        titles.push(data?.title)
        return done()
      },
    })
    const borrow = () => new Promise<Disposable>((resolve) => void asked.push(() => resolve(worker)))
    const manager = managerOn(cluster, { controllers: [maps], workers: { borrow } })
    await using _ = manager.start()
    await cluster.client.create(ConfigMap, { metadata: { ...blog, labels }, data: { title: 'one' } })
    await cluster.advance('1s')
    await cluster.client.patch(ConfigMap, blog, { data: { title: 'two' } })
    await cluster.advance('1s')
    expect([titles, asked.length]).toEqual([[], 1])
    asked[0]!()
    await cluster.advance('1s')
    expect(titles).toEqual(['two'])
  })

  it('are refused with duplicate names before anything runs', async () => {
    await using cluster = await startCluster()
    const maps = defineController({ name: 'maps', for: ConfigMap, reconcile: async () => done() })
    expect(() => managerOn(cluster, { controllers: [maps, maps] })).toThrow(
      expect.objectContaining({
        code: 'KW_MANAGER_NAME_TAKEN',
        message:
          'Cannot add the controller maps: the manager already has a controller of that name, which metrics, events and field managers use. Rename one of them, or run them in two processes.',
      }),
    )
  })

  it("watch only the part of a kind that the manager's cache options select", async () => {
    await using cluster = await startCluster()
    const bySecret = index(ConfigMap, 'by-secret', ({ data }) => data?.secret)
    const seen: string[] = []
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      indexes: [bySecret],
      watches: [watch(Secret, { requests: ({ metadata }, { find }) => find(bySecret, metadata.name) })],
      async reconcile({ metadata }, { reasons }) {
        seen.push(`${metadata.name} ${reasons.map(({ type }) => type).join()}`)
        return done()
      },
    })
    const manager = managerOn(cluster, {
      controllers: [maps],
      cache: { namespace: 'default', kinds: [{ resource: Secret, labels: 'app=test', metadataOnly: true }] },
    })
    await using _ = manager.start()
    await rest(cluster, manager)
    await cluster.client.create(ConfigMap, { metadata: blog, data: { secret: 'key' } })
    await cluster.client.create(ConfigMap, { metadata: { name: 'else', namespace: 'kube-public' } })
    await cluster.client.create(Secret, { metadata: { name: 'other', namespace: 'default' } })
    await rest(cluster, manager)
    await cluster.client.create(Secret, { metadata: { name: 'key', namespace: 'default', labels } })
    await rest(cluster, manager)
    expect(seen).toEqual(['blog created', 'blog watched'])
    expect(manager.cache.sources.map(({ scope: of }) => of)).toEqual([
      { namespace: 'default' },
      { namespace: 'default', labels: 'app=test' },
    ])
  })
})
