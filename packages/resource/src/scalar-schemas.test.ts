import { parseDuration } from '@kubewright/core'
import { nameProblems } from '@kubewright/core/object'
import { parseQuantity } from '@kubewright/core/quantities'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dnsLabel, dnsSubdomain, duration, quantity } from './scalar-schemas.ts'

function isReadBy(read: (text: string) => unknown): (text: string) => boolean {
  return (text) => {
    try {
      read(text)
      return true
    } catch {
      return false
    }
  }
}

/** Words made of the letters that matter to each. */
const cases = [
  {
    name: 'a duration is what core reads as one',
    schema: duration(),
    judge: isReadBy(parseDuration),
    letters: '0159.msdh ',
  },
  {
    name: 'a quantity is what core reads as one, with a number in it',
    schema: quantity(),
    judge: (text: string) => /^[+-]?\.?\d/.test(text) && isReadBy(parseQuantity)(text),
    letters: '015.+-eEmukKMGi ',
  },
  {
    name: 'a DNS label is one to the API server',
    schema: dnsLabel(),
    judge: (text: string) => nameProblems('dns1123Label', text).length === 0,
    letters: 'az09-.A',
  },
  {
    name: 'a DNS subdomain is one to the API server',
    schema: dnsSubdomain(),
    judge: (text: string) => nameProblems('dns1123Subdomain', text).length === 0,
    letters: 'az09-.A',
  },
]

describe('constructors of text', () => {
  it.each([
    ['quantity', quantity()],
    ['duration', duration()],
  ])('judge a %s of many digits in time that grows with its length', (_, schema) => {
    const before = process.cpuUsage()
    expect(schema.safeParse(`${'1'.repeat(60_000)}!`).success).toBe(false)
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000)
  })

  it.each(cases)('$name', ({ schema, judge, letters }) => {
    const word = fc.string({ unit: fc.constantFrom(...Array.from(letters)), maxLength: 7 })
    fc.assert(
      fc.property(word, (text) => {
        expect(schema.safeParse(text).success).toBe(judge(text))
      }),
      { seed: 9, numRuns: 2000 },
    )
  })

  it.each([63, 64, 253, 254])('count to %i', (length) => {
    const text = 'a'.repeat(length)
    expect([dnsLabel().safeParse(text).success, dnsSubdomain().safeParse(text).success]).toEqual([
      length <= 63,
      length <= 253,
    ])
  })
})
