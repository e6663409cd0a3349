/** The chart of a suite. Pure. */
import { type BarPanel, barChart } from './bar-chart.ts'
import { isOurs } from './report.ts'
import type { Metric } from './suite.ts'
import type { SuiteRecord } from './suite-record.ts'

/** An SVG document, or `undefined` if there is nothing to draw. */
export function chartOf(report: SuiteRecord): string | undefined {
  const panels = report.metrics.filter(({ isPlotted }) => isPlotted).map((metric) => panelOf(report, metric))
  if (panels.length === 0 || Object.keys(report.results).length === 0) return undefined
  return barChart(panels)
}

function panelOf({ results, titles }: SuiteRecord, metric: Metric): BarPanel {
  const bars = Object.entries(titles).flatMap(([name, label]) => {
    const summary = results[name]?.[metric.name]
    if (summary === undefined) return []
    return [{ label, value: summary.median, min: summary.min, max: summary.max, isOurs: isOurs(name) }]
  })
  return { title: metric.unit === '' ? metric.title : `${metric.title} (${metric.unit})`, bars }
}
