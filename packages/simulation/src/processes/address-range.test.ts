import { expect, it } from 'vitest'
import { takeLane } from './address-range.ts'

it('concurrent simulations get different loopback lanes, and a released lane is reused', async () => {
  const [one, two] = [await takeLane(), await takeLane()]
  expect(one.offset).not.toBe(two.offset)
  await one[Symbol.asyncDispose]()
  await two[Symbol.asyncDispose]()
  await using three = await takeLane()
  expect(three.offset % 256).toBe(0)
})
