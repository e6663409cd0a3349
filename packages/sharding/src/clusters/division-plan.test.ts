import { describe, expect, it } from 'vitest'
import { type ObservedCluster, planDivision } from './division-plan.ts'

const observedCluster = (cluster: string, more: Partial<ObservedCluster> = {}): ObservedCluster => ({
  cluster,
  holder: undefined,
  isReachable: true,
  askedBy: undefined,
  isLeaving: false,
  isPromised: false,
  ...more,
})
const heldBy = (holder: string, ...clusters: readonly string[]) =>
  clusters.map((one) => observedCluster(one, { holder }))
const nothing = { take: [], ask: [], handOver: [], decline: [] }

describe('dividing clusters: unheld clusters', () => {
  it('are all taken by a single process', () => {
    const plan = planDivision(
      'me',
      ['a', 'b', 'c'].map((one) => observedCluster(one)),
    )
    expect(plan).toEqual({ ...nothing, take: expect.arrayContaining(['a', 'b', 'c']) as string[] })
  })

  it('are taken up to a fair share, and at least half of them', () => {
    const plan = planDivision('me', [
      ...heldBy('you', 'a', 'b'),
      observedCluster('c'),
      observedCluster('d'),
      observedCluster('e'),
    ])
    expect(plan.take).toHaveLength(3)
    const rich = planDivision('me', [
      ...heldBy('me', 'a', 'b', 'c'),
      ...heldBy('you', 'd'),
      observedCluster('e'),
      observedCluster('f'),
    ])
    expect(rich.take).toHaveLength(1)
  })

  it('are not taken if they are unreachable or promised to another process', () => {
    expect(
      planDivision('me', [observedCluster('a', { isReachable: false }), observedCluster('b', { isPromised: true })]),
    ).toEqual(nothing)
  })

  it('are taken in a different order by every process', () => {
    const all = Array.from({ length: 20 }, (_, at) => observedCluster(`cluster-${at}`))
    const some = [...all, ...heldBy('you', 'x'), ...heldBy('others', 'y')]
    expect(planDivision('one', some).take).not.toEqual(planDivision('two', some).take)
  })
})

describe('dividing clusters: clusters held by others', () => {
  it('are requested by a process with at least two fewer, a part at a time', () => {
    const many = Array.from({ length: 16 }, (_, at) => `cluster-${at}`)
    expect(planDivision('me', heldBy('you', 'a')).ask).toEqual([])
    expect(planDivision('me', heldBy('you', 'a', 'b')).ask).toHaveLength(1)
    expect(planDivision('me', heldBy('you', ...many)).ask).toHaveLength(2)
  })

  it('are not requested twice, nor if they are unreachable', () => {
    const [first, ...rest] = heldBy('you', 'a', 'b', 'c', 'd')
    expect(planDivision('me', [{ ...first!, askedBy: 'me' }, ...rest]).ask).toEqual([])
    expect(
      planDivision(
        'me',
        rest.map((one) => ({ ...one, isReachable: false })),
      ).ask,
    ).toEqual([])
    expect(
      planDivision(
        'me',
        rest.map((one) => ({ ...one, askedBy: 'she' })),
      ).ask,
    ).toEqual([])
  })

  it('are not requested while an unheld cluster exists', () => {
    expect(planDivision('me', [...heldBy('you', 'a', 'b', 'c'), observedCluster('d')])).toEqual({
      ...nothing,
      take: ['d'],
    })
  })
})

describe('dividing clusters: requested clusters', () => {
  const asked = (by: string, ...clusters: readonly string[]) =>
    clusters.map((one) => observedCluster(one, { holder: 'me', askedBy: by }))

  it('are handed over while that evens out the shares, and declined otherwise', () => {
    const plan = planDivision('me', [...asked('you', 'a', 'b', 'c'), ...heldBy('me', 'd')])
    expect(plan).toEqual({ ...nothing, handOver: ['a', 'b'], decline: ['c'] })
  })

  it('count as handed over once they are leaving', () => {
    const [first, ...rest] = asked('you', 'a', 'b', 'c')
    expect(planDivision('me', [{ ...first!, isLeaving: true }, ...rest])).toEqual({ ...nothing, decline: ['b', 'c'] })
  })

  it('converge to shares that differ by at most one, from any start', () => {
    const holders = new Map(Array.from({ length: 23 }, (_, at) => [`cluster-${at}`, 'one']))
    const members = ['one', 'two', 'three', 'four']
    for (let round = 0; round < 40; round++) {
      for (const self of members) {
        const observed = [...holders].map(([cluster, holder]) => observedCluster(cluster, { holder }))
        const [cluster] = planDivision(self, observed).ask
        if (cluster === undefined) continue
        const from = holders.get(cluster)!
        const isAsked = observed.map((one) => (one.cluster === cluster ? { ...one, askedBy: self } : one))
        if (planDivision(from, isAsked).handOver.includes(cluster)) holders.set(cluster, self)
      }
    }
    const counts = members.map((one) => [...holders.values()].filter((holder) => holder === one).length)
    expect([...counts].sort((one, two) => one - two)).toEqual([5, 6, 6, 6])
  })
})
