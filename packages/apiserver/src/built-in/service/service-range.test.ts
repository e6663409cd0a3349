import { describe, expect, it } from 'vitest'
import { ServiceRange } from './service-range.ts'

describe('ServiceRange', () => {
  it.each([
    { prefix: 24, first: '10.0.0.1', dynamic: '10.0.0.16', last: '10.0.0.254' },
    { prefix: 20, first: '10.0.0.1', dynamic: '10.0.1.0', last: '10.0.15.254' },
    { prefix: 16, first: '10.0.0.1', dynamic: '10.0.1.0', last: '10.0.255.254' },
    { prefix: 28, first: '10.0.0.1', dynamic: '10.0.0.14', last: '10.0.0.14' },
  ])('/$prefix spans $first to $last and allocates dynamically from $dynamic', ({ prefix, ...wanted }) => {
    const range = new ServiceRange(prefix)
    const [first, dynamic, last] = [range.first, range.firstDynamic, range.last].map((host) => range.addressOf(host))
    expect({ first, dynamic, last }).toEqual(wanted)
    expect([first, dynamic, last].map((address) => range.hostOf(address!))).toEqual([
      range.first,
      range.firstDynamic,
      range.last,
    ])
  })

  it.each(['11.0.0.1', '10.0.0.256', '10.0.0', 'fd00::1', 'None', ''])('does not contain %j', (address) => {
    expect(new ServiceRange(16).hostOf(address)).toBe(-1)
  })

  it.each([11, 29, 24.5, Number.NaN])('refuses a prefix of %s', (prefix) => {
    expect(() => new ServiceRange(prefix)).toThrow(/take a prefix from 12 to 28/)
  })
})
