import { describe, expect, it } from 'vitest'
import { nameSuffix, seededIds, systemIds } from './ids.ts'
import { isValidName } from '../object/object-name.ts'
import { seededRandom } from './random.ts'

const version4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('ids', () => {
  it.each([
    { name: 'of the system', ids: systemIds },
    { name: 'from a seed', ids: seededIds(seededRandom(1)) },
  ])('$name are version 4 UUIDs and never the same', ({ ids }) => {
    const drawn = Array.from({ length: 1000 }, () => ids.uuid())
    expect(drawn.every((id) => version4.test(id))).toBe(true)
    expect(new Set(drawn).size).toBe(1000)
  })

  it('repeat from the same seed', () => {
    expect(seededIds(seededRandom('a')).uuid()).toBe(seededIds(seededRandom('a')).uuid())
  })
})

describe('nameSuffix', () => {
  it('is five letters and digits without vowels, and can end a name', () => {
    const suffixes = Array.from({ length: 1000 }, () => nameSuffix())
    expect(suffixes.every((suffix) => /^[b-df-hj-np-tv-xz24-9]{5}$/.test(suffix))).toBe(true)
    expect(suffixes.every((suffix) => isValidName('dns1123Label', `blog-${suffix}`))).toBe(true)
  })

  it('has the length that is asked for and repeats from the same seed', () => {
    expect(nameSuffix(9, seededRandom(1))).toHaveLength(9)
    expect(nameSuffix(9, seededRandom(1))).toBe(nameSuffix(9, seededRandom(1)))
  })
})
