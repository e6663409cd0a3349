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

/** Words from the characters that matter to each format. */
const cases = [
  {
    name: 'duration() accepts what core parses as a duration',
    schema: duration(),
    judge: isReadBy(parseDuration),
    letters: '0159.msdh ',
  },
  {
    name: 'quantity() accepts what core parses as a quantity',
    schema: quantity(),
    judge: (text: string) => /^[+-]?\.?\d/.test(text) && isReadBy(parseQuantity)(text),
    letters: '015.+-eEmukKMGi ',
  },
  {
    name: 'dnsLabel() accepts what the API server accepts',
    schema: dnsLabel(),
    judge: (text: string) => nameProblems('dns1123Label', text).length === 0,
    letters: 'az09-.A',
  },
  {
    name: 'dnsSubdomain() accepts what the API server accepts',
    schema: dnsSubdomain(),
    judge: (text: string) => nameProblems('dns1123Subdomain', text).length === 0,
    letters: 'az09-.A',
  },
]

describe('string schemas', () => {
  it.each([
    ['quantity', quantity()],
    ['duration', duration()],
  ])('validate a %s of many digits in linear time', (_, schema) => {
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

  it.each([63, 64, 253, 254])('limit the length of DNS names correctly at %i characters', (length) => {
    const text = 'a'.repeat(length)
    expect([dnsLabel().safeParse(text).success, dnsSubdomain().safeParse(text).success]).toEqual([
      length <= 63,
      length <= 253,
    ])
  })
})
