/** Sources of clusters: Secrets, a custom registry, a file. A provider declares the clusters; the manager connects to them. */
import type { Cluster } from '@kubewright/controller'
import type { Clock, Logger } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import type { RequiredRule } from '../permissions/required-rule.ts'
import type { ClusterOptions, ConnectionSource } from './manager-clusters.ts'

/** Called by a provider. It can change only clusters that it has set itself. */
export interface ProvidedClusters {
  /**
   * Adds a cluster, or replaces its connection. Call it only on a change, since all work there is restarted.
   *
   * Failure: `KW_MANAGER_CLUSTER_NAME`; `KW_MANAGER_OPTION` for an invalid option.
   */
  set(name: string, connection: ConnectionSource, options?: ClusterOptions): void
  /** Removes the cluster. */
  remove(name: string): void
}

/** What a manager passes to a `ClusterProvider`: the home cluster, and the registry for the clusters it provides. */
export interface ClusterProviderHost {
  readonly home: Cluster
  readonly clusters: ProvidedClusters
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
}

/**
 * A source of clusters. It runs in every replica, leader or not, so it must not write.
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
  /** Runs until `signal` is aborted. An error is logged, and it is restarted after a delay. */
  run(host: ClusterProviderHost, signal: AbortSignal): Promise<void>
  /** The role rules it needs in the home cluster. @default nothing */
  readonly rules?: readonly RequiredRule[]
}
