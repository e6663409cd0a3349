import { describe, expect, it } from 'vitest'
import { nameSuffix, seededIds, systemIds } from './ids.ts'
import { isValidName } from '../object/object-name.ts'
import { seededRandom } from './random.ts'

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('UUID sources', () => {
  it.each([
    { name: 'the system source', ids: systemIds },
    { name: 'a seeded source', ids: seededIds(seededRandom(1)) },
  ])('$name yields distinct version 4 UUIDs', ({ ids }) => {
    const drawn = Array.from({ length: 1000 }, () => ids.uuid())
    expect(drawn.every((id) => version4.test(id))).toBe(true)
    expect(new Set(drawn).size).toBe(1000)
  })

  it('with the same seed yield the same UUIDs', () => {
    expect(seededIds(seededRandom('a')).uuid()).toBe(seededIds(seededRandom('a')).uuid())
  })
})

describe('nameSuffix', () => {
  it('has five letters and digits without vowels, valid at the end of a name', () => {
    const suffixes = Array.from({ length: 1000 }, () => nameSuffix())
    expect(suffixes.every((suffix) => /^[b-df-hj-np-tv-xz24-9]{5}$/.test(suffix))).toBe(true)
    expect(suffixes.every((suffix) => isValidName('dns1123Label', `blog-${suffix}`))).toBe(true)
  })

  it('has the requested length and repeats with the same seed', () => {
    expect(nameSuffix(9, seededRandom(1))).toHaveLength(9)
    expect(nameSuffix(9, seededRandom(1))).toBe(nameSuffix(9, seededRandom(1)))
  })
})
