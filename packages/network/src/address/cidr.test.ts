import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  containsCidr,
  firstHost,
  formatCidr,
  networkOf,
  overlaps,
  parseCidr,
  translateAddress,
  withoutContained,
} from './cidr.ts'
import { formatIpv4, parseIpv4 } from './ipv4.ts'

const anyCidr = fc
  .tuple(fc.nat({ max: 0xffffffff }), fc.integer({ min: 0, max: 32 }))
  .map(([address, bits]) => networkOf(address, bits))

describe('parseCidr', () => {
  it('parses every formatted network', () => {
    fc.assert(
      fc.property(anyCidr, (cidr) => {
        expect(parseCidr(formatCidr(cidr))).toEqual(cidr)
      }),
    )
  })

  it.each([
    '10.244.0.0',
    '10.244.0.0/',
    '10.244.0.0/33',
    '10.244.0.0/016',
    '10.244.0/16',
    '010.244.0.0/16',
    '10.256.0.0/16',
    ' 10.244.0.0/16',
    '10.244.0.0/16\n',
    '10.244.0.0/16; reboot',
    '١٠.244.0.0/16',
    '1'.repeat(1_000_000),
  ])('refuses %j', (text) => {
    expect(() => parseCidr(text)).toThrow(expect.objectContaining({ code: 'KW_NETWORK_ADDRESS' }))
  })

  it('refuses IPv6 as unsupported', () => {
    expect(() => parseCidr('fd00::/8')).toThrow('IPv6 is not supported')
  })

  it('suggests the network if host bits are set', () => {
    expect(() => parseCidr('10.244.1.5/16')).toThrow('10.244.0.0/16')
  })
})

describe('overlaps', () => {
  it('is true exactly if one network contains the other', () => {
    fc.assert(
      fc.property(anyCidr, anyCidr, (one, other) => {
        expect(overlaps(one, other)).toBe(containsCidr(one, other) || containsCidr(other, one))
      }),
    )
  })

  it('is true exactly if the address ranges intersect', () => {
    const last = (cidr: { base: number; bits: number }) => cidr.base + 2 ** (32 - cidr.bits) - 1
    fc.assert(
      fc.property(anyCidr, anyCidr, (one, other) => {
        expect(overlaps(one, other)).toBe(one.base <= last(other) && other.base <= last(one))
      }),
    )
  })
})

describe('withoutContained', () => {
  it('keeps every address, and no two networks overlap', () => {
    fc.assert(
      fc.property(fc.array(anyCidr, { maxLength: 20 }), (cidrs) => {
        const kept = withoutContained(cidrs)
        for (const cidr of cidrs) expect(kept.filter((one) => overlaps(one, cidr)).length).toBe(1)
        for (const one of kept) expect(kept.filter((other) => overlaps(one, other))).toEqual([one])
      }),
    )
  })
})

describe('translateAddress', () => {
  it('changes the prefix and keeps the host bits, also for addresses above 127.255.255.255', () => {
    const translate = (address: string, from: string, to: string) =>
      formatIpv4(translateAddress(parseIpv4(address), parseCidr(from), parseCidr(to)))
    expect(translate('10.244.1.5', '10.244.0.0/16', '10.1.0.0/16')).toBe('10.1.1.5')
    expect(translate('10.244.1.5', '10.244.0.0/16', '240.1.0.0/16')).toBe('240.1.1.5')
    expect(translate('240.1.1.5', '240.1.0.0/16', '10.244.0.0/16')).toBe('10.244.1.5')
  })
})

describe('firstHost', () => {
  it.each([
    ['10.1.0.0/16', '10.1.0.1'],
    ['10.1.0.4/31', '10.1.0.4'],
    ['10.1.0.4/32', '10.1.0.4'],
  ])('returns the first host: %s is %s', (cidr, host) => {
    expect(formatIpv4(firstHost(parseCidr(cidr)))).toBe(host)
  })
})
