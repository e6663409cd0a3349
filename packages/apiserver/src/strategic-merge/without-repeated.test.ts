import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutRepeated } from './without-repeated.ts'

/** The algorithm of kube-apiserver, in O(n²). */
function uniqify(values: unknown[]): unknown[] {
  let last = values.length - 1
  for (let at = 0; at < last; at++) {
    for (let other = at + 1; other <= last; other++) {
      if (values[at] !== values[other]) continue
      values[other] = values[last]
      last--
      other--
    }
  }
  return values.slice(0, last + 1)
}

describe('withoutRepeated', () => {
  it('keeps each value once, in the order of kube-apiserver', () => {
    const value = fc.oneof(fc.integer({ min: 0, max: 6 }), fc.constantFrom('0', '1', true, false))
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), (values) => {
        expect(withoutRepeated(values)).toEqual(uniqify([...values]))
      }),
      { numRuns: 500 },
    )
  })
})
