/** InfluxDB queries for the charts of a Monitoring, and their results. Pure. */
import { influxName, influxText } from '@kubewright/core/metrics'
import type { InfluxSeries } from './metric-source.ts'

/** Topic `metric-names:NAMESPACE/MONITORING`, by measurement and field. */
export interface MetricName {
  readonly measurement: string
  readonly field: string
}

/** Topic `metric:NAMESPACE/MONITORING/MEASUREMENT/FIELD`, key `samples`. */
export interface MetricSamples {
  /** The sum over all series: of their values, or of their growth per second. */
  readonly as: 'value' | 'rate'
  readonly withinSeconds: number
  /** Milliseconds since the epoch and value, oldest first. */
  readonly samples: readonly (readonly [at: number, value: number])[]
}

const withinSeconds = 900
const leastBucketSeconds = 30
const mostBucketSeconds = 3_600
const fewestBuckets = 30
const mostNames = 500
const mostSeries = 1_000
const mostColumns = 1_000
const longestName = 300
/** The maximum number of points in a chart. */
const mostSamples = 1_000
/** How many rows of a measurement are sampled to find its fields: series need not have the same fields. */
const rowsPerMeasurement = 5

/** The latest rows of every measurement with the tag of the Monitoring. */
export function namesQuestion(tag: string): string {
  return `SELECT * FROM /.+/ WHERE ${tagged(tag, withinSeconds)} ORDER BY time DESC LIMIT ${rowsPerMeasurement}`
}

/** Every field with a number in one of the first rows. Results are untrusted, so the work is bounded. */
export function namesIn(series: readonly InfluxSeries[]): ReadonlyMap<string, MetricName> {
  const found = new Map<string, MetricName>()
  for (const { name: measurement, columns, rows } of series.slice(0, mostSeries)) {
    if (measurement.length > longestName) continue
    const first = rows.slice(0, rowsPerMeasurement)
    for (const [place, field] of columns.slice(0, mostColumns).entries()) {
      if (field === 'time' || field === '' || field.length > longestName) continue
      if (!first.some((row) => typeof row[place] === 'number')) continue
      found.set(`${measurement} ${field}`, { measurement, field })
      if (found.size === mostNames) return found
    }
  }
  return found
}

/** Counters only grow, so their rate is shown. */
export function isCounter({ measurement, field }: MetricName): boolean {
  return field === 'counter' || field.endsWith('_total') || (measurement.endsWith('_total') && field !== 'gauge')
}

/** How samples are aggregated to points. */
export interface Buckets {
  readonly seconds: number
  readonly withinSeconds: number
}

/** A bucket covers at least two samples of every series: otherwise the sum would jump as series fall into it or not. */
export function bucketsOf(interval: string | undefined): Buckets {
  const [, number = '10', unit = 's'] = /^(\d{1,6})(ms|s|m)$/.exec(interval ?? '') ?? []
  const everySeconds = (Number(number) * { ms: 1, s: 1_000, m: 60_000 }[unit as 'ms' | 's' | 'm']) / 1_000
  const seconds = Math.min(mostBucketSeconds, Math.max(leastBucketSeconds, Math.ceil(2 * everySeconds)))
  return { seconds, withinSeconds: Math.max(withinSeconds, fewestBuckets * seconds) }
}

export function samplesQuestion(metric: MetricName, tag: string, { seconds, withinSeconds: within }: Buckets): string {
  const { measurement, field } = metric
  const mean = isCounter(metric)
    ? `non_negative_derivative(max(${influxName(field)}), 1s)`
    : `mean(${influxName(field)})`
  const inner = `SELECT ${mean} AS "value" FROM ${influxName(measurement)} WHERE ${tagged(tag, within)} GROUP BY time(${seconds}s), * fill(none)`
  return `SELECT sum("value") FROM (${inner}) WHERE time > now() - ${within}s GROUP BY time(${seconds}s) fill(none)`
}

/** The latest samples, without the last bucket: it is incomplete, and would look like a drop. */
export function samplesIn(series: readonly InfluxSeries[]): MetricSamples['samples'] {
  const rows = series.flatMap((one) => one.rows)
  const samples = rows.flatMap(([at, value]) =>
    typeof at === 'number' && typeof value === 'number' ? [[at, value] as const] : [],
  )
  return samples
    .toSorted(([one], [two]) => one - two)
    .slice(0, -1)
    .slice(-mostSamples)
}

function tagged(tag: string, within: number): string {
  return `time > now() - ${within}s AND "monitoring" = ${influxText(tag)}`
}
