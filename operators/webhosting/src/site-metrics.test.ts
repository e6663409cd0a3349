import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { siteMetrics } from './site-metrics.ts'
import { type Hosting, startHosting } from './testing/hosting.ts'

let hosting: Hosting

beforeEach(async () => {
  hosting = await startHosting()
})
afterEach(() => hosting[Symbol.asyncDispose]())

describe('metrics of websites', () => {
  it('report each website with theme, phase and generation', async () => {
    const { metadata } = await hosting.create()
    const families = siteMetrics(hosting.operator.cache).collect()
    const samplesOf = (name: string) => families.find((family) => family.name === name)?.samples
    const site = { namespace: 'default', website: 'homepage', uid: metadata.uid }
    expect(samplesOf('kube_website_info')).toEqual([{ labels: { ...site, theme: 'exciting' }, value: 1 }])
    expect(samplesOf('kube_website_metadata_generation')).toEqual([{ labels: site, value: 1 }])
    expect(samplesOf('kube_website_observed_generation')).toEqual([{ labels: site, value: 1 }])
    expect(samplesOf('kube_website_status_phase')).toEqual(
      Object.entries({ Pending: 0, Ready: 1, Error: 0, Terminating: 0 }).map(([phase, value]) => ({
        labels: { ...site, phase },
        value,
      })),
    )
    expect(samplesOf('kube_theme_info')).toMatchObject([
      { labels: { theme: 'exciting', color: 'darkcyan', font_family: 'Menlo, monospace' } },
      { labels: { theme: 'lovely' } },
    ])
    expect(samplesOf('kube_theme_metadata_generation')).toHaveLength(2)
  })

  it('are empty while the cache is not synced', () => {
    const empty = siteMetrics({
      list: () => {
        throw new Error('not synced')
      },
    })
    expect(empty.collect().filter(({ samples }) => samples.length > 0)).toEqual([])
  })
})
