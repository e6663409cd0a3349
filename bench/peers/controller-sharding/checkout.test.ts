import { expect, it } from 'vitest'
import { pinnedCommit, whyNotPinned, whyNotUsable } from './checkout.ts'

it('without a checkout, the reason names the option', () => {
  expect(whyNotUsable(undefined)).toContain('--sharding-source DIR')
})

it('only the pinned commit is measured', () => {
  expect(whyNotPinned(pinnedCommit)).toBeUndefined()
  expect(whyNotPinned('0123abc')).toBe(`--sharding-source is at 0123abc; check out ${pinnedCommit}`)
  expect(whyNotPinned(undefined)).toContain('is no git checkout')
})
