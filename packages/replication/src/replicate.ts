/** Replication as a runnable of a manager: on its clusters, while the process may act. See decision 0334. */
import type { Runnable } from '@kubewright/controller'
import type { ClusterSelector } from '@kubewright/controller/clusters'
import type { RoleRule, RunnableHost } from '@kubewright/controller/definition'
import { onAbort } from '@kubewright/core/tasks'
import { Secret } from '@kubewright/kubernetes'
import type { Resource } from '@kubewright/resource'
import { ClusterPeers } from './cluster-peers.ts'
import type { Replication } from './define-replication.ts'
import { domain } from './names.ts'
import { PeerSecrets } from './peer-secrets.ts'
import { replicationChecks, replicationMetrics } from './replication-metrics.ts'
import { followReplications } from './replication-source.ts'
import { createReplicator } from './replicator.ts'
import type { ReplicatorOptions } from './replicator-options.ts'

/** Options of `replicate`. */
export interface ReplicateOptions
  extends Pick<
    ReplicatorOptions,
    'workersPerPeer' | 'homeWorkers' | 'statusesPerSecond' | 'recheck' | 'unreachableAfter' | 'retryMax' | 'freezes'
  > {
  /** The replications declared in code. @default none */
  readonly replications?: readonly Replication[]
  /** Whether `Replication` resources of the home cluster are used too. @default true */
  readonly followsResources?: boolean
  /** Which clusters of the manager are peers. @default 'remote' */
  readonly clusters?: ClusterSelector
  /**
   * The location of the peer Secrets, as given to `fromSecrets`. With it, deleting a Secret first deletes the replicas at its peer.
   * @default a Secret that is deleted leaves replicas, and their originals say so
   */
  readonly secrets?: { readonly namespace: string; readonly labels: string }
  /** Kinds that `Replication` resources may use: the program's role must allow them. @default none */
  readonly kinds?: readonly Pick<Resource, 'group' | 'plural' | 'subresources'>[]
}

/**
 * Replicates objects of the home cluster to the other clusters of a manager.
 *
 * @example
 * ```text
 * const peers = { namespace: 'peers', labels: 'kubewright.dev/peer=true' }
 * const manager = createManager({
 *   connection: await loadConfig(),
 *   clusters: fromSecrets(peers),
 *   controllers: [],
 *   runnables: [replicate({ replications: [exchange], secrets: peers })],
 * })
 * ```
 */
export function replicate(options: ReplicateOptions = {}): Runnable {
  return { name: 'replication', rules: rulesOf(options), run: (host, signal) => run(options, host, signal) }
}

async function run(options: ReplicateOptions, host: RunnableHost, signal: AbortSignal): Promise<void> {
  const { replications = [], followsResources = true, clusters = 'remote', secrets, kinds: _, ...settings } = options
  const { clock, random, log } = host
  const { client, cache } = host.clusters.home
  using peers = new ClusterPeers({ clusters: host.clusters, selector: clusters, log })
  const replicator = createReplicator({ ...settings, client, peers, replications, clock, random, log })
  host.metrics.add(replicationMetrics(() => replicator.peers))
  let trouble: string | undefined
  host.readiness.include(() => [
    ...replicationChecks(replicator.peers),
    ...(trouble === undefined ? [] : [['replication', () => ({ note: trouble ?? '' })] as const]),
  ])
  const use = (declared: readonly Replication[]) => {
    replicator.use([...replications, ...declared])
    peers.kindsKnown()
  }
  if (!followsResources) peers.kindsKnown()
  const failing = (why: string | undefined) => (trouble = why)
  using source = secrets === undefined ? undefined : cache.source(Secret, secrets)
  await runTogether(signal, [
    (end) => replicator.run(end),
    ...(followsResources
      ? [(end: AbortSignal) => followReplications({ client, use, replicator, failing, clock, random, log }, end)]
      : []),
    ...(source === undefined
      ? []
      : [(end: AbortSignal) => new PeerSecrets({ client, source, peers, replicator, clock, log }).run(end)]),
  ])
}

/** All parts end when one fails: a second run must not overlap with the first. Failure: rejects with the first error. */
async function runTogether(
  signal: AbortSignal,
  parts: readonly ((end: AbortSignal) => Promise<void>)[],
): Promise<void> {
  const end = new AbortController()
  using _listening = onAbort(signal, () => end.abort(signal.reason))
  const running = parts.map((part) =>
    part(end.signal).catch((error: unknown) => {
      end.abort(error)
      throw error
    }),
  )
  await Promise.allSettled(running)
  await Promise.all(running)
}

function rulesOf({
  replications = [],
  kinds = [],
  secrets,
  followsResources = true,
}: ReplicateOptions): readonly RoleRule[] {
  const all = [...replications.map(({ resource }) => resource), ...kinds]
  const own = 'replication reads Replications, and writes their status'
  return [
    ...all.flatMap(rulesOfKind),
    {
      group: '',
      resource: 'namespaces',
      name: 'kube-system',
      verbs: ['get'],
      because: ['replication marks replicas with the identity of this cluster'],
    },
    ...(followsResources
      ? [
          { group: domain, resource: 'replications', verbs: ['get', 'list', 'watch', 'patch'], because: [own] },
          { group: domain, resource: 'replications/status', verbs: ['patch'], because: [own] },
        ]
      : []),
    ...(secrets === undefined
      ? []
      : [
          {
            group: '',
            resource: 'secrets',
            namespace: secrets.namespace,
            verbs: ['get', 'list', 'watch', 'patch'],
            because: ['replication keeps the Secret of a peer until its replicas are gone'],
          },
          {
            group: '',
            resource: 'configmaps',
            namespace: secrets.namespace,
            verbs: ['create', 'patch'],
            because: ['replication lists there the replicas left behind at an abandoned peer'],
          },
        ]),
  ]
}

function rulesOfKind({
  group,
  plural,
  subresources,
}: Pick<Resource, 'group' | 'plural' | 'subresources'>): readonly RoleRule[] {
  const out = {
    group,
    resource: plural,
    verbs: ['get', 'list', 'watch', 'patch'],
    because: ['replication copies them to peers'],
  }
  const back = {
    group,
    resource: `${plural}/status`,
    verbs: ['patch'],
    because: ['replication writes the status of the replica to the original'],
  }
  return subresources.includes('status') ? [out, back] : [out]
}
