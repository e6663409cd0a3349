/**
 * Drops what is remembered of deleted objects. Everything that a controller keeps per object or child is dropped here, when the
 * watch delivers the deletion: nothing grows with the number of objects that ever existed.
 */
import type { Change } from '@kubewright/cache'
import { type KubeObject, type Ref, refOf } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import { childKey } from '../children/child.ts'
import { ownerOfLoss } from '../children/child-loss.ts'
import type { ReconcileReporter } from '../reconcile/reconcile-reporter.ts'
import type { RunEnvironment } from '../reconcile/reconcile-run.ts'
import type { RequeuePace } from './requeue-pace.ts'

export interface DeletionCleanupOptions {
  readonly environment: Pick<RunEnvironment, 'controller' | 'applied' | 'appliedStatus' | 'lost' | 'gone'>
  readonly pace: Pick<RequeuePace, 'forget'>
  readonly reporter: Pick<ReconcileReporter, 'forget'>
  /** The owner of a child, in the cache. */
  readonly find: (ref: Ref) => KubeObject | undefined
}

export class DeletionCleanup {
  readonly #options: DeletionCleanupOptions

  constructor(options: DeletionCleanupOptions) {
    this.#options = options
  }

  /** Drops what is remembered of an object that is deleted. */
  object(object: KubeObject): void {
    const { environment, pace, reporter } = this.#options
    const { applied, appliedStatus, lost, gone } = environment
    const { uid } = object.metadata
    pace.forget(refOf(object))
    applied.forgetOwner(uid)
    reporter.forget(object)
    appliedStatus.delete(uid)
    lost.forget(uid)
    gone.delete(uid)
  }

  /** Drops what is remembered of a child that is deleted. A deletion by another client is recorded with its owner. */
  child(resource: Resource, change: Change): void {
    const { environment, find } = this.#options
    const { applied, lost, controller } = environment
    applied.forget(change.object.metadata.uid)
    const owner = ownerOfLoss(change, { controller: controller.name, primary: controller.for, find })
    if (owner !== undefined) lost.note(owner, childKey(resource, refOf(change.object)))
  }
}
