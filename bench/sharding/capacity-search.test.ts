import { describe, expect, it } from 'vitest'
import { findCapacity, type SearchOptions } from './capacity-search.ts'

async function search(limit: number, options: Partial<SearchOptions> = {}) {
  const tried: number[] = []
  const isCarried = async (load: number) => {
    tried.push(load)
    return load <= limit
  }
  const found = await findCapacity({ guess: 10, step: 1.5, precision: 0.03, mostTries: 20, isCarried, ...options })
  return { found, tried }
}

describe('findCapacity', () => {
  it.each([0.5, 9, 10, 10.1, 17, 400])(
    'finds a capacity limit of %d to within three percent, never above it',
    async (limit) => {
      const { found } = await search(limit)
      expect(found).toBeLessThanOrEqual(limit)
      expect(found).toBeGreaterThan(limit / 1.03)
    },
  )

  it('needs at most four probes if the initial guess is close', async () => {
    const { tried } = await search(10.4, { step: 1.1 })
    expect(new Set(tried).size).toBeLessThanOrEqual(4)
  })

  it('finds the limit although every fourth probe fails at random', async () => {
    let tries = 0
    const isCarried = async (load: number) => ++tries % 4 !== 0 && load <= 17
    expect(await findCapacity({ guess: 10, step: 1.5, precision: 0.03, mostTries: 20, isCarried })).toBeGreaterThan(
      16.5,
    )
  })

  it('stops after mostTries probes and returns the highest load that passed', async () => {
    const { found, tried } = await search(1_000, { mostTries: 3 })
    expect(tried).toEqual([10, 15, 22.5])
    expect(found).toBe(22.5)
  })

  it('returns 0 if no load passes', async () => {
    expect((await search(0, { mostTries: 4 })).found).toBe(0)
  })
})
