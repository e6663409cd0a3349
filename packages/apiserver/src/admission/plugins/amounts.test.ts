import { describe, expect, it } from 'vitest'
import { addTo, formatAmounts, milliValue, raiseTo, readAmounts, wholeValue, writeAmounts } from './amounts.ts'

describe('amounts', () => {
  it('add up, and keep what only one side has', () => {
    const sum = addTo(readAmounts({ cpu: '250m', memory: '1Gi' }), readAmounts({ cpu: 1, pods: '2' }))
    expect(writeAmounts(sum)).toEqual({ cpu: '1250m', memory: '1Gi', pods: '2' })
  })

  it('are raised to the larger of two', () => {
    const most = raiseTo(readAmounts({ cpu: '250m', memory: '1Gi' }), readAmounts({ cpu: '100m', memory: '2Gi' }))
    expect(formatAmounts(most)).toBe('cpu=250m,memory=2Gi')
  })

  it('are told in the order of their names', () => {
    expect(formatAmounts(readAmounts({ pods: '1', cpu: '2' }))).toBe('cpu=2,pods=1')
  })

  it('leave out what is not there', () => {
    expect([...readAmounts(undefined), ...readAmounts(null), ...readAmounts({ cpu: undefined })]).toEqual([])
  })

  it.each([
    { amount: '1', milli: 1_000n, whole: 1n },
    { amount: '1500m', milli: 1_500n, whole: 2n },
    { amount: '1u', milli: 1n, whole: 1n },
    { amount: '-1500m', milli: -1_500n, whole: -1n },
    { amount: '1Ki', milli: 1_024_000n, whole: 1_024n },
  ])('$amount is rounded up as the server rounds', ({ amount, milli, whole }) => {
    expect([milliValue(amount), wholeValue(amount)]).toEqual([milli, whole])
  })
})
