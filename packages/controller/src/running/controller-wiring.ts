/**
 * Connects a controller to its watches: follows the kinds it reconciles, owns and watches, indexes them, and subscribes to their
 * changes once all are synced.
 *
 * Guarantees
 * - No change is handled before every cache is complete: a mapping never reads half a list.
 * - What is remembered of a deleted object is dropped before its deletion is enqueued.
 */
import type { CacheReads, Change, Source } from '@kubewright/cache'
import { type KubeObject, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { AppliedChildren } from '../children/applied-children.ts'
import type { ChildIndexes } from '../children/child-indexes.ts'
import type { Controller, Owned } from '../definition/define-controller.ts'
import type { Watch } from '../definition/watch.ts'
import { requestKey } from '../request/request-key.ts'
import type { ControllerSources } from '../triggers/controller-sources.ts'
import type { FunctionFailures } from '../triggers/function-failures.ts'
import { type GuardOptions, guardedListener } from '../triggers/guarded-listener.ts'
import { type Enqueue, lookupIn, onMember, onOwned, onPrimary, onWatched, reasonOf } from '../triggers/triggers.ts'
import type { DeletionCleanup } from './deletion-cleanup.ts'
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
  readonly deletionCleanup: Pick<DeletionCleanup, 'object' | 'child'>
  readonly failures: Pick<FunctionFailures, 'report'>
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
    if (grouping !== undefined)
      primary.addIndex(
        grouping.index,
        this.#indexFailed('by', controller.for, 'the object is in no group, and all groups are requeued'),
      )
    for (const index of controller.indexes ?? []) {
      const failed = this.#indexFailed(`index ${index.name}`, index.resource, 'the object is missing from the index')
      sources.among(followed, index.resource).addIndex(index, failed)
    }
  }

  #indexFailed(name: string, resource: Resource, consequence: string) {
    const { failures } = this.#options
    return (error: Error, object: unknown) =>
      failures.report({ function: name, resource, object: refOf(object as KubeObject), error }, consequence)
  }

  #subscribeOwned(one: Owned, source: Source): void {
    const { controller, deletionCleanup, enqueue } = this.#options
    source.subscribe((change) => change.type === 'deleted' && deletionCleanup.child(one.resource, change))
    const guard = this.#requeuingAll('owned', one.resource)
    source.subscribe(guardedListener(onOwned(controller, one, enqueue), guard))
  }

  #subscribeWatched(one: Watch, source: Source): void {
    const { controller, reads, enqueue } = this.#options
    const listener = onWatched(controller, one, lookupIn(reads), enqueue)
    source.subscribe(afterStart(guardedListener(listener, this.#requeuingAll('watched', one.resource))))
  }

  #subscribePrimary(source: Source): void {
    const { controller, deletionCleanup, enqueue } = this.#options
    const grouping = controller['~grouping']
    source.subscribe(({ type, object }) => type === 'deleted' && deletionCleanup.object(object))
    if (grouping === undefined)
      source.subscribe(guardedListener(onPrimary(controller, enqueue), this.#requeuingItself(controller.for)))
    else
      source.subscribe(
        guardedListener(onMember(controller, grouping, enqueue), {
          ...this.#requeuingAll('watched', controller.for),
          indexed: 'by',
        }),
      )
  }

  /** If a mapping fails, the affected objects are unknown: every object is requeued, at a limited rate. */
  #requeuingAll(type: 'owned' | 'watched', resource: Resource): GuardOptions {
    const { fullRequeue, failures } = this.#options
    const requeue = (change: Change) => fullRequeue.requeueAll(reasonOf(type, resource, change), change)
    return { resource, requeue, consequence: 'all objects are requeued', failures }
  }

  /** A primary object needs no mapping: only its own key is requeued. */
  #requeuingItself(resource: Resource): GuardOptions {
    const { enqueue, failures } = this.#options
    const requeue = (change: Change) =>
      enqueue(requestKey(refOf(change.object)), reasonOf('watched', resource, change), change)
    return { resource, requeue, consequence: 'the object is requeued', failures }
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
