import { describe, expect, it } from 'vitest'
import { addressBytes } from './address-bytes.ts'

describe('addressBytes', () => {
  it.each([
    ['10.0.0.255', '0a0000ff'],
    ['::', '00000000000000000000000000000000'],
    ['::1', '00000000000000000000000000000001'],
    ['fe80::', 'fe800000000000000000000000000000'],
    ['2001:db8::a:0:1', '20010db8000000000000000a00000001'],
    ['::ffff:10.0.0.1', '00000000000000000000ffff0a000001'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
  ])('encodes %s as network bytes', (address, hex) => {
    expect(Buffer.from(addressBytes(address)).toString('hex')).toBe(hex)
  })
})
