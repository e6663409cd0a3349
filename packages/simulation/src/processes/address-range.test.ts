import { expect, it } from 'vitest'
import { takeAddressRange } from './address-range.ts'

it('concurrent simulations get different address ranges, and a released range is reused', async () => {
  const [one, two] = [await takeAddressRange(), await takeAddressRange()]
  expect(one.offset).not.toBe(two.offset)
  await one[Symbol.asyncDispose]()
  await two[Symbol.asyncDispose]()
  await using three = await takeAddressRange()
  expect(three.offset % 256).toBe(0)
})
