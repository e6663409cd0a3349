import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deepClone } from './deep-clone.ts'
import { deepFreeze } from './deep-freeze.ts'

/** Every object and list in a value. */
function containersOf(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(containersOf)]
}

describe('deepClone', () => {
  it('equals the original and shares no object with it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = deepClone(value)
        expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
        const originals = new Set(containersOf(value))
        expect(containersOf(copy).some((container) => originals.has(container))).toBe(false)
      }),
    )
  })

  it('is mutable when the original is frozen', () => {
    const original = deepFreeze({ spec: { ports: [{ port: 80 }] } })
    const copy = deepClone(original)
    copy.spec.ports[0]!.port = 443
    expect([original.spec.ports[0]!.port, copy.spec.ports[0]!.port]).toEqual([80, 443])
  })

  it('keeps members that are undefined or named __proto__', () => {
    const copy = deepClone<Record<string, unknown>>(JSON.parse('{"__proto__":{"admin":true}}'))
    expect([Object.keys(copy), 'admin' in copy, Object.getPrototypeOf(copy)]).toEqual([
      ['__proto__'],
      false,
      Object.prototype,
    ])
    expect(Object.keys(deepClone({ a: undefined }))).toEqual(['a'])
  })
})

describe('deepFreeze', () => {
  it('freezes every object and list in place', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(deepFreeze(value)).toBe(value)
        expect(containersOf(value).every(Object.isFrozen)).toBe(true)
      }),
    )
  })

  it('also freezes objects inside already frozen ones', () => {
    const outer = Object.freeze({ inner: { a: 1 } })
    deepFreeze(outer)
    expect(() => (outer.inner.a = 2)).toThrow(TypeError)
  })
})
