import { defineController, done, watch } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ExploreOptions } from './definition/explore-options.ts'
import { explore } from './explore.ts'

const Switch = defineResource({
  group: 'declared.example.dev',
  version: 'v1',
  kind: 'Switch',
  scope: 'Namespaced',
  spec: z.object({ off: z.boolean().default(false) }),
})

const was = 'declared.example.dev/was'
const one = { name: 'one', namespace: 'default' }

/** Sets the value of a ConfigMap of the user to '0' while its switch is off; the earlier value is kept in an annotation. */
const switches = defineController({
  name: 'switches',
  for: Switch,
  watches: [watch(ConfigMap, { requests: ({ metadata }) => [metadata] })],
  async reconcile({ metadata, spec }, ctx) {
    const map = ctx.cache.get(ConfigMap, { name: metadata.name, namespace: metadata.namespace! })
    if (map === undefined) return done()
    const [value, kept] = [map.data?.['value'] ?? '', map.metadata.annotations?.[was]]
    if (spec.off && value !== '0')
      await ctx.client.patch(ConfigMap, one, { metadata: { annotations: { [was]: value } }, data: { value: '0' } })
    if (!spec.off && kept !== undefined)
      await ctx.client.patch(ConfigMap, one, { metadata: { annotations: { [was]: null } }, data: { value: kept } })
    return done()
  },
})

const Fleet = defineResource({
  group: 'declared.example.dev',
  version: 'v1',
  kind: 'Fleet',
  scope: 'Namespaced',
  spec: z.object({ replicas: z.int().default(1) }),
  status: z.object({ replicas: z.int().default(0) }),
  scale: { spec: '.spec.replicas', status: '.status.replicas' },
})

/** Writes the size once. */
const forgetfulFleets = defineController({
  name: 'fleets',
  for: Fleet,
  owns: [ConfigMap],
  async reconcile({ metadata: { uid }, spec }, ctx) {
    if (ctx.cache.get(ConfigMap, one) !== undefined) return done()
    const owner = { apiVersion: 'declared.example.dev/v1', kind: 'Fleet', name: 'one', uid, controller: true }
    const data = { size: `${spec.replicas}` }
    await ctx.client.create(ConfigMap, { metadata: { ...one, ownerReferences: [owner] }, data })
    return done()
  },
})

const exploration = (scenario: ExploreOptions['scenario']): ExploreOptions => ({
  resources: [Switch],
  controllers: [switches],
  strategies: ['declarations'],
  keeps: [ConfigMap],
  budget: { runs: 20 },
  scenario,
})

describe('declarations that the operator changes', () => {
  it('are declared at once with the values of the user, and reverted without touching other fields', async () => {
    const report = await explore(
      exploration(async (user) => {
        await user.create(Switch, { metadata: one, spec: {} })
        await user.create(ConfigMap, { metadata: one, data: { value: '3' } })
        await user.patch(Switch, one, { spec: { off: true } })
        await user.patch(ConfigMap, one, { metadata: { labels: { team: 'web' } } })
      }),
    )
    expect(report.failures.map((failure) => failure.story())).toEqual([])
    expect(report.strategies[0]!.runs).toBeGreaterThan(4)
  })

  it('include the number of replicas that the user set by a scale', async () => {
    const report = await explore({
      resources: [Fleet],
      controllers: [forgetfulFleets],
      strategies: ['declarations'],
      budget: { runs: 6 },
      async scenario(user) {
        await user.create(Fleet, { metadata: one, spec: { replicas: 1 } })
        await user.scale.patch(Fleet, one, { spec: { replicas: 3 } })
      },
    })
    expect(report.failures.map(({ message }) => message)).toContain(
      'after the changes of steps 1 to 2, the state differs from that of declaring the final objects at once: ConfigMap default/one: data.size is "1", not "3"',
    )
  })
})
