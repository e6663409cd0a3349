import type { Duration } from '@kubewright/core'
import { expect, it } from 'vitest'
import { again } from './outcome.ts'

it.each(['5 minutes', '5', -1, Number.NaN])('again refuses %j where it is called', (after) => {
  expect(() => again(after as Duration)).toThrow(expect.objectContaining({ code: 'KW_CORE_DURATION' }))
})

it('names a duration that is not a number', () => {
  expect(() => again(Number.NaN)).toThrow('Cannot read the duration NaN: it is not a non-negative number')
})
