/**
 * Where clusters come from: Secrets, a registry of your own, a file. A provider says which clusters there are, and the manager
 * does the rest.
 */
import type { Cluster } from '@kubewright/controller'
import type { Clock, Logger, Random } from '@kubewright/core'
import type { RequiredRule } from '../permissions/required-rule.ts'
import type { ClusterOptions, ConnectionSource } from './manager-clusters.ts'

/** What a provider calls. It can change only clusters that it set itself. */
export interface ProvidedClusters {
  /**
   * There is a cluster of this name with this connection: adds it, or gives it the new connection. Call it only if something
   * changed, for whatever runs there begins anew. Failure: `KW_MANAGER_CLUSTER_NAME`.
   */
  set(name: string, connection: ConnectionSource, options?: ClusterOptions): void
  /** There is no such cluster any more. */
  remove(name: string): void
}

export interface ClusterProviderHost {
  readonly home: Cluster
  readonly clusters: ProvidedClusters
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/**
 * A source of clusters. Every replica runs it, whoever leads: it reads and does not write.
 *
 * @example
 * ```ts
 * const fixed: ClusterProvider = {
 *   async run({ clusters }, signal) {
 *     clusters.set('east', { server: 'https://east.example.dev:6443', token: 's3cr3t' }, { labels: { tier: 'edge' } })
 *     await new Promise((resolve) => signal.addEventListener('abort', resolve))
 *   },
 * }
 * fixed.rules // => undefined
 * ```
 */
export interface ClusterProvider {
  /** Runs until `signal` is aborted. Whatever it throws is logged, and it runs again after a while. */
  run(host: ClusterProviderHost, signal: AbortSignal): Promise<void>
  /** What it has to be allowed at home. @default nothing */
  readonly rules?: readonly RequiredRule[]
}
