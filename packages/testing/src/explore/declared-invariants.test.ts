import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Invariant } from './definition/exploration.ts'
import { explore } from './explore.ts'

const Pool = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Pool',
  scope: 'Namespaced',
  spec: z.object({ most: z.int().min(1).max(4) }),
})

const blog = { name: 'blog', namespace: 'default' }

/** Exceeds the limit by one, but only for values outside the scenario. */
const pools = defineController({
  name: 'pools',
  for: Pool,
  owns: [ConfigMap],
  async reconcile({ metadata, spec: { most } }, ctx) {
    const { name, uid } = metadata
    const owner = { apiVersion: 'web.example.dev/v1', kind: 'Pool', name, uid, controller: true }
    const given = String(most === 4 ? 5 : most)
    await ctx.client.apply(ConfigMap, { metadata: { ...blog, ownerReferences: [owner] }, data: { given } })
    return done()
  },
})

const notTooMuch: Invariant = {
  name: 'nobody gets more than four',
  async check(view) {
    const maps = await view.list(ConfigMap)
    return maps.some(({ data }) => Number(data?.given ?? 0) > 4) ? 'somebody does' : undefined
  },
}

async function foundWith(invariant: Invariant) {
  const { failures } = await explore({
    resources: [Pool],
    controllers: [pools],
    invariants: [invariant],
    strategies: ['declarations'],
    scenario: async (user) => void (await user.create(Pool, { metadata: blog, spec: { most: 2 } })),
  })
  return failures.map(({ message, plan }) => [message, plan.declares?.type])
}

describe('invariants in declaration runs', () => {
  it('are checked for values generated from the schema', async () => {
    expect(await foundWith(notTooMuch)).toEqual([['nobody gets more than four: somebody does', 'value']])
  })

  it('are not checked if limited to the scenario', async () => {
    expect(await foundWith({ ...notTooMuch, in: 'scenario' })).toEqual([])
  })
})
