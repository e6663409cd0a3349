import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashRing } from './hash-ring.ts'

const keys = Array.from({ length: 2_000 }, (_, index) => `web.example.dev/Website/default/site-${index}`)
const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/), { minLength: 1, maxLength: 12 })

describe('a ring', () => {
  it('is the same in whatever order its shards are named', () => {
    fc.assert(
      fc.property(names, fc.string(), (shards, key) => {
        expect(hashRing(shards).ownerOf(key)).toBe(hashRing([...shards].reverse()).ownerOf(key))
      }),
    )
  })

  it('moves keys only to a shard that joins, and only from one that leaves', () => {
    fc.assert(
      fc.property(names, fc.constantFrom(...keys), (shards, key) => {
        const [joining, ...rest] = shards
        const [before, after] = [hashRing(rest).ownerOf(key), hashRing(shards).ownerOf(key)]
        expect(after === before || after === joining).toBe(true)
      }),
    )
  })

  it('gives each of ten shards about its share, and says so', () => {
    const ring = hashRing(Array.from({ length: 10 }, (_, index) => `web-${index}`))
    for (const shard of ring.shards) {
      const share = keys.filter((key) => ring.ownerOf(key) === shard).length / keys.length
      expect(share).toBeGreaterThan(0.08)
      expect(share).toBeLessThan(0.12)
      expect(Math.abs(share - ring.shareOf(shard))).toBeLessThan(0.02)
    }
    expect(ring.shards.reduce((sum, shard) => sum + ring.shareOf(shard), 0)).toBeCloseTo(1, 4)
  })

  it.each([
    [3, 2.6],
    [5, 4.2],
    [10, 8.3],
  ])('lets a fleet of %i carry %f times what one shard does, whatever the names', (count, least) => {
    for (let fleet = 0; fleet < 50; fleet++) {
      const ring = hashRing(Array.from({ length: count }, (_, index) => `fleet-${fleet}-${index}`))
      expect(1 / Math.max(...ring.shards.map((shard) => ring.shareOf(shard)))).toBeGreaterThan(least)
    }
  })

  it('has no place that two of fifty numbered shards share', () => {
    const shards = Array.from({ length: 50 }, (_, index) => `op-${index}`)
    const [ring, sum] = [hashRing(shards), (all: number, share: number) => all + share]
    expect(shards.map((shard) => ring.shareOf(shard)).reduce(sum)).toBeCloseTo(1, 3)
    expect(Math.min(...shards.map((shard) => ring.shareOf(shard)))).toBeGreaterThan(0.01)
  })

  it('counts a shard once that is named twice, and has no owner without shards', () => {
    expect(hashRing(['a', 'a']).shards).toEqual(['a'])
    expect(hashRing([]).ownerOf('key')).toBeUndefined()
    expect(hashRing(['a']).shareOf('b')).toBe(0)
  })

  it('says where a key is: at the first place behind it, or at the first of all behind the last', () => {
    const ring = hashRing(['web-0'])
    const places = keys.map((key) => ring.placeOf(key)!)
    expect(places.map(({ shard }) => shard)).toEqual(keys.map((key) => ring.ownerOf(key)))
    expect(places.map(({ hash }) => ring.ownerAt(hash))).toEqual(keys.map((key) => ring.ownerOf(key)))
    const tokens = [...new Set(places.map(({ token }) => token))].sort((one, two) => (one < two ? -1 : 1))
    for (const { hash, token } of places) {
      expect(token).toBe(tokens.find((one) => one >= hash) ?? tokens[0])
    }
    expect(places.some(({ hash, token }) => token < hash)).toBe(true)
    expect(hashRing([]).placeOf('anything')).toBeUndefined()
  })
})
