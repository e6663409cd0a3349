/** The clients of a remote cluster, on connections of their own. */
import { type Client, createClient } from '@kubewright/client'
import { restClientMetrics, type ServerWarning } from '@kubewright/client/calls'
import { createTransport, type Transport } from '@kubewright/client/transport'
import type { Logger } from '@kubewright/core'
import type { ActingGate } from '../acting-gate.ts'
import type { ManagerSetup } from '../cluster-parts.ts'
import type { MetricRegistry } from '../metrics/metric-registry.ts'
import { connectionRate } from './connection-rate.ts'
import type { ClusterConnection } from './manager-clusters.ts'

export interface ClusterClients extends AsyncDisposable {
  /** For caches and checks. */
  readonly shared: Client
  /** For reconciles: its requests pass the gate. */
  readonly acting: Client
  /** Like `acting`, for the reconciles of one cluster: its requests pass an additional guard. The caller closes it. */
  behind(guard: TransportGuard): Client
  /** Aborts in-flight calls of reconciles, so that one that ignores its signal does not wait for a response. */
  stopActing(): void
}

/** Allows or refuses requests at the moment they are sent. */
export type TransportGuard = (transport: Transport) => Transport

interface ClientParts {
  readonly metrics: MetricRegistry
  readonly log: Logger
  readonly gate: ActingGate
}

/** Opens no connection yet. Failure: `KW_CLIENT_CONFIG_INVALID` and others for an invalid connection. */
export function connect(
  connection: ClusterConnection,
  { given, options: { clock, random, name } }: ManagerSetup,
  { metrics, log, gate }: ClientParts,
): ClusterClients {
  const rest = restClientMetrics()
  metrics.add(rest)
  const options = {
    fieldManager: name,
    onWarning: ({ text, call }: ServerWarning) => log.warn('API server warning', { warning: text, call }),
    ...given.clientOptions,
    ...connectionRate(given.clientOptions, clock),
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
