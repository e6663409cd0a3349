import { expect, it } from 'vitest'
import { type SuiteReport, resultsOf } from './report.ts'
import { compareWithStored, mediansOf } from './smoke.ts'
import type { Metric } from './suite.ts'

const metrics: readonly Metric[] = [
  { name: 'rate', title: 'Websites a second', unit: '/s', better: 'more' },
  { name: 'failed', title: 'failed requests', unit: '', better: 'less' },
]

function reportOf(rate: number, failed: number): SuiteReport {
  const results = resultsOf(metrics, [{ contender: 'kubewright', values: { rate, failed } }])
  return { suite: 'throughput', title: '', metrics, results, failures: [] }
}

it('smoke run prints the ratio to the stored median, and no ratio if that is zero', () => {
  const stored = mediansOf([reportOf(50.04, 0)])
  expect(compareWithStored([reportOf(75, 1)], stored)).toEqual([
    '  throughput: Websites a second: 75 /s, stored 50, 1.50×',
    '  throughput: failed requests: 1, stored 0',
  ])
})

it('smoke run prints no comparison for a metric without a stored value', () => {
  expect(compareWithStored([reportOf(75, 1)], {})).toEqual([])
})
