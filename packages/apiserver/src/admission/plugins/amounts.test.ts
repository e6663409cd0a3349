import { describe, expect, it } from 'vitest'
import { addTo, formatAmounts, milliValue, raiseTo, readAmounts, wholeValue, writeAmounts } from './amounts.ts'

describe('resource amounts', () => {
  it('are added by name, keeping names that only one side has', () => {
    const sum = addTo(readAmounts({ cpu: '250m', memory: '1Gi' }), readAmounts({ cpu: 1, pods: '2' }))
    expect(writeAmounts(sum)).toEqual({ cpu: '1250m', memory: '1Gi', pods: '2' })
  })

  it('are merged to the maximum by name', () => {
    const most = raiseTo(readAmounts({ cpu: '250m', memory: '1Gi' }), readAmounts({ cpu: '100m', memory: '2Gi' }))
    expect(formatAmounts(most)).toBe('cpu=250m,memory=2Gi')
  })

  it('are formatted in order of their names', () => {
    expect(formatAmounts(readAmounts({ pods: '1', cpu: '2' }))).toBe('cpu=2,pods=1')
  })

  it('are empty for undefined and null', () => {
    expect([...readAmounts(undefined), ...readAmounts(null), ...readAmounts({ cpu: undefined })]).toEqual([])
  })

  it.each([
    { amount: '1', milli: 1_000n, whole: 1n },
    { amount: '1500m', milli: 1_500n, whole: 2n },
    { amount: '1u', milli: 1n, whole: 1n },
    { amount: '-1500m', milli: -1_500n, whole: -1n },
    { amount: '1Ki', milli: 1_024_000n, whole: 1_024n },
  ])('$amount is rounded up to milli-units and to integers as in kube-apiserver', ({ amount, milli, whole }) => {
    expect([milliValue(amount), wholeValue(amount)]).toEqual([milli, whole])
  })
})
