/** The HTTP endpoints of a manager. Endpoints on the same port share a server. */
import type { Client } from '@kubewright/client'
import type { Clock, Logger } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import { track } from '@kubewright/core/tasks'
import { AccessGuard, clusterReviews } from './access/access-guard.ts'
import type { HealthChecks } from './health/health-check.ts'
import { healthRoute } from './health/health-page.ts'
import { type CertificateSource, certificateSource } from './http/certificate-source.ts'
import { listen, type ListeningServer, type Route } from './http/http-server.ts'
import type { ManagerEndpoints } from './manager.ts'
import { expositionFor } from './metrics/exposition.ts'
import type { MetricRegistry } from './metrics/metric-registry.ts'
import { profilingRoute } from './profiling.ts'
import type { ResolvedOptions, ServedAt, ServedMetrics } from './resolve-options.ts'

export interface ServedPages extends AsyncDisposable {
  readonly endpoints: ManagerEndpoints
}

export interface PageSources {
  readonly metrics: MetricRegistry
  readonly live: HealthChecks
  readonly ready: HealthChecks
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Used for access reviews of metrics readers. */
  readonly client: Client
}

type What = keyof ManagerEndpoints

/** An address, and the endpoints served there. */
interface Place extends ServedAt {
  readonly served: What[]
}

/** How often certificate files are reloaded. */
const certificateCheckMs = 10_000

/** Failure: `KW_MANAGER_PORT` if one of the ports cannot be opened, `KW_MANAGER_CERTIFICATE`; then none stays open. */
export async function servePages(
  at: Pick<ResolvedOptions, 'health' | 'metrics' | 'profiling'>,
  sources: PageSources,
): Promise<ServedPages> {
  const opened: AsyncDisposable[] = []
  const endpoints: { -readonly [Name in What]?: string } = {}
  const close = async () => void (await Promise.all(opened.map((one) => one[Symbol.asyncDispose]())))
  try {
    for (const place of byPlace(at)) {
      const server = await servePlace(place, at.metrics, sources)
      opened.push(server)
      for (const what of place.served) endpoints[what] = server.url
    }
  } catch (error) {
    await close()
    throw error
  }
  return { endpoints, [Symbol.asyncDispose]: close }
}

async function servePlace(
  { port, host, served }: Place,
  metrics: ServedMetrics | undefined,
  sources: PageSources,
): Promise<AsyncDisposable & { readonly url: string }> {
  const { log, clock } = sources
  const tls = served.includes('metrics') ? (metrics?.tls ?? 'none') : 'none'
  const source = tls === 'none' ? undefined : certificateSource(tls, sources)
  const certificate = await source?.read()
  const server = await listen({
    what: served.join(' and '),
    port,
    host,
    certificate,
    probes: served.includes('health') ? probesOf(sources) : [],
    routes: served.flatMap((what) => routesOf(what, metrics, sources)),
    report: (error) => log.error('HTTP page could not be served', { endpoints: served, error }),
  })
  const renewing = source?.canChange === true ? renew(server, source, { clock, log }) : undefined
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      renewing?.[Symbol.dispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Loads the current files. Invalid files are skipped: they may be half-way replaced. */
function renew(
  server: ListeningServer,
  source: CertificateSource,
  { clock, log }: Pick<PageSources, 'clock' | 'log'>,
): Disposable {
  let timer: Disposable | undefined
  let isOver = false
  const look = async () => {
    try {
      server.replaceCertificate(await source.read())
    } catch (error) {
      log.warn('metrics certificate could not be read again, serving the current one, will retry', { error })
    }
    if (!isOver) timer = clock.schedule(certificateCheckMs, () => void track('renew a certificate', look()))
  }
  timer = clock.schedule(certificateCheckMs, () => void track('renew a certificate', look()))
  return {
    [Symbol.dispose]() {
      isOver = true
      timer?.[Symbol.dispose]()
    },
  }
}

function byPlace(at: Readonly<Record<What, ServedAt | undefined>>): readonly Place[] {
  const places: Place[] = []
  for (const what of ['health', 'metrics', 'profiling'] as const) {
    const place = at[what]
    if (place === undefined) continue
    const same = places.find((one) => place.port !== 0 && one.port === place.port && one.host === place.host)
    if (same === undefined) places.push({ ...place, served: [what] })
    else same.served.push(what)
  }
  return places
}

function probesOf({ live, ready }: PageSources): readonly Route[] {
  return [healthRoute('healthz', live), healthRoute('livez', live), healthRoute('readyz', ready)]
}

function routesOf(what: What, at: ServedMetrics | undefined, sources: PageSources): readonly Route[] {
  const { metrics, clock, log, client } = sources
  if (what === 'profiling') return [profilingRoute(clock)]
  if (what === 'health') return []
  if (at?.access !== 'authorized') return [metricsRoute(metrics)]
  const guard = new AccessGuard({ reviews: clusterReviews(client), clock, log })
  return [guard.guard('/metrics', metricsRoute(metrics))]
}

function metricsRoute(metrics: MetricRegistry): Route {
  return ({ path, accept }) => {
    if (path !== '/metrics') return undefined
    const { contentType, format } = expositionFor(accept)
    return { status: 200, contentType, body: format(metrics.collect()) }
  }
}
