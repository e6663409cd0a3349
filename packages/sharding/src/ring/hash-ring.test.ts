import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashRing } from './hash-ring.ts'

const keys = Array.from({ length: 2_000 }, (_, index) => `web.example.dev/Website/default/site-${index}`)
const names = fc.uniqueArray(fc.stringMatching(/^[a-z][a-z0-9-]{0,8}[a-z0-9]$/), { minLength: 1, maxLength: 12 })

describe('a hash ring', () => {
  it('does not depend on the order of its shards', () => {
    fc.assert(
      fc.property(names, fc.string(), (shards, key) => {
        expect(hashRing(shards).ownerOf(key)).toBe(hashRing([...shards].reverse()).ownerOf(key))
      }),
    )
  })

  it('moves keys only to a joining shard, and only from a leaving one', () => {
    fc.assert(
      fc.property(names, fc.constantFrom(...keys), (shards, key) => {
        const [joining, ...rest] = shards
        const [before, after] = [hashRing(rest).ownerOf(key), hashRing(shards).ownerOf(key)]
        expect(after === before || after === joining).toBe(true)
      }),
    )
  })

  it('assigns each of ten shards about its share, and reports it', () => {
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
  ])('balances a fleet of %i to at least %f times the capacity of one shard, for any names', (count, least) => {
    for (let fleet = 0; fleet < 50; fleet++) {
      const ring = hashRing(Array.from({ length: count }, (_, index) => `fleet-${fleet}-${index}`))
      expect(1 / Math.max(...ring.shards.map((shard) => ring.shareOf(shard)))).toBeGreaterThan(least)
    }
  })

  it('has no colliding tokens among fifty numbered shards', () => {
    const shards = Array.from({ length: 50 }, (_, index) => `op-${index}`)
    const [ring, sum] = [hashRing(shards), (all: number, share: number) => all + share]
    expect(shards.map((shard) => ring.shareOf(shard)).reduce(sum)).toBeCloseTo(1, 3)
    expect(Math.min(...shards.map((shard) => ring.shareOf(shard)))).toBeGreaterThan(0.01)
  })

  it('ignores a duplicate shard, and has no owner without shards', () => {
    expect(hashRing(['a', 'a']).shards).toEqual(['a'])
    expect(hashRing([]).ownerOf('key')).toBeUndefined()
    expect(hashRing(['a']).shareOf('b')).toBe(0)
  })

  it('places a key at the next token, wrapping around after the last', () => {
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
