import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ExploreOptions } from '../definition/explore-options.ts'
import { explore, replay } from '../explore.ts'
import { parsePlanFile } from '../plan/plan-file.ts'

const Shop = defineResource({
  group: 'declared.example.dev',
  version: 'v1',
  kind: 'Shop',
  scope: 'Namespaced',
  spec: z.object({ owner: z.string().min(1).max(4), motto: z.string().max(3).optional() }),
})

const corner = { name: 'corner', namespace: 'default' }

/** @param ofMotto maps a shop's motto */
function options(ofMotto: (motto: string | undefined) => Record<string, string>): ExploreOptions {
  const shops = defineController({
    name: 'shops',
    for: Shop,
    owns: [ConfigMap],
    async reconcile({ metadata: { name, uid }, spec }, ctx) {
      const owner = { apiVersion: 'declared.example.dev/v1', kind: 'Shop', name, uid, controller: true }
      const metadata = { ...corner, ownerReferences: [owner] }
      const data = { owner: spec.owner, ...ofMotto(spec.motto) }
      if (ctx.cache.get(ConfigMap, corner) === undefined) await ctx.client.create(ConfigMap, { metadata, data })
      else await ctx.client.patch(ConfigMap, corner, { data })
      return done()
    },
  })
  return {
    resources: [Shop],
    controllers: [shops],
    strategies: ['declarations'],
    draws: 100,
    async scenario(user) {
      await user.create(Shop, { metadata: corner, spec: { owner: 'ann', motto: 'hi' } })
    },
  }
}

describe('declarations generated from a schema', () => {
  it('find an object that keeps a removed field, with a plan that can be replayed', async () => {
    const forgetful = options((motto) => (motto === undefined ? {} : { motto }))
    const report = await explore({ ...forgetful, fixed: ['spec["owner"]'] })
    const [failure] = report.failures.filter(({ oracle }) => oracle === 'declaration')
    expect(failure!.message).toBe(
      'spec.motto of Shop default/corner is left out (boundary): after this change, the state differs from that of declaring the final objects at once: ConfigMap default/corner: data.motto is "hi", not missing',
    )
    const again = await replay(forgetful, parsePlanFile(failure!.planFile()))
    expect(again.failures.map(({ message }) => message)).toContain(failure!.message)
  })

  it('find an operator that keeps failing at a valid value', async () => {
    const picky = options((motto) => {
      if (motto === '') throw new Error('a shop needs a motto')
      return { motto: motto ?? 'none' }
    })
    const { failures } = await explore({ ...picky, fixed: ['spec.owner'] })
    expect(failures[0]).toMatchObject({
      oracle: 'recovery',
      message: expect.stringContaining('a shop needs a motto') as string,
    })
    expect(failures[0]!.story()).toContain('Plan: spec.motto of Shop default/corner is "" (boundary)')
  })

  it('find nothing in an operator that handles every field, and skip invalid values', async () => {
    const report = await explore(options((motto) => ({ motto: motto ?? 'none' })))
    expect(report.failures.map((failure) => failure.story())).toEqual([])
    expect(report.strategies).toMatchObject([{ name: 'declarations', plans: 13, runs: 13 }])
    expect(report.truncated).toBe(undefined)
  })
})
