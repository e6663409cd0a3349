import { describe, expect, it } from 'vitest'
import { amountOf, atMostAll, intOrPercent } from './int-or-percent.ts'

describe('int-or-percent values', () => {
  it.each([
    { value: 1, problems: 0 },
    { value: '25%', problems: 0 },
    { value: undefined, problems: 0 },
    { value: -1, problems: 1 },
    { value: '25', problems: 1 },
    { value: '-5%', problems: 1 },
  ])('report $problems problems for $value', ({ value, problems }) => {
    expect([...intOrPercent(value, 'x')]).toHaveLength(problems)
  })

  it('must not exceed 100 percent', () => {
    expect([...atMostAll('101%', 'x')].map(({ body }) => body)).toEqual([
      'Invalid value: "101%": must not be greater than 100%',
    ])
    expect([...atMostAll(101, 'x')]).toEqual([])
  })

  it.each([
    { value: 3, amount: 3 },
    { value: '30%', amount: 30 },
    { value: 'x', amount: 0 },
    { value: undefined, amount: 0 },
  ])('amount to $amount for $value', ({ value, amount }) => {
    expect(amountOf(value)).toBe(amount)
  })
})
