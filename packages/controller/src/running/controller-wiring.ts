/**
 * Connects a controller to its watches: follows the kinds it reconciles, owns and watches, indexes them, and subscribes to their
 * changes once all are synced.
 *
 * Guarantees
 * - No change is handled before every cache is complete: a mapping never reads half a list.
 * - What is remembered of a deleted object is dropped before its deletion is enqueued.
 */
import type { CacheReads, Change, Source } from '@kubewright/cache'
import { refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { AppliedChildren } from '../children/applied-children.ts'
import type { ChildIndexes } from '../children/child-indexes.ts'
import type { Controller, Owned } from '../definition/define-controller.ts'
import type { Watch } from '../definition/watch.ts'
import { requestKey } from '../request/request-key.ts'
import type { ControllerSources } from '../triggers/controller-sources.ts'
import { type Enqueue, lookupIn, onMember, onOwned, onPrimary, onWatched, reasonOf } from '../triggers/triggers.ts'
import type { Forgetting } from './forgetting.ts'
import type { FullRequeue } from './full-requeue.ts'
import type { PrimaryObjects } from './primary-objects.ts'

export interface ControllerWiringOptions {
  readonly controller: Controller
  readonly owned: readonly Owned[]
  readonly sources: Pick<ControllerSources, 'follow' | 'among'>
  readonly primary: Pick<PrimaryObjects, 'follow'>
  readonly indexes: Pick<ChildIndexes, 'add'>
  readonly applied: Pick<AppliedChildren, 'inspect'>
  /** For map functions. */
  readonly reads: Pick<CacheReads, 'list' | 'find'>
  readonly enqueue: Enqueue
  readonly fullRequeue: Pick<FullRequeue, 'requeueAll'>
  readonly forgetting: Pick<Forgetting, 'object' | 'child'>
}

type Listener = (change: Change) => void

export class ControllerWiring {
  readonly #options: ControllerWiringOptions

  constructor(options: ControllerWiringOptions) {
    this.#options = options
  }

  /** Resolves once all caches are synced and subscribed to. */
  async start(signal: AbortSignal): Promise<void> {
    const primary = this.#options.primary.follow()
    const owned = this.#options.owned.map((one) => [one, this.#followOwned(one)] as const)
    const watches = (this.#options.controller.watches ?? []).map((one) => [one, this.#followWatched(one)] as const)
    const sources = [primary, ...owned.map(second), ...watches.map(second)]
    this.#addIndexes(primary, sources)
    await Promise.all(sources.map((source) => source.synced({ signal })))
    for (const [one, source] of owned) this.#subscribeOwned(one, source)
    for (const [one, source] of watches) this.#subscribeWatched(one, source)
    this.#subscribePrimary(primary)
  }

  #followOwned({ resource, metadataOnly = false }: Owned): Source {
    const { sources, indexes, applied } = this.#options
    const source = sources.follow(resource, {}, { metadataOnly, inspect: applied.inspect })
    indexes.add(source)
    return source
  }

  #followWatched({ resource, metadataOnly = false }: Watch): Source {
    return this.#options.sources.follow(resource, {}, { metadataOnly })
  }

  #addIndexes(primary: Source, followed: readonly Source[]): void {
    const { controller, sources } = this.#options
    const grouping = controller['~grouping']
    if (grouping !== undefined) primary.addIndex(grouping.index)
    for (const index of controller.indexes ?? []) sources.among(followed, index.resource).addIndex(index)
  }

  #subscribeOwned(one: Owned, source: Source): void {
    const { controller, forgetting, enqueue } = this.#options
    source.subscribe((change) => change.type === 'deleted' && forgetting.child(one.resource, change))
    source.subscribe(this.#guarded('owned', one.resource, onOwned(controller, one, enqueue)))
  }

  #subscribeWatched(one: Watch, source: Source): void {
    const { controller, reads, enqueue } = this.#options
    const listener = onWatched(controller, one, lookupIn(reads), enqueue)
    source.subscribe(afterStart(this.#guarded('watched', one.resource, listener)))
  }

  #subscribePrimary(source: Source): void {
    const { controller, forgetting, enqueue } = this.#options
    const grouping = controller['~grouping']
    source.subscribe(({ type, object }) => type === 'deleted' && forgetting.object(object))
    const listener = grouping === undefined ? onPrimary(controller, enqueue) : onMember(controller, grouping, enqueue)
    source.subscribe(this.#guarded(grouping === undefined ? 'primary' : 'watched', controller.for, listener))
  }

  /**
   * When a function of the controller throws, the affected objects are unknown: every object is requeued, at a limited rate. A
   * primary object needs no mapping, so only its own key is requeued.
   */
  #guarded(type: 'primary' | 'owned' | 'watched', resource: Resource, listener: Listener): Listener {
    const { enqueue, fullRequeue } = this.#options
    return (change) => {
      try {
        listener(change)
      } catch (error) {
        const reason = reasonOf(type === 'owned' ? type : 'watched', resource, change)
        if (type === 'primary') enqueue(requestKey(refOf(change.object)), reason, change)
        else fullRequeue.requeueAll(reason, change)
        throw error // the cache reports it
      }
    }
  }
}

function second<One, Two>([, two]: readonly [One, Two]): Two {
  return two
}

/** Skips the initial list of a watch: every primary object is reconciled at start anyway. */
function afterStart(listener: Listener): Listener {
  return (change) => {
    if (!change.isInitial) listener(change)
  }
}
