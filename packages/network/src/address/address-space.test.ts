import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AddressSpace } from './address-space.ts'
import { type Cidr, formatCidr, networkOf, overlaps, parseCidr } from './cidr.ts'

/** A small part of the address space, so that networks often overlap. */
const cornered = fc
  .tuple(fc.nat({ max: 255 }), fc.integer({ min: 24, max: 32 }))
  .map(([host, bits]) => networkOf(0xc0000200 + host, bits))
const pool = parseCidr('192.0.2.0/24')

/** The reference implementation: try every network of the pool in order. */
function lowestByTrying(taken: readonly Cidr[], bits: number): Cidr | undefined {
  for (let base = pool.base; base < pool.base + 256; base += 2 ** (32 - bits)) {
    const candidate = { base, bits }
    if (!taken.some((cidr) => overlaps(cidr, candidate))) return candidate
  }
  return undefined
}

describe('AddressSpace', () => {
  it('finds the same lowest free network as an exhaustive search, after any takes and returns', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cornered, fc.boolean())), fc.integer({ min: 24, max: 32 }), (steps, bits) => {
        const space = new AddressSpace()
        const taken: Cidr[] = []
        for (const [cidr, isReturn] of steps) {
          const at = taken.findIndex((other) => formatCidr(other) === formatCidr(cidr))
          if (isReturn && at >= 0) space.giveBack(taken.splice(at, 1)[0]!)
          else if (!isReturn) {
            space.take(cidr)
            taken.push(cidr)
          }
          expect(space.isFree(cidr)).toBe(!taken.some((other) => overlaps(other, cidr)))
        }
        expect(space.lowestFree(bits, pool)).toEqual(lowestByTrying(taken, bits))
      }),
    )
  })

  it('is entirely free when new', () => {
    expect(new AddressSpace().lowestFree(16, parseCidr('10.0.0.0/8'))).toEqual(parseCidr('10.0.0.0/16'))
    expect(new AddressSpace().isFree(parseCidr('0.0.0.0/0'))).toBe(true)
  })

  it('keeps a network that was taken twice and returned once', () => {
    const space = new AddressSpace()
    const cidr = parseCidr('10.1.0.0/16')
    space.take(cidr)
    space.take(cidr)
    space.giveBack(cidr)
    expect(space.isFree(cidr)).toBe(false)
  })

  it('ignores the release of a network that was never allocated', () => {
    const space = new AddressSpace()
    space.giveBack(parseCidr('10.1.0.0/16'))
    expect(space.isFree(parseCidr('0.0.0.0/0'))).toBe(true)
  })
})
