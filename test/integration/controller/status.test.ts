import { defineController, done } from '@kubewright/controller'
import { CustomResourceDefinition } from '@kubewright/kubernetes/apiextensions/v1'
import { defineResource, yes } from '@kubewright/resource'
import { startCluster } from '@kubewright/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const Kettle = defineResource({
  group: 'kitchen.example.dev',
  version: 'v1',
  kind: 'Kettle',
  scope: 'Namespaced',
  spec: z.object({ litres: z.number() }),
  status: z.object({ seen: z.number().optional() }),
  conditions: ['Ready', 'Descaled'],
})
const pan = {
  group: 'kitchen.example.dev',
  version: 'v1',
  kind: 'Pan',
  scope: 'Namespaced',
  spec: z.object({ litres: z.number() }),
} as const
type CrdVersions = {
  schema: { openAPIV3Schema: { properties: { status: { properties: Record<string, unknown> } } } }
}[]
const big = { name: 'big', namespace: 'default' }

describe('status set by a reconcile', () => {
  it('has the observedGeneration of the reconciled object, not of a newer one', async () => {
    await using cluster = await startCluster({ resources: [Kettle] })
    const statuses: unknown[] = []
    const kettles = defineController({
      name: 'kettles',
      for: Kettle,
      async reconcile(kettle, { cache, setStatus }) {
        await setStatus({ seen: kettle.spec.litres }, { Ready: yes('Boils') })
        if (kettle.spec.litres === 2) {
          statuses.push((await cluster.client.get(Kettle, big)).status)
          return done()
        }
        await cluster.client.patch(Kettle, big, { spec: { litres: 2 } })
        while (cache.get(Kettle, big)?.metadata.generation !== 2) await cluster.client.get(Kettle, big)
        return done()
      },
    })
    await using _ = await cluster.run(kettles)
    await cluster.client.create(Kettle, { metadata: big, spec: { litres: 1 } })
    await cluster.settle()
    const ready = { type: 'Ready', status: 'True', observedGeneration: 1 }
    expect(statuses).toMatchObject([{ seen: 1, observedGeneration: 1, conditions: [ready] }])
    expect((await cluster.client.get(Kettle, big)).status).toMatchObject({ seen: 2, observedGeneration: 2 })
  })

  it.each([
    { name: 'a status without conditions', status: z.object({ seen: z.number().optional() }), observed: [1, 2] },
    {
      name: 'a status schema with its own observedGeneration',
      status: z.object({ seen: z.number().optional(), observedGeneration: z.int().optional() }),
      observed: [1, 2],
    },
    {
      name: 'a status that is a map, without it',
      status: z.record(z.string(), z.number()),
      observed: [undefined, undefined],
    },
  ])('has observedGeneration if the schema has that field: $name', async ({ status, observed }) => {
    const Pan = defineResource({ ...pan, status })
    await using cluster = await startCluster({ resources: [Pan] })
    const pans = defineController({
      name: 'pans',
      for: Pan,
      async reconcile({ spec }, { setStatus }) {
        await setStatus({ seen: spec.litres > 0 ? 1 : 0 })
        return done()
      },
    })
    await using _ = await cluster.run(pans)
    await cluster.client.create(Pan, { metadata: big, spec: { litres: 1 } })
    await cluster.settle()
    const seen = async () =>
      ((await cluster.client.get(Pan, big)).status as { observedGeneration?: number } | undefined)?.observedGeneration
    const first = await seen()
    await cluster.client.patch(Pan, big, { spec: { litres: 2 } })
    await cluster.settle()
    expect([first, await seen()]).toEqual(observed)
  })

  it('is not rewritten on every reconcile if an older CRD prunes observedGeneration', async () => {
    const Pan = defineResource({ ...pan, status: z.object({ seen: z.number().optional() }) })
    await using cluster = await startCluster({ resources: [Pan] })
    const crd = { name: 'pans.kitchen.example.dev' }
    const older = await cluster.client.get(CustomResourceDefinition, crd)
    const versions = JSON.parse(JSON.stringify(older.spec.versions)) as CrdVersions
    delete versions[0]!.schema.openAPIV3Schema.properties.status.properties['observedGeneration']
    await cluster.client.patch(CustomResourceDefinition, crd, { spec: { versions } } as never)
    const pans = defineController({
      name: 'pans',
      for: Pan,
      async reconcile(_, { setStatus }) {
        await setStatus({ seen: 1 })
        return done()
      },
    })
    await using running = await cluster.run(pans)
    await cluster.client.create(Pan, { metadata: big, spec: { litres: 1 } })
    await cluster.settle()
    for (const shelf of ['top', 'bottom']) {
      await cluster.client.patch(Pan, big, { metadata: { labels: { shelf } } })
      await cluster.settle()
    }
    // The first is refused, and repeated without the field.
    expect(running.history(big).map(({ writes }) => writes.sent)).toEqual([0, 0, 2])
  })

  it('is dropped without a failure if the object was deleted meanwhile', async () => {
    await using cluster = await startCluster({ resources: [Kettle] })
    const kettles = defineController({
      name: 'kettles',
      for: Kettle,
      async reconcile({ spec }, { setStatus }) {
        await cluster.client.delete(Kettle, big)
        await setStatus({ seen: spec.litres })
        return done()
      },
    })
    await using running = await cluster.run(kettles)
    await cluster.client.create(Kettle, { metadata: big, spec: { litres: 1 } })
    await cluster.settle()
    expect(running.history(big).map(({ result }) => result.type)).toEqual(['success'])
  })

  it.each([
    { name: 'has delivered it', isDeaf: false },
    { name: 'lags', isDeaf: true },
  ])("is not written to a recreated object of the same name, if the controller's watch $name", async ({ isDeaf }) => {
    await using cluster = await startCluster({ resources: [Kettle] })
    const { client } = cluster
    const seen: unknown[] = []
    let deafness: Disposable | undefined
    const kettles = defineController({
      name: 'kettles',
      for: Kettle,
      async reconcile({ metadata, spec }, { cache, setStatus }) {
        seen.push(spec.litres)
        if (spec.litres === 2) return done()
        if (isDeaf) deafness = cluster.faults.pauseWatches({ kind: Kettle })
        await client.delete(Kettle, big)
        await client.create(Kettle, { metadata: big, spec: { litres: 2 } })
        while (!isDeaf && cache.get(Kettle, big)?.metadata.uid === metadata.uid) await client.get(Kettle, big)
        await setStatus({ seen: spec.litres }, { Ready: yes('Boils') })
        return done()
      },
    })
    await using running = await cluster.run(kettles)
    await client.create(Kettle, { metadata: big, spec: { litres: 1 } })
    await cluster.advance('1s')
    deafness?.[Symbol.dispose]()
    await cluster.settle()
    expect((await client.get(Kettle, big)).status).toBeUndefined()
    expect(seen).toEqual([1, 2])
    expect(running.history(big).map(({ result }) => result.type)).toEqual(['success', 'success'])
  })
})
