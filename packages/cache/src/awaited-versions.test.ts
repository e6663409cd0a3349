import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AwaitedVersions } from './awaited-versions.ts'

describe('AwaitedVersions', () => {
  it('take() yields the keys up to the given resourceVersion, oldest first, regardless of insertion order', () => {
    const versions = fc.array(fc.nat(5_000), { maxLength: 200 })
    fc.assert(
      fc.property(versions, versions, (added, reached) => {
        const awaited = new AwaitedVersions()
        for (const version of added) awaited.add(String(version), `key ${version}`)
        let left = added.toSorted((one, two) => one - two)
        for (const upTo of reached) {
          expect(awaited.take(String(upTo))).toEqual(left.filter((one) => one <= upTo).map((one) => `key ${one}`))
          left = left.filter((one) => one > upTo)
          expect(awaited.size).toBe(left.length)
        }
      }),
    )
  })
})
