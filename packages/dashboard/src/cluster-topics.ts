/** Topics about other clusters: connections and addresses, and the replicated objects. */
import type { KubeObject } from '@kubewright/core'
import { type ClusterObjects, follow } from './cluster-objects.ts'
import { collecting } from './collecting.ts'
import { type DefinedKind, followDefined, ProblemsByPart, resourceOf } from './defined-kinds.ts'
import { GatheredTable, mostGathered } from './gathered-table.ts'
import {
  isFirstPeer,
  networkEntry,
  networkGroup,
  networkKinds,
  networkPeerLabel,
  peerCount,
  type PeerEntry,
  replicationDomain,
  replicationPeerLabel,
  secretEntry,
  tenantEntry,
  tenantLabel,
} from './peer-entries.ts'
import { textAt } from './plain-value.ts'
import { replicatedEntry } from './replicated-entries.ts'
import { ReplicatedTable } from './replicated-table.ts'
import { type OpenTopic, silentPublisher, type TopicSource } from './topic.ts'

export function clusterTopics(cluster: ClusterObjects): TopicSource {
  return (name, parameter) => {
    if (parameter !== '') return undefined
    if (name === 'peers') return peersTopic(cluster)
    return name === 'replicated' ? replicatedTopic(cluster) : undefined
  }
}

export const isNetworkKind = ({ group, kind }: DefinedKind) => group === networkGroup && networkKinds.has(kind)
export const isReplicationKind = ({ group, kind }: DefinedKind) => group === replicationDomain && kind === 'Replication'

const secretKind = { group: '', version: 'v1', kind: 'Secret' }
const namespaceKind = { group: '', version: 'v1', kind: 'Namespace' }

/** Objects of built-in kinds that represent other clusters. Only the metadata of Secrets is fetched. */
export const peerMarks = [
  { kind: secretKind, labels: replicationPeerLabel, entryOf: (one: KubeObject) => secretEntry(one, 'replication') },
  { kind: secretKind, labels: networkPeerLabel, entryOf: (one: KubeObject) => secretEntry(one, 'network') },
  { kind: namespaceKind, labels: tenantLabel, entryOf: tenantEntry },
] as const

function peersTopic(cluster: ClusterObjects): OpenTopic {
  return collecting(async (collection) => {
    const { publisher, signal } = collection
    const table = new GatheredTable<PeerEntry>(collection, {
      clock: cluster.clock,
      isFirst: isFirstPeer,
      count: (entries) => peerCount(entries.size, mostGathered),
    })
    const put = ({ metadata }: KubeObject, entry: PeerEntry | undefined, isGone: boolean) => {
      if (isGone || entry === undefined) table.remove(metadata.uid)
      else table.put(metadata.uid, entry)
    }
    const problems = new ProblemsByPart(publisher)
    const marked = peerMarks.map(async ({ kind, labels, entryOf }) => {
      const resource = await cluster.find(kind)
      const part = { ...collection, publisher: problems.of(labels) }
      const followed = { resource, scope: { labels }, options: { metadataOnly: true } }
      const source = follow(cluster, followed, part, (object, isGone) => put(object, entryOf(object), isGone))
      await source.synced({ signal, timeout: '10s' })
      for (const object of source.list()) put(object, entryOf(object), false)
    })
    const defined = followDefined(
      cluster,
      { ...collection, publisher: problems.of('network') },
      {
        wants: isNetworkKind,
        take: (object, kind, isGone) => put(object, networkEntry(object, kind), isGone),
      },
    )
    await Promise.allSettled([...marked, defined])
    table.show()
    publisher.ready()
  })
}

/**
 * Originals and replicas have replication labels and annotations: of every namespaced kind only the metadata is fetched. Kinds with a
 * marked object, or named by a `Replication`, are watched with their conditions; of Secrets still only the metadata.
 */
function replicatedTopic(cluster: ClusterObjects): OpenTopic {
  return collecting(async (collection) => {
    const shown = new ReplicatedTable(cluster, collection)
    const byMarks = followDefined(cluster, collection, {
      wants: ({ isNamespaced }) => isNamespaced,
      options: { metadataOnly: true },
      take(object, kind, isGone) {
        const isMarked = !isGone && replicatedEntry(object, kind) !== undefined
        shown.mark(resourceOf(kind), object.metadata.uid, isMarked)
      },
    })
    const byName = followDefined(
      cluster,
      { ...collection, publisher: silentPublisher },
      {
        wants: isReplicationKind,
        take(object, _kind, isGone) {
          const kind = textAt(object, 'spec', 'resource', 'kind')
          const group = textAt(object, 'spec', 'resource', 'group') ?? ''
          shown.name(object.metadata.uid, isGone || kind === undefined ? undefined : { group, kind })
        },
      },
    )
    await Promise.allSettled([byMarks, byName])
    await shown.read()
    collection.publisher.ready()
  })
}
