/** Questions to InfluxDB, as InfluxQL. Pure. Names and values are quoted, so that none can end its place. */
import { podTag } from './names.ts'

type Tags = Readonly<Record<string, string>>

/** Which numbers to read: a field of a measurement where tags have these values, summed over everything that has them. */
export interface MetricQuery {
  readonly measurement: string
  readonly field: string
  readonly tags?: Tags
  /** Samples that are younger than this. */
  readonly withinSeconds: number
  /** The values themselves, or how much they grow in a second. @default 'value' */
  readonly as?: 'value' | 'rate'
  /** How many seconds become one sample. @default 10, or more for a long time: there are at most 500 samples */
  readonly bucketSeconds?: number
  /** Tags that tell the series apart that are summed. @default ['pod'] */
  readonly sumOver?: readonly string[]
}

const mostSamples = 500

/** The average of each series in each bucket, and the sum of the series. */
export function formatQuery(query: MetricQuery): string {
  const { measurement, field, tags = {}, withinSeconds, as = 'value', sumOver = [podTag] } = query
  const bucket = Math.max(1, Math.ceil(query.bucketSeconds ?? Math.max(10, withinSeconds / mostSamples)))
  const value = as === 'rate' ? `non_negative_derivative(max(${name(field)}), 1s)` : `mean(${name(field)})`
  const series = [`time(${bucket}s)`, ...sumOver.map(name)].join(', ')
  const inner = `SELECT ${value} AS "value" FROM ${name(measurement)} WHERE ${conditions(tags, withinSeconds)} GROUP BY ${series} fill(none)`
  return `SELECT sum("value") FROM (${inner}) WHERE time > now() - ${seconds(withinSeconds)}s GROUP BY time(${bucket}s) fill(none)`
}

/** One row of every measurement that has samples with these tags: the latest. */
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
  const wanted = Object.entries(tags).map(([tag, text]) => ` AND ${name(tag)} = ${quoted(text, "'")}`)
  return `time > now() - ${seconds(withinSeconds)}s${wanted.join('')}`
}

const seconds = (given: number) => Math.max(1, Math.ceil(given))
const name = (text: string) => quoted(text, '"')

function quoted(text: string, quote: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`).replaceAll('\n', String.raw`\n`)
  return `${quote}${escaped}${quote}`
}
