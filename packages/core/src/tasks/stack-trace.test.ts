import { describe, expect, it } from 'vitest'
import { framesOf, traceHere } from './stack-trace.ts'

describe('a stack trace', () => {
  it('starts with the line that called traceHere()', () => {
    expect(framesOf(traceHere(10))[0]).toMatch(/^ +at .*stack-trace\.test\.ts:\d+:\d+/)
  })

  it('has the requested depth and leaves Error.stackTraceLimit unchanged', () => {
    const usual = Error.stackTraceLimit
    const nested = (calls: number): number => (calls === 0 ? framesOf(traceHere(4)).length : nested(calls - 1))
    expect([nested(20), Error.stackTraceLimit]).toEqual([4, usual])
  })

  it('is empty if there is none', () => {
    expect(framesOf({})).toEqual([])
  })
})
