import { describe, expect, it } from 'vitest'
import { readBase64 } from './go-base64.ts'
import { readQuantity } from './go-quantity.ts'
import { goText } from './go-text.ts'

describe('readBase64', () => {
  it.each([
    ['', ''],
    ['YQ==', 'YQ=='],
    ['YR==', 'YQ=='],
    ['YQ==\n', 'YQ=='],
    ['aGVs\r\nbG8=', 'aGVsbG8='],
  ])('reads %j as %j', (text, written) => {
    expect(readBase64(text)).toBe(written)
  })

  it.each([
    ['***', 0],
    ['YQ', 0],
    ['YWJjYQ', 4],
    ['YWJj*', 4],
    ['Y===', 1],
    ['=', 0],
    ['YQ=', 3],
    ['YQ=a', 2],
    ['YQ==YQ==', 4],
    ['YWI=a', 4],
    ['é', 0],
  ])('of %j fails at byte %d', (text, offset) => {
    expect(() => readBase64(text)).toThrow(`illegal base64 data at input byte ${offset}`)
  })
})

describe('readQuantity', () => {
  it.each([
    ['1024Mi', '1Gi'],
    [' 1 ', '1'],
    ['1e3', '1e3'],
    ['0.5', '500m'],
  ])('reads %j as %s', (text, written) => {
    expect(readQuantity(text)).toBe(written)
  })

  it.each(['1K', '1ki', '1e', '--1', '1m5', '1Kim', '1eE', '+-1'])('rejects the suffix of %s', (text) => {
    expect(() => readQuantity(text)).toThrow("unable to parse quantity's suffix")
  })

  it.each(['', 'x', '1.2.3', '1 1', '0x10', '1\\u0020', 'é', '1.5e1.5', '1_0'])('rejects %j', (text) => {
    expect(() => readQuantity(text)).toThrow('quantities must match the regular expression')
  })
})

describe('goText', () => {
  it.each([
    [[0x61, 0xff, 0x62], 'a\ufffdb'],
    [[0xe6, 0x97], '\ufffd\ufffd'],
    [[0xe6, 0x97, 0xa5], '日'],
    [[0xef, 0xbf, 0xbd], '\ufffd'],
    [[0xf0, 0x9f, 0x98, 0x80, 0xf0, 0x9f], '😀\ufffd\ufffd'],
    [[0xc0, 0xaf], '\ufffd\ufffd'],
  ])('of %j is %j', (bytes, text) => {
    expect(goText(Buffer.from(bytes))).toBe(text)
  })
})
