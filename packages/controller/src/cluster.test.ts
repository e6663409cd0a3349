import { describe, expect, it } from 'vitest'
import { type ClusterSelector, homeAlone, homeCluster, homeOn, selectsCluster } from './cluster.ts'

const home = { name: homeCluster, labels: {} }
const edge = { name: 'east', labels: { tier: 'edge' } }
const core = { name: 'west', labels: { tier: 'core' } }

describe('a selection of clusters', () => {
  it.each<[string, ClusterSelector | undefined, readonly string[]]>([
    ['nothing', undefined, ['home']],
    ['home', 'home', ['home']],
    ['all but home', 'remote', ['east', 'west']],
    ['each', 'each', ['home', 'east', 'west']],
    ['labels', { labels: 'tier=edge' }, ['east']],
    ['labels that home lacks', { labels: '!tier' }, ['home']],
    ['a function', ({ name }) => name !== 'east', ['home', 'west']],
  ])('by %s', (_, selector, chosen) => {
    expect([home, edge, core].filter((one) => selectsCluster(selector, one)).map(({ name }) => name)).toEqual(chosen)
  })

  it('refuses labels that cannot be read', () => {
    expect(() => selectsCluster({ labels: 'tier in' }, edge)).toThrow(
      expect.objectContaining({ code: 'KW_CORE_LABEL_SELECTOR' }),
    )
  })
})

describe('the clusters of a program that has one', () => {
  it('are home, which never changes', () => {
    const one = homeOn({} as never, {} as never)
    const clusters = homeAlone(one)
    expect(clusters.list()).toEqual([one])
    expect([clusters.find('home'), clusters.find('east')]).toEqual([one, undefined])
    using _ = clusters.onChange(() => expect.unreachable())
    expect(one.signal.aborted).toBe(false)
  })
})
