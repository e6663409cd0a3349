import { describe, expect, it } from 'vitest'
import { formatVerdict, hasPassed, judge } from './verdict.ts'

const difference = (id: string) => ({ id, text: `${id}\n    they differ` })

describe('judge', () => {
  it('passes when everything agrees', () => {
    const verdict = judge(['a', 'b'], [], [])
    expect(hasPassed(verdict)).toBe(true)
    expect(formatVerdict(verdict)).toEqual(['2 of 2 agree; 0 known differences, 0 unexplained'])
  })

  it('passes when every difference has a reason', () => {
    const verdict = judge(['a', 'b'], [difference('a')], [{ case: 'a', reason: 'we chose otherwise' }])
    expect(hasPassed(verdict)).toBe(true)
    expect(formatVerdict(verdict)).toEqual(['1 of 2 agree; 1 known differences, 0 unexplained'])
  })

  it('fails on a difference without a recorded reason', () => {
    const verdict = judge(['a'], [difference('a')], [])
    expect(hasPassed(verdict)).toBe(false)
    expect(formatVerdict(verdict)[0]).toBe('✗ a\n    they differ\n')
  })

  it('fails if a recorded difference no longer occurs', () => {
    const verdict = judge(['a'], [], [{ case: 'a', reason: 'we chose otherwise' }])
    expect(hasPassed(verdict)).toBe(false)
    expect(verdict.outdated).toEqual(['a'])
  })
})
