/** Topic `pages`: the pages that have content now. Others are hidden. */
import type { Clock } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'
import { ringLabel } from '@kubewright/sharding'
import { backupGroup } from './backup-and-monitoring-entries.ts'
import { type ClusterObjects, follow } from './cluster-objects.ts'
import { isNetworkKind, isReplicationKind, peerMarks } from './cluster-topics.ts'
import { type Collection, collecting, every } from './collecting.ts'
import { type DefinedKind, followDefinitions } from './defined-kinds.ts'
import type { ExplorationRunner } from './exploration-runner.ts'
import type { Operator } from './operator.ts'
import { isStackKind } from './stack-entries.ts'
import { type OpenTopic, type Publisher, silentPublisher } from './topic.ts'

export interface PageParts {
  readonly operator: Operator | undefined
  readonly cluster: ClusterObjects | undefined
  /** Whether there are pages that work on input from the viewer. */
  readonly hasTools: boolean
  readonly explorations?: ExplorationRunner | undefined
  readonly clock: Clock
}

const leaseKind = { group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' }

/** By name; `true` for each available page. Pages appear and disappear with their content. */
export function pagesTopic({ operator, cluster, hasTools, explorations, clock }: PageParts): OpenTopic {
  return collecting(async (collection) => {
    const { publisher, hold } = collection
    const reasons = new PageReasons(publisher)
    reasons.of('protocols')('tools', hasTools)
    if (explorations !== undefined) lookForExplorations(explorations, clock, collection)
    if (operator !== undefined) {
      publisher.put('operators', true)
      const managed = operator.topics('clusters', '')
      if (managed !== undefined) hold(managed(reasons.publisher('clusters')))
    }
    if (cluster === undefined) return publisher.ready()
    publisher.put('objects', true)
    publisher.ready()
    await Promise.all([
      watchMark(cluster, collection, { kind: leaseKind, labels: ringLabel }, reasons.of('shards')),
      // Most viewers may read neither Secrets nor namespaces: other objects enable the same page.
      ...peerMarks.map((mark) => watchMark(cluster, quiet(collection), mark, reasons.of('clusters'))),
      followDefinitions(cluster, quiet(collection), (uid, kind) => {
        reasons.of('stacks')(uid, kind !== undefined && (isStackKind(kind) || kind.group === backupGroup))
        reasons.of('protocols')(uid, kind !== undefined && isStackKind(kind))
        reasons.of('clusters')(uid, kind !== undefined && isConnected(kind))
      }),
    ])
  })
}

const isConnected = (kind: DefinedKind) => isNetworkKind(kind) || isReplicationKind(kind)

function quiet(collection: Collection): Collection {
  return { ...collection, publisher: silentPublisher }
}

/** Objects with a label: one is enough to enable a page. */
async function watchMark(
  cluster: ClusterObjects,
  collection: Collection,
  { kind, labels }: { readonly kind: GroupVersionKind; readonly labels: string },
  note: (key: string, isThere: boolean) => void,
): Promise<void> {
  const resource = await cluster.find(kind)
  if (collection.signal.aborted) return
  const followed = { resource, scope: { labels }, options: { metadataOnly: true } }
  const source = follow(cluster, followed, collection, ({ metadata }, isGone) => note(metadata.uid, !isGone))
  // Another topic may already watch the same objects, in which case there are no initial events.
  await source.synced({ signal: collection.signal })
  for (const { metadata } of source.list()) note(metadata.uid, true)
}

/** A page is shown while there is at least one reason for it. */
class PageReasons {
  readonly #publisher: Publisher
  readonly #reasons = new Map<string, Set<string>>()

  constructor(publisher: Publisher) {
    this.#publisher = publisher
  }

  of(page: string): (key: string, isThere: boolean) => void {
    const reasons = this.#reasons.get(page) ?? new Set()
    this.#reasons.set(page, reasons)
    return (key, isThere) => {
      if (isThere) reasons.add(key)
      else reasons.delete(key)
      if (reasons.size > 0) this.#publisher.put(page, true)
      else this.#publisher.remove(page)
    }
  }

  /** Every entry of another topic is a reason. */
  publisher(page: string): Publisher {
    const note = this.of(page)
    const known = new Set<string>()
    return {
      ...silentPublisher,
      put: (key) => (known.add(key), note(`entry ${key}`, true)),
      remove: (key) => (known.delete(key), note(`entry ${key}`, false)),
      clear: () => known.forEach((key) => note(`entry ${key}`, false)),
    }
  }
}

/** The first file may be created while the page is open. The link stays when the last file is deleted, with the last results. */
function lookForExplorations(explorations: ExplorationRunner, clock: Clock, { publisher, hold }: Collection): void {
  const looking = hold(
    every(clock, lookMs, async () => {
      // If files cannot be listed, the page shows the error.
      if (!(await explorations.hasFiles().catch(() => true))) return
      publisher.put('explore', true)
      looking[Symbol.dispose]()
    }),
  )
}

const lookMs = 5_000
