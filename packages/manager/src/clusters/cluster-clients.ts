/** The clients of a cluster that is not home, on connections of their own. */
import {
  type Client,
  createClient,
  createTransport,
  restClientMetrics,
  type ServerWarning,
  type Transport,
} from '@kubewright/client'
import type { Logger } from '@kubewright/core'
import type { ActingGate } from '../acting-gate.ts'
import type { ManagerSetup } from '../cluster-parts.ts'
import type { MetricRegistry } from '../metrics/metric-registry.ts'
import type { ClusterConnection } from './manager-clusters.ts'

export interface ClusterClients extends AsyncDisposable {
  /** For caches and questions. */
  readonly shared: Client
  /** For reconciles: what it sends passes the gate. */
  readonly acting: Client
  /** As `acting`, for the reconciles of one cluster: what they send passes a guard of theirs as well. Close it. */
  behind(guard: TransportGuard): Client
  /** Ends the calls of reconciles that are under way: one that does not listen to its signal need not wait for an answer. */
  stopActing(): void
}

/** Lets requests through, or refuses them, at the moment they are sent. */
export type TransportGuard = (transport: Transport) => Transport

interface Told {
  readonly metrics: MetricRegistry
  readonly log: Logger
  readonly gate: ActingGate
}

/** Nothing is opened yet. Failure: `KW_CLIENT_CONFIG_INVALID` and others for a connection that cannot be used. */
export function connect(
  connection: ClusterConnection,
  { given, options: { clock, random, name } }: ManagerSetup,
  { metrics, log, gate }: Told,
): ClusterClients {
  const rest = restClientMetrics()
  metrics.add(rest)
  const options = {
    fieldManager: name,
    onWarning: ({ text, call }: ServerWarning) => log.warn('API server warning', { warning: text, call }),
    ...given.clientOptions,
    observer: rest.observer,
    clock,
    random,
  }
  const isOwn = !('send' in connection)
  const onLookup = (host: string, seconds: number) => rest.observer.lookedUp?.({ host, durationMs: seconds * 1_000 })
  const maxConnections = 2 * (given.clientOptions?.maxInFlight ?? 32)
  const transport: Transport =
    'send' in connection ? connection : createTransport(connection, { maxConnections, clock, random, onLookup })
  const shared = createClient(transport, options)
  const gated = gate.guardTransport(transport)
  const acting = createClient(gated, options)
  return {
    shared,
    acting,
    behind: (guard) => createClient(guard(gated), options),
    stopActing: () => void acting[Symbol.asyncDispose](),
    async [Symbol.asyncDispose]() {
      await acting[Symbol.asyncDispose]()
      await shared[Symbol.asyncDispose]()
      if (isOwn) await transport[Symbol.asyncDispose]()
    },
  }
}
