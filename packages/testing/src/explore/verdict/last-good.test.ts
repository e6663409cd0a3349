import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { defineResource } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ExploreOptions } from '../definition/explore-options.ts'
import { explore } from '../explore.ts'

const Page = defineResource({
  group: 'good.example.dev',
  version: 'v1',
  kind: 'Page',
  scope: 'Namespaced',
  spec: z.object({ schedule: z.string().max(20) }),
  status: z.object({ reason: z.string().optional() }),
})

const home = { name: 'home', namespace: 'default' }

/** Copies a schedule that begins with `@`, and keeps the last one otherwise. @param isDeaf whether it ignores all changes */
function pages(isDeaf = false): ExploreOptions {
  const controller = defineController({
    name: 'pages',
    for: Page,
    owns: [ConfigMap],
    async reconcile({ metadata: { name, uid }, spec: { schedule }, status }, ctx) {
      const isGood = schedule.startsWith('@')
      const before = ctx.cache.get(ConfigMap, home)
      if (isGood && !(isDeaf && before !== undefined)) {
        const ownerReferences = [{ apiVersion: 'good.example.dev/v1', kind: 'Page', name, uid, controller: true }]
        await ctx.client.apply(
          ConfigMap,
          { metadata: { ...home, ownerReferences }, data: { schedule } },
          { force: true },
        )
      }
      const reason = isGood ? 'Good' : 'BadSchedule'
      if (status?.reason !== reason) await ctx.client.status.patch(Page, home, { status: { reason } })
      return done()
    },
  })
  return {
    resources: [Page],
    controllers: [controller],
    strategies: ['declarations'],
    draws: 8,
    async scenario(user) {
      await user.create(Page, { metadata: home, spec: { schedule: '@daily' } })
      await user.patch(Page, home, { spec: { schedule: 'now and then' } })
      await user.patch(Page, home, { spec: { schedule: '@hourly' } })
    },
  }
}

const keepsLastGood: ExploreOptions['keepsLastGood'] = ({ status }) => status?.reason === 'BadSchedule'

describe('an operator that keeps the last valid state', () => {
  it('is reported with the histories of both runs, if `keepsLastGood` is not set', async () => {
    const { failures } = await explore(pages())
    expect(failures[0]?.oracle).toBe('declaration')
    const story = failures[0]!.story()
    expect(story).toContain('For comparison, ')
    expect(story.split('the user does "create Page home"').length).toBe(3)
  })

  it('is not reported if `keepsLastGood` is set', async () => {
    const { failures } = await explore({ ...pages(), keepsLastGood })
    expect(failures.map((failure) => failure.story())).toEqual([])
  })

  it('is still reported if it ignores a valid value', async () => {
    const { failures } = await explore({ ...pages(true), keepsLastGood })
    expect(failures.map(({ oracle }) => oracle)).toContain('declaration')
  })
})
