/**
 * Reads the samples of a Monitoring from InfluxDB. The URL is in an untrusted object, so the dashboard itself does not connect to it: it
 * sends the query through the API server's proxy to the Service in the URL, with the viewer's permissions.
 * See decision 0410.
 */
import type { Client } from '@kubewright/client'
import { dashboardErrors } from './errors.ts'
import { listAt, textAt, valueAt } from './plain-value.ts'
import { withoutUserinfo } from './shown-url.ts'

/** Queries InfluxDB directly, instead of through the API server's proxy. */
export type MetricFetch = (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>

export interface MetricSink {
  /** The URL in the Monitoring: `http://influxdb.shop:8086`. */
  readonly url: string
  readonly database: string
  /** The namespace of the Monitoring: the default for a Service name without one. */
  readonly namespace: string
}

/** A series of an InfluxDB response. */
export interface InfluxSeries {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

/** The API server's proxy path for the Service in a URL; `undefined` if the URL names none. Pure. */
export function servicePath(text: string, namespace: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, pathname } = new URL(text)
  const scheme = protocol.slice(0, -1)
  const match = /^([a-z0-9]([-a-z0-9]*[a-z0-9])?)(\.([a-z0-9]([-a-z0-9]*[a-z0-9])?)(\.svc(\.cluster\.local)?)?)?$/.exec(
    hostname,
  )
  if ((scheme !== 'http' && scheme !== 'https') || match === null || !/^[\w./-]*$/.test(pathname)) return undefined
  const [, service = '', , , inNamespace = namespace] = match
  if (/^\d+$/.test(service) || service === 'localhost') return undefined
  const at = `${scheme}:${service}:${port || (scheme === 'http' ? '80' : '443')}`
  return `/api/v1/namespaces/${inNamespace}/services/${at}/proxy${pathname.replace(/\/$/, '')}`
}

/** Failure: `KW_DASHBOARD_METRICS` if InfluxDB is unreachable or rejects the query. */
export async function askInflux(
  { client, fetch }: { readonly client: Client; readonly fetch?: MetricFetch | undefined },
  { url, database, namespace }: MetricSink,
  question: string,
  signal: AbortSignal,
): Promise<readonly InfluxSeries[]> {
  const query = { db: database, epoch: 'ms', q: question }
  try {
    const text = await (fetch === undefined ? throughApiServer() : directly(fetch))
    return seriesIn(JSON.parse(text))
  } catch (cause) {
    const shown = withoutUserinfo(url)
    throw dashboardErrors('KW_DASHBOARD_METRICS', {
      what: `read metrics from InfluxDB at ${shown}`,
      why: (cause instanceof Error ? cause.message : String(cause)).replaceAll(url, shown),
      next:
        'Check that InfluxDB runs there. Without the option `metrics`, it must be a Service of this cluster, and you need `get` on ' +
        'its services/proxy.',
      cause,
    })
  }

  async function throughApiServer(): Promise<string> {
    const path = servicePath(url, namespace)
    if (path === undefined) throw new Error('the address names no Service of the cluster')
    return await textOf(await client.request({ path: `${path}/query`, query, signal, streams: true }))
  }

  async function directly(send: MetricFetch): Promise<string> {
    const response = await send(`${url}/query?${new URLSearchParams(query).toString()}`, { signal })
    const text = response.body === null ? '' : await textOf(response.body)
    if (!response.ok) throw new Error(`it answered ${response.status}: ${text.slice(0, 200)}`)
    return text
  }
}

const mostBytes = 4 * 2 ** 20

/** Failure: rejects once the response exceeds the size limit; the rest is not read. */
export async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const read: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new Error(`its answer is larger than ${mostBytes / 2 ** 20} MB`)
    read.push(chunk)
  }
  return Buffer.concat(read).toString('utf8')
}

/** Failure: throws the error message of InfluxDB for a rejected query. */
export function seriesIn(answer: unknown): readonly InfluxSeries[] {
  const [result] = listAt(answer, 'results')
  const refusal = textAt(result, 'error') ?? textAt(answer, 'error')
  if (refusal !== undefined) throw new Error(refusal)
  const series = valueAt(result, 'series')
  return (Array.isArray(series) ? (series as readonly unknown[]) : []).map((one) => ({
    name: textAt(one, 'name') ?? '',
    columns: arrayAt(one, 'columns').map((column) => (typeof column === 'string' ? column : '')),
    rows: arrayAt(one, 'values').filter((row): row is readonly unknown[] => Array.isArray(row)),
  }))
}

function arrayAt(value: unknown, name: string): readonly unknown[] {
  const found = valueAt(value, name)
  return Array.isArray(found) ? found : []
}
