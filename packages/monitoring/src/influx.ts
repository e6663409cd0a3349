/** Reads samples collected by Telegraf from InfluxDB. */
import { type Clock, systemClock } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'
import { readAnswerText } from '@kubewright/sidecar'
import { monitoringErrors } from './errors.ts'
import { formatLatestQuery, formatQuery, type MetricQuery } from './influx-query.ts'

/** A measured value. */
export interface MetricSample {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly value: number
}

/** Address and database of an InfluxDB, for `readSamples` and `lastSampleAt`. */
export interface InfluxOptions {
  /** URL of the HTTP interface: `http://influxdb:8086`. */
  readonly url: string
  readonly database: string
  /** @default globalThis.fetch */
  readonly fetch?: typeof fetch
  /** Ends the query early. It ends after 5 seconds in any case. */
  readonly signal?: AbortSignal
  /** @default systemClock */
  readonly clock?: Clock
}

const answerWithin = '5s'

/**
 * The samples of a metric, oldest first.
 *
 * The last bucket is left out: it is incomplete, and would look like a drop in load.
 *
 * Failure: `KW_MONITORING_SINK` if InfluxDB does not respond, or rejects the query.
 */
export async function readSamples(query: MetricQuery, options: InfluxOptions): Promise<readonly MetricSample[]> {
  const rows = (await ask(formatQuery(query), options)).flatMap(({ values }) => values)
  const samples = rows.flatMap(([at, value]) => (typeof value === 'number' ? [{ at, value }] : []))
  return samples.toSorted((one, two) => one.at - two.at).slice(0, -1)
}

/** The time of the latest sample with these tags, or `undefined` if there is none. */
export async function lastSampleAt(
  query: Parameters<typeof formatLatestQuery>[0],
  options: InfluxOptions,
): Promise<number | undefined> {
  const times = (await ask(formatLatestQuery(query), options)).flatMap(({ values }) => values.map(([at]) => at))
  return times.length === 0 ? undefined : Math.max(...times)
}

interface Series {
  readonly values: readonly (readonly [number, ...unknown[]])[]
}

interface InfluxAnswer {
  readonly results?: readonly { readonly error?: string; readonly series?: readonly Series[] }[]
}

async function ask(
  question: string,
  { url, database, fetch: send = globalThis.fetch, signal, clock = systemClock }: InfluxOptions,
): Promise<readonly Series[]> {
  const parameters = new URLSearchParams({ db: database, epoch: 'ms', q: question })
  using limit = deadline(clock, answerWithin, () => new Error('it did not respond within 5 seconds'), signal)
  try {
    // A redirect would make the operator call any address of the cluster.
    const request = { redirect: 'error', signal: limit.signal } as const
    const response = await send(`${url}/query?${parameters.toString()}`, request)
    const text = await readAnswerText(response)
    if (!response.ok) throw new Error(`it answered ${response.status}: ${text.slice(0, 200)}`)
    const [result] = (JSON.parse(text) as InfluxAnswer).results ?? []
    if (result?.error !== undefined) throw new Error(result.error)
    return result?.series ?? []
  } catch (cause) {
    throw monitoringErrors('KW_MONITORING_SINK', {
      what: `read samples from InfluxDB at ${url}`,
      why: reasonOf(cause),
      next: 'Check that InfluxDB runs at that address and has the database that the Monitoring names.',
      cause,
    })
  }
}

/** Unwraps the cause of a `fetch` error. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
