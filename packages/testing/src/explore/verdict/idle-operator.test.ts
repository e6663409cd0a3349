import { defineController, done } from '@kubewright/controller'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import type { ExploreOptions } from '../definition/explore-options.ts'
import { explore } from '../explore.ts'
import { assertNoFailures, exploreMatchers } from '../report/report.ts'

const blog = { name: 'blog', namespace: 'default' }
const labelled = defineController({
  name: 'labelled',
  for: ConfigMap,
  scope: { labels: 'wanted=yes' },
  async reconcile(map, ctx) {
    if (map.data?.['copied'] === 'yes') await ctx.client.apply(Secret, { metadata: blog }, { force: true })
    return done()
  },
})

function exploring(scenario: ExploreOptions['scenario'], strategies: ExploreOptions['strategies'] = ['single']) {
  return explore({ controllers: [labelled], scenario, strategies, budget: { runs: 6 } })
}

describe('an operator that does nothing', () => {
  it('is reported as not explored if the scenario is empty', async () => {
    const report = await exploring(async () => undefined)
    expect(report.failures).toMatchObject([
      {
        oracle: 'scenario',
        message: expect.stringContaining('nothing is explored: the scenario takes no step') as string,
      },
    ])
    expect(report.story()).toContain('nothing is explored')
    expect(exploreMatchers.toHaveNoFailures(report).pass).toBe(false)
    expect(() => assertNoFailures(report)).toThrow('nothing is explored')
  })

  it('is reported if the scenario creates nothing that it watches', async () => {
    const report = await exploring(async (user) => void (await user.create(ConfigMap, { metadata: blog })))
    expect(report.failures).toMatchObject([{ message: expect.stringContaining('got no watch event') as string }])
  })

  it('is reported in the truncation note if it only reads', async () => {
    const metadata = { ...blog, labels: { wanted: 'yes' } }
    const report = await exploring(async (user) => void (await user.create(ConfigMap, { metadata })))
    expect(report.failures).toEqual([])
    expect(report.truncated).toContain('the operator wrote nothing')
  })

  it('is reported as having no plan if no strategy has one', async () => {
    const metadata = { ...blog, labels: { wanted: 'yes' } }
    const scenario = async (user: Parameters<ExploreOptions['scenario']>[0]) =>
      void (await user.create(ConfigMap, { metadata, data: { copied: 'yes' } }))
    expect((await exploring(scenario, ['declarations'])).truncated).toContain('there was no plan to replay')
    await expect(exploring(scenario, [])).rejects.toThrow('it has no strategies')
  })
})
