import { describe, expect, it } from 'vitest'
import { formatCoverage, measureCoverage } from './coverage.ts'
import { check, get } from './steps.ts'

const suite = (...rules: readonly string[]) => ({
  section: '1.1',
  topic: 'urls',
  cases: rules.map((rule) => check(`speaks of ${rule}`, rule, get('/'))),
})

describe('measureCoverage', () => {
  it('counts cases per section, and names rules without a case', () => {
    const sections = measureCoverage([suite('URL-1', 'URL-1')], { '1.1': ['URL-1', 'URL-2'], '1.2': [] })
    expect(formatCoverage(sections)).toEqual([
      '1.1      2 cases, 1 of 2 rules; not: URL-2',
      '1.2      0 cases, 0 of 0 rules',
    ])
  })

  it('refuses an unknown rule', () => {
    expect(() => measureCoverage([suite('URL-9')], { '1.1': ['URL-1'] })).toThrow('no rule URL-9')
  })
})
