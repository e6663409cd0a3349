import { again, type Controller, defineController, done } from '@kubewright/controller'
import { ConfigMap, Deployment, Secret } from '@kubewright/kubernetes'
import { defineResource, manifest, no, yes } from '@kubewright/resource'
import { type Cluster, startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { managerOn, rest } from '../manager/managed.ts'
import { Website } from '../sketches/website.ts'
import { websites } from '../sketches/websites.ts'

const blog = { name: 'blog', namespace: 'default' }

/** Runs a process until it is idle. Returns its numbers of reconciles and writes. */
async function life(cluster: Cluster, ...controllers: readonly Controller[]) {
  const count = { reconciles: 0, writes: 0, failures: 0 }
  const manager = managerOn(cluster, {
    controllers,
    permissions: 'skip',
    observer: {
      ended({ writes, result }) {
        count.reconciles++
        count.writes += writes.sent
        if (result.type === 'error') count.failures++
      },
    },
  })
  await using _ = manager.start()
  await rest(cluster, manager)
  return count
}

/** Fails every request but list and watch. */
function onlyWatching({ faults }: Cluster): Disposable {
  return faults.fail({ verb: ['get', 'create', 'update', 'patch', 'delete'] }, 500)
}

describe('a restarted controller', () => {
  it('sends neither writes nor reads, only lists and watches, if nothing changed', async () => {
    await using cluster = await startCluster({ resources: [Website] })
    const names = Array.from({ length: 20 }, (_, at) => `site-${at}`)
    for (const name of names) {
      const spec = { image: 'nginx:1', domain: `${name}.example.dev`, replicas: 2 }
      await cluster.client.create(Website, { metadata: { ...blog, name }, spec })
    }
    expect(await life(cluster, websites)).toEqual({ reconciles: 20, writes: 80, failures: 0 })
    using _ = onlyWatching(cluster)
    expect(await life(cluster, websites)).toEqual({ reconciles: 20, writes: 0, failures: 0 })
  })

  it('reverts what another client changed meanwhile, and writes nothing else', async () => {
    await using cluster = await startCluster({ resources: [Website] })
    for (const name of ['one', 'two']) {
      await cluster.client.create(Website, { metadata: { ...blog, name }, spec: { image: 'nginx:1' } })
    }
    await life(cluster, websites)
    const [one, two] = [
      { ...blog, name: 'one' },
      { ...blog, name: 'two' },
    ]
    await cluster.client.patch(Deployment, one, { spec: { replicas: 7 } })
    await cluster.client.patch(Deployment, two, { metadata: { labels: { team: 'theirs' } } })
    expect(await life(cluster, websites)).toMatchObject({ writes: 1 })
    expect((await cluster.client.get(Deployment, one)).spec?.replicas).toBe(1)
    expect((await cluster.client.get(Deployment, two)).metadata.labels).toEqual({ app: 'two', team: 'theirs' })
  })

  it('removes fields that an earlier version of the program applied', async () => {
    await using cluster = await startCluster()
    const program = (data: Readonly<Record<string, string>>) =>
      defineController({
        name: 'copies',
        for: Secret,
        scope: { namespace: 'default' },
        owns: [ConfigMap],
        async reconcile(secret, ctx) {
          await ctx.own({ copy: manifest(ConfigMap, { metadata: { name: secret.metadata.name }, data }) })
          return done()
        },
      })
    await cluster.client.create(Secret, { metadata: blog })
    await life(cluster, program({ a: '1', b: '2' }))
    expect(await life(cluster, program({ a: '1' }))).toMatchObject({ writes: 1 })
    expect((await cluster.client.get(ConfigMap, blog)).data).toEqual({ a: '1' })
    expect(await life(cluster, program({ a: '1' }))).toMatchObject({ writes: 0 })
  })
})

const Cup = defineResource({
  group: 'kitchen.example.dev',
  version: 'v1',
  kind: 'Cup',
  scope: 'Namespaced',
  spec: z.object({ size: z.int() }),
  status: z.object({ level: z.int().optional(), seenBy: z.string().optional() }),
  conditions: ['Clean', 'Full'],
})

describe('a status with several field managers', () => {
  const filler = defineController({
    name: 'filler',
    for: Cup,
    async reconcile(cup, ctx) {
      await ctx.setStatus({ level: cup.spec.size }, { Full: cup.spec.size > 2 ? yes('Filled') : no('Half') })
      return done()
    },
  })

  it('is not written by a restarted controller, and keeps the fields of others', async () => {
    await using cluster = await startCluster({ resources: [Cup] })
    await cluster.client.create(Cup, { metadata: blog, spec: { size: 3 } })
    await life(cluster, filler)
    await cluster.client.status.patch(Cup, blog, { status: { seenBy: 'a person' } })
    expect(await life(cluster, filler)).toMatchObject({ reconciles: 1, writes: 0 })
    await cluster.client.patch(Cup, blog, { spec: { size: 1 } })
    expect(await life(cluster, filler)).toMatchObject({ writes: 1 })
    expect((await cluster.client.get(Cup, blog)).status).toMatchObject({
      level: 1,
      seenBy: 'a person',
      conditions: [{ type: 'Full', status: 'False' }],
    })
  })

  it('keeps conditions that the latest setStatus does not name', async () => {
    await using cluster = await startCluster({ resources: [Cup] })
    const washer = defineController({
      name: 'washer',
      for: Cup,
      async reconcile(cup, ctx) {
        const clean = cup.spec.size < 2 ? {} : { Clean: yes('Washed') }
        await ctx.setStatus({ level: cup.spec.size }, { ...clean, Full: no('Washed') })
        return again('1h')
      },
    })
    await cluster.client.create(Cup, { metadata: blog, spec: { size: 3 } })
    await life(cluster, washer)
    await cluster.client.patch(Cup, blog, { spec: { size: 1 } })
    await life(cluster, washer)
    const { status } = await cluster.client.get(Cup, blog)
    expect(status).toMatchObject({ level: 1, conditions: [{ type: 'Clean', status: 'True' }, { type: 'Full' }] })
  })
})
