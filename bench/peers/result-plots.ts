/** Writes one chart a suite into `bench/results`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BarPanel, barChart } from './bar-chart.ts'
import { progress } from './progress.ts'
import { isOurs, type SuiteReport } from './report.ts'
import type { Metric } from './suite.ts'

export const resultsFolder = resolve(import.meta.dirname, '../results')

export function drawReports(reports: readonly SuiteReport[], titles: Readonly<Record<string, string>>): void {
  mkdirSync(resultsFolder, { recursive: true })
  for (const report of reports) {
    const panels = report.metrics.filter(({ isPlotted }) => isPlotted).map((metric) => panelOf(report, metric, titles))
    if (panels.length === 0 || Object.keys(report.results).length === 0) continue
    const path = join(resultsFolder, `peers-${report.suite}.svg`)
    writeFileSync(path, barChart(panels))
    progress(`wrote ${path}`)
  }
}

function panelOf(report: SuiteReport, metric: Metric, titles: Readonly<Record<string, string>>): BarPanel {
  const bars = Object.entries(titles).flatMap(([name, label]) => {
    const summary = report.results[name]?.[metric.name]
    if (summary === undefined) return []
    return [{ label, value: summary.median, min: summary.min, max: summary.max, isOurs: isOurs(name) }]
  })
  return { title: metric.unit === '' ? metric.title : `${metric.title} (${metric.unit})`, bars }
}
