import { randomInt, seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { SortedKeys } from './sorted-keys.ts'

describe('SortedKeys', () => {
  it('iterates over keys in order, each once', () => {
    const keys = new SortedKeys()
    for (const key of ['b', 'a', 'c', 'a']) keys.add(key)
    expect([...keys.from('')]).toEqual(['a', 'b', 'c'])
    expect(keys.size).toBe(3)
  })

  it('starts at the first key not below the given one', () => {
    const keys = new SortedKeys()
    for (const key of ['a', 'c', 'e']) keys.add(key)
    expect([...keys.from('b')]).toEqual(['c', 'e'])
    expect([...keys.from('c')]).toEqual(['c', 'e'])
    expect([...keys.from('f')]).toEqual([])
  })

  it('equals a sorted set under random additions and removals', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = seededRandom(seed)
      const keys = new SortedKeys()
      const expected = new Set<string>()
      for (let step = 0; step < 4_000; step++) {
        const key = `namespace-${randomInt(random, 40)}/object-${randomInt(random, 100)}`
        const isAddition = randomInt(random, 100) < (step < 2_500 ? 80 : 20)
        if (isAddition) {
          keys.add(key)
          expected.add(key)
        } else {
          keys.remove(key)
          expected.delete(key)
        }
      }
      const sorted = [...expected].sort()
      expect([...keys.from('')]).toEqual(sorted)
      const start = `namespace-${randomInt(random, 40)}/`
      expect([...keys.from(start)]).toEqual(sorted.filter((key) => key >= start))
      expect(keys.size).toBe(expected.size)
    }
  })
})
