import { describe, expect, it } from 'vitest'
import { checkTimeout } from './request-timeout.ts'

const check = (timeout: string) => () => checkTimeout({ query: new URLSearchParams({ timeout }) })

describe('checkTimeout', () => {
  it.each(['', '0', '30s', '-1s', '1h2m3.5s', '.5s', '1µs'])('accepts %j', (timeout) => {
    expect(check(timeout)).not.toThrow()
  })

  /** Messages of kube-apiserver 1.36.4. */
  it.each([
    ['abc', 'time: invalid duration "abc"'],
    ['5', 'time: missing unit in duration "5"'],
    ['5x', 'time: unknown unit "x" in duration "5x"'],
    ['-', 'time: invalid duration "-"'],
  ])('refuses %j', (timeout, why) => {
    expect(check(timeout)).toThrow(`invalid timeout specified in the request URL - ${why}`)
  })
})
