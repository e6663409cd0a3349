import { describe, expect, it } from 'vitest'
import { getOwn, isJsonObject, setOwn } from './json.ts'

describe('setOwn() and getOwn()', () => {
  it('set a member named __proto__ without changing the prototype', () => {
    const box: Record<string, unknown> = {}
    setOwn(box, '__proto__', { polluted: true })
    setOwn(box, 'a', 1)
    expect(JSON.stringify(box)).toBe('{"__proto__":{"polluted":true},"a":1}')
    expect([Object.getPrototypeOf(box), 'polluted' in box]).toEqual([Object.prototype, false])
  })

  it('ignore inherited members', () => {
    expect([getOwn({}, 'constructor'), getOwn({}, '__proto__'), getOwn({ a: 1 }, 'a')]).toEqual([
      undefined,
      undefined,
      1,
    ])
  })
})

describe('isJsonObject', () => {
  it.each([
    [{}, true],
    [[], false],
    [null, false],
    ['{}', false],
    [undefined, false],
  ])('of %j is %s', (value, is) => {
    expect(isJsonObject(value)).toBe(is)
  })
})
