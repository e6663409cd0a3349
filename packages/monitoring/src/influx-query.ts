/** InfluxQL queries. Pure. Names and values are quoted, to prevent injection. */
import { influxName, influxText } from '@kubewright/core/metrics'
import { podTag } from './names.ts'

/** The tags of a measurement, by name. */
type Tags = Readonly<Record<string, string>>

/** A query: a field of a measurement with these tag values, summed over all matching series. */
export interface MetricQuery {
  readonly measurement: string
  readonly field: string
  readonly tags?: Tags
  /** The maximum age of samples. */
  readonly withinSeconds: number
  /** The values themselves, or their growth per second. @default 'value' */
  readonly as?: 'value' | 'rate'
  /** The length of a bucket, in seconds. @default 10, or more for a long time: there are at most 500 samples */
  readonly bucketSeconds?: number
  /** Tags that distinguish the summed series. @default ['pod'] */
  readonly sumOver?: readonly string[]
}

const mostSamples = 500

/** Per bucket, the sum over all series of their mean, or of their growth per second for `rate`. */
export function formatQuery(query: MetricQuery): string {
  const { measurement, field, tags = {}, withinSeconds, as = 'value', sumOver = [podTag] } = query
  const bucket = Math.max(1, Math.ceil(query.bucketSeconds ?? Math.max(10, withinSeconds / mostSamples)))
  const value = as === 'rate' ? `non_negative_derivative(max(${influxName(field)}), 1s)` : `mean(${influxName(field)})`
  const series = [`time(${bucket}s)`, ...sumOver.map(influxName)].join(', ')
  const inner = `SELECT ${value} AS "value" FROM ${influxName(measurement)} WHERE ${conditions(tags, withinSeconds)} GROUP BY ${series} fill(none)`
  return `SELECT sum("value") FROM (${inner}) WHERE time > now() - ${seconds(withinSeconds)}s GROUP BY time(${bucket}s) fill(none)`
}

/** The latest row of every measurement with these tags. */
export function formatLatestQuery({
  tags,
  withinSeconds,
}: {
  readonly tags: Tags
  readonly withinSeconds: number
}): string {
  return `SELECT * FROM /.+/ WHERE ${conditions(tags, withinSeconds)} ORDER BY time DESC LIMIT 1`
}

function conditions(tags: Tags, withinSeconds: number): string {
  const wanted = Object.entries(tags).map(([tag, text]) => ` AND ${influxName(tag)} = ${influxText(text)}`)
  return `time > now() - ${seconds(withinSeconds)}s${wanted.join('')}`
}

const seconds = (given: number) => Math.max(1, Math.ceil(given))
