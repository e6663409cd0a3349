import { describe, expect, it } from 'vitest'
import { medianTable, ratioTable, resultsOf, type SuiteReport } from './report.ts'
import type { Metric } from './suite.ts'

const metrics: readonly Metric[] = [
  { name: 'rate', title: 'websites a second', unit: '/s', better: 'more' },
  { name: 'ms', title: 'CPU time', unit: 'ms', better: 'less' },
]
const titles = { kubewright: 'Kubewright', 'controller-runtime': 'CR', 'kube-rs': 'kube-rs' }

function reportOf(values: Record<string, readonly (readonly [rate: number, ms: number])[]>): SuiteReport {
  const samples = Object.entries(values).flatMap(([contender, runs]) =>
    runs.map(([rate, ms]) => ({ contender, values: { rate, ms } })),
  )
  return { suite: 'throughput', title: '', metrics, results: resultsOf(metrics, samples), failures: [] }
}

describe('benchmark report tables', () => {
  const report = reportOf({
    kubewright: [[80, 6], [100, 5], [90, 7]], // biome-ignore format: one line
    'controller-runtime': [[100, 3]],
    'kube-rs': [[50, 2]],
  })

  it("show median and range, and mark the best value of a row by the metric's direction", () => {
    const lines = medianTable(report, titles).split('\n')
    expect(lines[2]).toBe('| websites a second (/s) | 90 (80–100) | **100** | 50 |')
    expect(lines[3]).toBe('| CPU time (ms) | 6 (5–7) | 3 | **2** |')
  })

  it('compare ours with the best peer of each row and with the reference', () => {
    const lines = ratioTable(report, titles).split('\n')
    expect(lines[2]).toBe('| websites a second | more | CR | 0.90× | 0.90× |')
    expect(lines[3]).toBe('| CPU time | less | kube-rs | 3.00× | 2.00× |')
  })

  it.each([
    { own: 0, peer: 0, ratio: '1.00×' },
    { own: 3, peer: 0, ratio: '–' },
    { own: -22, peer: -0.4, ratio: '–' },
    { own: 0, peer: 4, ratio: '0.00×' },
  ])('show the ratio $ratio for own value $own and peer value $peer', ({ own, peer, ratio }) => {
    const compared = reportOf({ kubewright: [[1, own]], 'controller-runtime': [[1, peer]] })
    expect(ratioTable(compared, titles).split('\n')[3]).toBe(`| CPU time | less | CR | ${ratio} | ${ratio} |`)
  })

  it('do not count a variant of our own contender as a peer', () => {
    const both = reportOf({ kubewright: [[80, 6]], 'kubewright-bytes': [[99, 1]], 'kube-rs': [[50, 2]] })
    const line = ratioTable(both, { ...titles, 'kubewright-bytes': 'bytes' }).split('\n')[3]
    expect(line).toBe('| CPU time | less | kube-rs | 3.00× | – |')
  })

  it('omit a contender without measurements', () => {
    const alone = reportOf({ kubewright: [[80, 6]] })
    expect(medianTable(alone, titles).split('\n')[0]).toBe('|  | Kubewright |')
    expect(ratioTable(alone, titles).split('\n')).toHaveLength(2)
  })
})
