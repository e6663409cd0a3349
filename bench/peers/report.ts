/** Tables of medians and ratios. Pure. */
import { type Summary, summarize } from './statistics.ts'
import type { Failure, Metric, Sample } from './suite.ts'

export interface SuiteReport {
  readonly suite: string
  readonly title: string
  readonly metrics: readonly Metric[]
  /** By contender, then by metric. */
  readonly results: Readonly<Record<string, Readonly<Record<string, Summary>>>>
  readonly failures: readonly Failure[]
}

export const ours = 'kubewright'
/** Also variants of ours: none of them is a peer. */
export const isOurs = (name: string) => name === ours || name.startsWith(`${ours}-`)
export const reference = 'controller-runtime'

export function resultsOf(metrics: readonly Metric[], samples: readonly Sample[]): SuiteReport['results'] {
  const names = [...new Set(samples.map(({ contender }) => contender))]
  return Object.fromEntries(
    names.map((name) => {
      const values = samples.filter(({ contender }) => contender === name).map((sample) => sample.values)
      const measured = metrics.filter((metric) => values.every((one) => one[metric.name] !== undefined))
      return [
        name,
        Object.fromEntries(measured.map((one) => [one.name, summarize(values.map((all) => all[one.name]!))])),
      ]
    }),
  )
}

/** Medians with their spread, one column a contender; the best value of a row is bold. */
export function medianTable(report: SuiteReport, titles: Readonly<Record<string, string>>): string {
  const names = Object.keys(titles).filter((name) => report.results[name] !== undefined)
  const head = ['', ...names.map((name) => titles[name]!)]
  const rows = report.metrics.map((metric) => {
    const best = bestOf(metric, report, names)
    const cells = names.map((name) => cell(report.results[name]?.[metric.name], name === best))
    return [metric.unit === '' ? metric.title : `${metric.title} (${metric.unit})`, ...cells]
  })
  return markdown(head, rows)
}

/** Ours beside the best peer of each row, and beside the reference. */
export function ratioTable(report: SuiteReport, titles: Readonly<Record<string, string>>): string {
  const peers = Object.keys(titles).filter((name) => !isOurs(name) && report.results[name] !== undefined)
  const rows = report.metrics.flatMap((metric) => {
    const own = report.results[ours]?.[metric.name]
    const best = bestOf(metric, report, peers)
    if (own === undefined || best === undefined) return []
    const against = report.results[reference]?.[metric.name]
    const [bestRatio, referenceRatio] = [
      ratio(own, report.results[best]![metric.name]!),
      against && ratio(own, against),
    ]
    return [[metric.title, metric.better, titles[best]!, bestRatio, referenceRatio ?? '–']]
  })
  return markdown(
    ['Kubewright’s ratio', 'better', 'best peer', 'to the best peer', 'to controller-runtime, typed'],
    rows,
  )
}

export function bestOf(metric: Metric, report: SuiteReport, names: readonly string[]): string | undefined {
  const measured = names.filter((name) => report.results[name]?.[metric.name] !== undefined)
  const sign = metric.better === 'less' ? 1 : -1
  const medianOf = (name: string) => report.results[name]![metric.name]!.median
  return measured.sort((one, two) => sign * (medianOf(one) - medianOf(two)))[0]
}

function ratio(own: Summary, other: Summary): string {
  if (own.median === other.median) return '1.00×'
  // A ratio to zero is undefined, and a ratio of negative growth is meaningless.
  if (other.median <= 0 || own.median < 0) return '–'
  return `${(own.median / other.median).toFixed(2)}×`
}

function cell(summary: Summary | undefined, isBest: boolean): string {
  if (summary === undefined) return '–'
  const median = isBest ? `**${format(summary.median)}**` : format(summary.median)
  return summary.runs === 1 ? median : `${median} (${format(summary.min)}–${format(summary.max)})`
}

export const format = (value: number) =>
  Math.abs(value) >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|---|${'---:|'.repeat(head.length - 1)}`, ...rows.map(line)].join('\n')
}
