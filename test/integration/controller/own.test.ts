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
  it("leaves somebody else's object alone that the cache has not heard of", async () => {
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

  it('says what it would do in a dry run, and changes nothing', async () => {
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
    { name: 'the kinds it owns', prune: undefined, left: ['kept'] },
    { name: 'the kinds that are named', prune: [Secret], left: ['kept'] },
    { name: 'none if there are none named', prune: [], left: ['gone', 'kept'] },
    { name: 'nothing if told so', prune: false as const, left: ['gone', 'kept'] },
  ])('looks for what is not wanted any more among $name', async ({ prune, left }) => {
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

describe('an object with several owners', () => {
  it.each([
    { everyOwner: false, woken: ['one'] },
    { everyOwner: true, woken: ['one', 'two'] },
  ])('wakes $woken when every owner is to be woken: $everyOwner', async ({ everyOwner, woken }) => {
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
