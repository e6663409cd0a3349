/**
 * Watches the objects that need the sharder: those without a shard, and those labelled with an unknown shard. Only their
 * metadata: assigned objects cost nothing.
 */
import type { Cache, Source } from '@kubewright/cache'
import type { KubeObject } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { ShardedKinds } from '../ring/kinds.ts'
import { shardLabel } from '../names.ts'

export interface ObjectWatchesOptions {
  readonly cache: Cache
  readonly kinds: ShardedKinds
  readonly ring: string
  /** A main object without a shard was created or changed. */
  readonly mainUnassigned: (resource: Resource, object: KubeObject) => void
  /** A child without a shard was created or changed. */
  readonly childUnassigned: (resource: Resource, object: KubeObject) => void
  /** A main object names an unknown shard: its marks are from another time, for example from a backup. */
  readonly shardUnknown: (resource: Resource, object: KubeObject) => void
}

/** Maximum number of shard names in the selector of a watch: they are part of the URL. */
const maxNamesInSelector = 60

export class ObjectWatches implements Disposable {
  readonly #options: ObjectWatchesOptions
  #unassigned: readonly Disposable[] = []
  #ofUnknownShards: readonly Disposable[] = []
  /** The shards in the selector. */
  #known = ''

  constructor(options: ObjectWatchesOptions) {
    this.#options = options
  }

  /** Watches objects without a shard. */
  start(): void {
    const { kinds, ring, mainUnassigned, childUnassigned } = this.#options
    const labels = `!${shardLabel(ring)}`
    this.#unassigned = [
      ...kinds.mains.map((resource) => this.#watchMains(resource, labels, mainUnassigned)),
      ...kinds.children.map((resource) => this.#watchChildren(resource, labels, childUnassigned)),
    ]
  }

  /**
   * Watches objects labelled with a shard that is not among these. Restarted whenever the shards change, because the selector
   * of a watch is fixed.
   */
  updateKnownShards(known: readonly string[]): void {
    const { kinds, ring, shardUnknown } = this.#options
    if (known.join() === this.#known) return
    this.#known = known.join()
    for (const source of this.#ofUnknownShards) source[Symbol.dispose]()
    // Too many names for a selector: such objects are found by the next list.
    const isPossible = known.length > 0 && known.length <= maxNamesInSelector
    const labels = `${shardLabel(ring)},${shardLabel(ring)} notin (${known.join()})`
    const mains = isPossible ? kinds.mains : []
    this.#ofUnknownShards = mains.map((resource) => this.#watchMains(resource, labels, shardUnknown))
  }

  /** The selector of the kind applies as well. */
  #watchMains(resource: Resource, selector: string, changed: ObjectWatchesOptions['mainUnassigned']): Disposable {
    const { cache, kinds } = this.#options
    const { labels = '', ...place } = kinds.scopeOf(resource)
    const scope = { ...place, labels: labels === '' ? selector : `${selector},${labels}` }
    return follow(cache.source(resource, scope, { metadataOnly: true }), resource, changed)
  }

  #watchChildren(resource: Resource, labels: string, changed: ObjectWatchesOptions['childUnassigned']): Disposable {
    const { cache, kinds } = this.#options
    const scope = { ...kinds.scopeOf(resource), labels }
    return follow(cache.source(resource, scope, { metadataOnly: true }), resource, changed)
  }

  [Symbol.dispose](): void {
    for (const source of [...this.#unassigned, ...this.#ofUnknownShards]) source[Symbol.dispose]()
  }
}

function follow(
  source: Pick<Source, 'subscribe'> & Disposable,
  resource: Resource,
  changed: (resource: Resource, object: KubeObject) => void,
): Disposable {
  source.subscribe(({ type, object }) => {
    if (type !== 'deleted') changed(resource, object)
  })
  return source
}
