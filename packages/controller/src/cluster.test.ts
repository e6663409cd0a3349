import { describe, expect, it } from 'vitest'
import { type ClusterSelector, homeAlone, homeCluster, homeOn, selectsCluster } from './cluster.ts'

const home = { name: homeCluster, labels: {} }
const edge = { name: 'east', labels: { tier: 'edge' } }
const core = { name: 'west', labels: { tier: 'core' } }

describe('a cluster selector', () => {
  it.each<[string, ClusterSelector | undefined, readonly string[]]>([
    ['default', undefined, ['home']],
    ['home', 'home', ['home']],
    ["'remote'", 'remote', ['east', 'west']],
    ["'each'", 'each', ['home', 'east', 'west']],
    ['labels', { labels: 'tier=edge' }, ['east']],
    ['a label that the home cluster lacks', { labels: '!tier' }, ['home']],
    ['a function', ({ name }) => name !== 'east', ['home', 'west']],
  ])('selects clusters by %s', (_, selector, chosen) => {
    expect([home, edge, core].filter((one) => selectsCluster(selector, one)).map(({ name }) => name)).toEqual(chosen)
  })

  it('refuses an invalid label selector', () => {
    expect(() => selectsCluster({ labels: 'tier in' }, edge)).toThrow(
      expect.objectContaining({ code: 'KW_CORE_LABEL_SELECTOR' }),
    )
  })
})

describe('the clusters of a single-cluster program', () => {
  it('are only the home cluster, and never change', () => {
    const one = homeOn({} as never, {} as never)
    const clusters = homeAlone(one)
    expect(clusters.list()).toEqual([one])
    expect([clusters.find('home'), clusters.find('east')]).toEqual([one, undefined])
    using _ = clusters.onChange(() => expect.unreachable())
    expect(one.signal.aborted).toBe(false)
  })
})
