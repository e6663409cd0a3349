import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { defineResource, manifest, type ObjectOf } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ExploreOptions } from '../definition/explore-options.ts'
import { explore } from '../explore.ts'

const Shop = defineResource({
  group: 'taken.example.dev',
  version: 'v1',
  kind: 'Shop',
  scope: 'Namespaced',
  spec: z.object({ size: z.int().min(1).max(9).default(1) }),
  status: z.object({ floor: z.string().optional() }),
})

const corner = { name: 'corner', namespace: 'default' }
const kept = 'taken.example.dev/kept'

/** @param more further options */
function options(
  scenario: ExploreOptions['scenario'],
  data: (map: ObjectOf<typeof ConfigMap> | undefined, size: number) => Record<string, string>,
): ExploreOptions {
  const shops = defineController({
    name: 'shops',
    for: Shop,
    owns: [ConfigMap],
    finalizer: { name: 'taken.example.dev/lease', cleanup: async () => done() },
    async reconcile(shop, ctx) {
      const before = ctx.cache.get(ConfigMap, corner)
      // Recorded once, on the shop itself: after its removal, another number would be recorded.
      if (shop.metadata.annotations?.[kept] === undefined)
        await ctx.client.patch(Shop, corner, { metadata: { annotations: { [kept]: `${shop.spec.size}` } } })
      const wanted = { metadata: { name: corner.name }, data: data(before, shop.spec.size) }
      const { map } = await ctx.own({ map: manifest(ConfigMap, wanted) })
      await ctx.setStatus({ floor: map.metadata.annotations?.['floor'] ?? 'none' })
      return done()
    },
  })
  const what = { resources: [Shop], controllers: [shops], scenario, strategies: ['declarations'] as const, draws: 4 }
  return { ...what, ignore: [`metadata.annotations.${kept}`] }
}

const size = (_: unknown, number: number) => ({ size: `${number}` })

describe('repeated declarations', () => {
  it('are not compared in fields that the user wrote on other objects', async () => {
    const { failures } = await explore(
      options(async (user) => {
        await user.create(Shop, { metadata: corner, spec: {} })
        await user.patch(ConfigMap, corner, { metadata: { labels: { note: 'mine' } } })
        await user.patch(Shop, corner, { spec: { size: 3 } })
      }, size),
    )
    expect(failures.map(({ message }) => message)).toEqual([])
  })

  it('are not compared after the user wrote a status', async () => {
    const { failures } = await explore(
      options(async (user) => {
        await user.create(Shop, { metadata: corner, spec: {} })
        await user.status.patch(Shop, corner, { status: { floor: 'first' } })
        await user.patch(Shop, corner, { spec: { size: 3 } })
      }, size),
    )
    expect(failures.filter(({ oracle }) => oracle === 'declaration')).toEqual([])
  })

  it('keep finalizers and bookkeeping of the operator', async () => {
    const traces: string[] = []
    const { failures } = await explore(
      options(
        async (user) => {
          await user.create(Shop, { metadata: corner, spec: {} })
          await user.patch(Shop, corner, { spec: { size: 3 } })
        },
        (map, number) => ({ size: `${number}`, first: map?.data?.['first'] ?? `${number}` }),
      ),
    )
    for (const failure of failures) traces.push(failure.story())
    // The first value is kept in the map, which is found. The finalizer is added once.
    expect(failures.map(({ oracle }) => oracle)).toContain('declaration')
    const changed = traces.find((story) =>
      story.includes('the state differs from that of declaring the final objects at once'),
    )!
    expect(changed).toMatch(
      /For comparison, (?:declared at once|changed step by step):\n  step 1: the user does "create Shop corner"/,
    )
    for (const way of traces.flatMap((story) => story.split('For comparison')))
      expect(way.split('finalizers: ["taken').length).toBeLessThanOrEqual(2)
  })
})
