import { describe, expect, it } from 'vitest'
import { estimateBytes } from './estimated-bytes.ts'
import { holdBytes } from './held-bytes.ts'
import { holdObject } from './held-object.ts'
import { site } from './testing/objects.ts'

const sites = (count: number, secret = 'x') => Array.from({ length: count }, (_, at) => site(`s${at}`, at, { secret }))

describe('estimateBytes', () => {
  it('is 0 for no objects', () => {
    expect(estimateBytes([], 0)).toBe(0)
  })

  it('grows with the number and the size of the objects', () => {
    const estimate = (count: number, secret?: string) => estimateBytes(sites(count, secret).map(holdObject), count)
    expect(estimate(1_000) / estimate(100)).toBeCloseTo(10, 0)
    expect(estimate(100, 'y'.repeat(10_000)) - estimate(100)).toBeGreaterThan(990_000)
  })

  it('samples a few objects spread over a large store', () => {
    let looked = 0
    const held = sites(5_000).map((object) => ({
      ...holdObject(object),
      heldBytes: undefined,
      read: () => (looked++, object),
    }))
    estimateBytes(held as never, held.length)
    expect([looked > 10, looked < 40]).toEqual([true, true])
  })

  it('bounds the time spent on a single huge object', () => {
    const huge = { ...site('huge', 1), data: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [at, 'x'])) }
    expect(estimateBytes([holdObject(huge as never)], 1)).toBeGreaterThan(20_000)
  })

  it('is smaller for objects held as bytes', () => {
    const objects = sites(50)
    const [asObjects, asBytes] = [objects.map(holdObject), objects.map(holdBytes())]
    expect(estimateBytes(asBytes, 50)).toBeLessThan(estimateBytes(asObjects, 50))
  })
})
