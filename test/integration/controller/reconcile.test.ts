import {
  again,
  changed,
  defineController,
  done,
  index,
  pausedAnnotation,
  TerminalError,
  watch,
} from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const name = 'example.dev/record'
const blog = { name: 'blog', namespace: 'default' }
const mine = { namespace: 'default' }

describe('a finalizer of a controller', () => {
  it('is added before the first reconcile, and removed only when cleanup returns done', async () => {
    await using cluster = await startCluster()
    const cleaned: string[] = []
    let isReady = false
    const records = defineController({
      name: 'records',
      for: ConfigMap,
      scope: mine,
      finalizer: {
        name,
        async cleanup(map) {
          cleaned.push(map.metadata.name)
          return isReady ? done() : again('10s')
        },
      },
      async reconcile(map) {
        expect(map.metadata.finalizers).toEqual([name])
        return done()
      },
    })
    await using running = await cluster.run(records)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    expect(running.history(blog).map(({ result }) => result.type)).toEqual(['success'])
    await cluster.client.delete(ConfigMap, blog)
    await cluster.settle()
    expect((await cluster.client.get(ConfigMap, blog)).metadata.finalizers).toEqual([name])
    isReady = true
    await cluster.advance('10s')
    await cluster.settle()
    await expect(cluster.client.get(ConfigMap, blog)).rejects.toMatchObject({ code: 'KW_CLIENT_NOT_FOUND' })
    expect(cleaned).toEqual(['blog', 'blog'])
  })

  it('stays while cleanup fails, and finalizers of others are left alone', async () => {
    await using cluster = await startCluster()
    let failures = 3
    const records = defineController({
      name: 'records',
      for: ConfigMap,
      scope: mine,
      finalizer: {
        name,
        async cleanup() {
          if (failures-- > 0) throw new Error('the service is down')
          return done()
        },
      },
      reconcile: async () => done(),
    })
    await using running = await cluster.run(records)
    await cluster.client.create(ConfigMap, { metadata: { ...blog, finalizers: ['example.dev/other'] } })
    await cluster.settle()
    await cluster.client.delete(ConfigMap, blog)
    await cluster.settle()
    expect((await cluster.client.get(ConfigMap, blog)).metadata.finalizers).toEqual(['example.dev/other'])
    expect(running.history(blog).filter(({ result }) => result.type === 'error')).toHaveLength(3)
  })
})

describe('an object with a deletionTimestamp and a foreign finalizer', () => {
  it.each([
    { name: 'is not reconciled by default', seesDeletion: false, seen: [false] },
    { name: 'is reconciled with seesDeletion', seesDeletion: true, seen: [false, true] },
  ])('$name', async ({ seesDeletion, seen }) => {
    await using cluster = await startCluster()
    const wasGoing: boolean[] = []
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: mine,
      seesDeletion,
      async reconcile({ metadata }) {
        wasGoing.push(metadata.deletionTimestamp !== undefined)
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: { ...blog, finalizers: ['example.dev/other'] } })
    await cluster.settle()
    await cluster.client.delete(ConfigMap, blog)
    await cluster.settle()
    expect(wasGoing).toEqual(seen)
  })
})

describe('a reconcile', () => {
  it('is retried with back-off after it throws, without delaying other objects', async () => {
    await using cluster = await startCluster()
    const attempts: string[] = []
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: mine,
      async reconcile(map) {
        attempts.push(map.metadata.name)
        if (map.metadata.name === 'bad') throw new Error('no')
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: { ...blog, name: 'bad' } })
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    expect(attempts.filter((one) => one === 'blog')).toHaveLength(1)
    expect(attempts.filter((one) => one === 'bad').length).toBeGreaterThan(3)
  })

  it('is not retried after a TerminalError until the object is edited', async () => {
    await using cluster = await startCluster()
    let attempts = 0
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: mine,
      async reconcile(map) {
        attempts++
        if (map.data?.['zone'] === undefined) throw new TerminalError('no zone; set data.zone')
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    await cluster.advance('1h')
    expect(attempts).toBe(1)
    await cluster.client.patch(ConfigMap, blog, { data: { zone: 'a' } })
    await cluster.settle()
    expect(attempts).toBe(2)
  })

  it('is skipped while the object has the paused annotation, and runs when that is removed', async () => {
    await using cluster = await startCluster()
    let attempts = 0
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: mine,
      async reconcile() {
        attempts++
        return done()
      },
    })
    await using running = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: { ...blog, annotations: { [pausedAnnotation]: 'true' } } })
    await cluster.settle()
    expect([attempts, running.history(blog)[0]?.result.type]).toEqual([0, 'paused'])
    await cluster.client.patch(ConfigMap, blog, { metadata: { annotations: { [pausedAnnotation]: null } } })
    await cluster.settle()
    expect(attempts).toBe(1)
  })

  it('is aborted after its timeout', async () => {
    await using cluster = await startCluster()
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: mine,
      timeout: '30s',
      async reconcile(_, { signal }) {
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
        return done()
      },
    })
    await using running = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.advance('31s')
    expect(running.history(blog).at(-1)?.result).toMatchObject({ type: 'error', isTimeout: true })
  })
})

describe('a controller watch', () => {
  const byToken = index(ConfigMap, 'by-token', (map) => map.data?.['token'])

  it('enqueues the objects that an index finds, for the new and for the deleted watched object', async () => {
    await using cluster = await startCluster()
    const woken: string[] = []
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: mine,
      indexes: [byToken],
      watches: [
        watch(Secret, {
          when: changed((secret) => secret.data),
          requests: (secret, { find }) => find(byToken, secret.metadata.name, { namespace: secret.metadata.namespace }),
        }),
      ],
      async reconcile(map, { reasons }) {
        woken.push(`${map.metadata.name}: ${reasons.map(({ type }) => type).join(' ')}`)
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: blog, data: { token: 'one' } })
    await cluster.settle()
    const secret = { name: 'one', namespace: 'default' }
    await cluster.client.create(Secret, { metadata: secret, stringData: { a: '1' } })
    await cluster.settle()
    await cluster.client.patch(Secret, secret, { metadata: { labels: { tier: 'x' } } })
    await cluster.settle()
    await cluster.client.delete(Secret, secret)
    await cluster.settle()
    expect(woken).toEqual(['blog: created', 'blog: watched', 'blog: watched'])
  })
})
