/** What a manager serves over HTTP, and where. What shares a port shares a server. */
import type { Clock, Logger } from '@kubewright/core'
import type { HealthChecks } from './health/health-check.ts'
import { healthRoute } from './health/health-page.ts'
import { listen, type ListeningServer, type Route } from './http/http-server.ts'
import type { ManagerEndpoints } from './manager.ts'
import { expositionFor } from './metrics/exposition.ts'
import type { MetricRegistry } from './metrics/metric-registry.ts'
import { profilingRoute } from './profiling.ts'
import type { ResolvedOptions, ServedAt } from './resolve-options.ts'

export interface ServedPages extends AsyncDisposable {
  readonly endpoints: ManagerEndpoints
}

export interface PageSources {
  readonly metrics: MetricRegistry
  readonly live: HealthChecks
  readonly ready: HealthChecks
  readonly clock: Clock
  readonly log: Logger
}

type What = keyof ManagerEndpoints

/** Failure: `KW_MANAGER_PORT` if one of the ports cannot be opened; then none is. */
export async function servePages(
  at: Pick<ResolvedOptions, 'health' | 'metrics' | 'profiling'>,
  sources: PageSources,
): Promise<ServedPages> {
  const { log } = sources
  const servers: ListeningServer[] = []
  const endpoints: { -readonly [Name in What]?: string } = {}
  const close = async () => void (await Promise.all(servers.map((one) => one[Symbol.asyncDispose]())))
  try {
    for (const { place, served } of byPlace(at)) {
      const routes = served.flatMap((what) => routesOf(what, sources))
      const report = (error: unknown) => log.error('a page could not be served', { error })
      const server = await listen({ what: served.join(' and '), ...place, routes, report })
      servers.push(server)
      for (const what of served) endpoints[what] = server.url
    }
  } catch (error) {
    await close()
    throw error
  }
  return { endpoints, [Symbol.asyncDispose]: close }
}

function byPlace(at: Readonly<Record<What, ServedAt | undefined>>) {
  const places: { readonly place: ServedAt; readonly served: What[] }[] = []
  for (const what of ['health', 'metrics', 'profiling'] as const) {
    const place = at[what]
    if (place === undefined) continue
    const same = places.find(
      (one) => place.port !== 0 && one.place.port === place.port && one.place.host === place.host,
    )
    if (same === undefined) places.push({ place, served: [what] })
    else same.served.push(what)
  }
  return places
}

function routesOf(what: What, { metrics, live, ready, clock }: PageSources): readonly Route[] {
  if (what === 'health') return [healthRoute('healthz', live), healthRoute('livez', live), healthRoute('readyz', ready)]
  return [what === 'metrics' ? metricsRoute(metrics) : profilingRoute(clock)]
}

function metricsRoute(metrics: MetricRegistry): Route {
  return ({ path, accept }) => {
    if (path !== '/metrics') return undefined
    const { contentType, format } = expositionFor(accept)
    return { status: 200, contentType, body: format(metrics.collect()) }
  }
}
