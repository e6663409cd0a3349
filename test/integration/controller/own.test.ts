import { defineController, done } from '@kubewright/controller'
import { ownerReferenceTo } from '@kubewright/core'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { manifest } from '@kubewright/resource'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'

const blog = { name: 'blog', namespace: 'default' }
const shared = { name: 'shared', namespace: 'default' }
const scope = { namespace: 'default', fields: 'metadata.name=blog' }

describe('own', () => {
  it('does not take over an object of another owner that the cache does not contain yet', async () => {
    await using cluster = await startCluster()
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      owns: [Secret],
      scope,
      async reconcile(_map, { own }) {
        await own({ secret: manifest(Secret, { metadata: { name: 'shared' }, stringData: { mine: 'x' } }) })
        return done()
      },
    })
    await using running = await cluster.run(maps)
    await cluster.settle()
    {
      using _ = cluster.faults.pauseWatches({ kind: Secret })
      await cluster.client.create(Secret, { metadata: shared, stringData: { precious: 'y' } })
      await cluster.client.create(ConfigMap, { metadata: blog })
      await cluster.advance('1s')
    }
    const { metadata, data } = await cluster.client.get(Secret, shared)
    expect(metadata.ownerReferences).toBeUndefined()
    expect(Object.keys(data ?? {})).toEqual(['precious'])
    expect(running.history(blog).at(-1)?.result).toMatchObject({ error: { code: 'KW_CONTROLLER_NOT_OURS' } })
  })

  it('reports the result of a dry run and changes nothing', async () => {
    await using cluster = await startCluster()
    let [isDry, name] = [false, 'one']
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      owns: [Secret],
      scope,
      async reconcile(_map, { own }) {
        const { secret } = await own({ secret: manifest(Secret, { metadata: { name } }) }, { dryRun: isDry })
        held.push(secret.metadata.name)
        return done()
      },
    })
    const held: string[] = []
    await using _ = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.settle()
    ;[isDry, name] = [true, 'two']
    await cluster.client.patch(ConfigMap, blog, { data: { wanted: '1' } })
    await cluster.settle()
    const names = async () => (await cluster.client.list(Secret)).items.map(({ metadata }) => metadata.name)
    expect([await names(), held]).toEqual([['one'], ['one', 'two']])
    isDry = false
    await cluster.client.patch(ConfigMap, blog, { data: { wanted: '2' } })
    await cluster.settle()
    expect(await names()).toEqual(['two'])
  })

  it.each([
    { name: 'the owned kinds by default', prune: undefined, left: ['kept'] },
    { name: 'the kinds in prune', prune: [Secret], left: ['kept'] },
    { name: 'no kind with an empty prune', prune: [], left: ['gone', 'kept'] },
    { name: 'no kind with prune: false', prune: false as const, left: ['gone', 'kept'] },
  ])('prunes children among $name', async ({ prune, left }) => {
    await using cluster = await startCluster()
    let names = ['gone', 'kept']
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      owns: [Secret],
      scope,
      async reconcile(_map, { own }) {
        const children = names.map((name) => [name, manifest(Secret, { metadata: { name } })] as const)
        await own(Object.fromEntries(children), prune === undefined ? {} : { prune })
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.client.create(ConfigMap, { metadata: blog })
    await cluster.client.create(Secret, { metadata: shared })
    await cluster.settle()
    names = ['kept']
    await cluster.client.patch(ConfigMap, blog, { data: { wanted: '3' } })
    await cluster.settle()
    const there = (await cluster.client.list(Secret)).items.map(({ metadata }) => metadata.name)
    expect(there).toEqual([...left, 'shared'])
  })
})

describe('an object with several owner references', () => {
  it.each([
    { everyOwner: false, woken: ['one'] },
    { everyOwner: true, woken: ['one', 'two'] },
  ])('enqueues $woken with everyOwner: $everyOwner', async ({ everyOwner, woken }) => {
    await using cluster = await startCluster()
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) => cluster.client.create(ConfigMap, { metadata: { name, labels: { app: 'test' } } })),
    )
    const seen: string[] = []
    const maps = defineController({
      name: 'maps',
      for: ConfigMap,
      scope: { labels: 'app=test' },
      owns: [{ resource: Secret, everyOwner }],
      async reconcile({ metadata }, { reasons }) {
        if (reasons.some(({ type }) => type === 'owned')) seen.push(metadata.name)
        return done()
      },
    })
    await using _ = await cluster.run(maps)
    await cluster.settle()
    const ownerReferences = [ownerReferenceTo(one!), ownerReferenceTo(two!, { controller: false })]
    await cluster.client.create(Secret, { metadata: { name: 'child', ownerReferences } })
    await cluster.settle()
    expect(seen).toEqual(woken)
  })
})
