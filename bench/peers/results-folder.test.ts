import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { resultsOf } from './report.ts'
import { writeResults, writeSummary } from './results-folder.ts'
import type { SuiteRecord } from './suite-record.ts'

function recordOf(suite: string, more: Partial<SuiteRecord> = {}): SuiteRecord {
  const metrics = [{ name: 'ms', title: 'time', unit: 'ms', better: 'less', isPlotted: true }] as const
  return {
    suite,
    title: 'ten Websites',
    rounds: 1,
    minutes: 2,
    metrics,
    results: resultsOf(metrics, [{ contender: 'kubewright', values: { ms: 5 } }]),
    failures: [],
    notes: [],
    titles: { kubewright: 'Kubewright' },
    versions: { kubewright: '0.1.0' },
    server: 'kube-apiserver 1.36.4',
    missing: {},
    circumstances: {
      date: '2026-01-02T03:04:05Z',
      machine: '2 × CPU',
      load: { before: 0.1, after: 1.9 },
      othersCores: 0,
    },
    ...more,
  }
}

describe('benchmark results folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-results-'))
  afterEach(() => rmSync(folder, { recursive: true }))

  it('keeps the suites of several runs in suite order, with warnings, failures and missing peers', () => {
    const busy = { ...recordOf('idle').circumstances, warning: 'The machine was not quiet.' }
    writeResults(folder, recordOf('idle', { circumstances: busy, missing: { kopf: 'not built' } }))
    writeResults(folder, recordOf('throughput', { failures: [{ contender: 'kubewright', reason: 'wrong' }] }))
    writeSummary(folder, ['throughput', 'latency', 'idle'])
    const summary = readFileSync(join(folder, 'README.md'), 'utf8')
    expect(summary.match(/^## \S+/gm)).toEqual(['## throughput:', '## idle:'])
    expect(summary).toContain('**The machine was not quiet.**')
    expect(summary).toContain('FAILED: Kubewright: wrong')
    expect(summary).toContain('kopf: not built')
    expect(readFileSync(join(folder, 'idle.svg'), 'utf8')).toContain('<svg')
  })
})
