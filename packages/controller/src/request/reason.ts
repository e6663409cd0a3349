/** Why a reconcile runs. */
import type { Ref } from '@kubewright/core'
import type { GroupVersionKind } from '@kubewright/core/object'

/** The cause of a reconcile: a change, a requeue, a retry, a resync or a trigger. */
export type Reason =
  /** The object itself: listed at start, created, changed, being deleted, deleted. */
  | { readonly type: 'initial' | 'created' | 'changed' | 'deleting' | 'deleted' }
  /** A child of it, or an object that a `watch` maps to it. */
  | {
      readonly type: 'owned' | 'watched'
      readonly object: Ref & Pick<GroupVersionKind, 'group' | 'kind'>
      readonly change: 'added' | 'updated' | 'deleted'
    }
  /** The previous reconcile requested it, or failed. */
  | { readonly type: 'again' | 'retry' }
  /** The periodic resync. */
  | { readonly type: 'resync' }
  /** A trigger or caller outside the cluster. */
  | { readonly type: 'triggered'; readonly by: string }

/**
 * The reasons that triggered this reconcile. A retry inherits the reasons of the failed run, which triggered that run. The retry
 * itself, or the changes since, triggered this one.
 */
export function wakingReasons<Given extends Pick<Reason, 'type'>>(reasons: readonly Given[]): readonly Given[] {
  const retried = reasons.findLastIndex(({ type }) => type === 'retry')
  const since = reasons.slice(retried + 1)
  return retried < 0 || since.length > 0 ? since : reasons.slice(retried)
}

/** `owned Deployment default/blog updated`, for logs and messages. */
export function formatReason(reason: Reason): string {
  switch (reason.type) {
    case 'owned':
    case 'watched': {
      const { kind, namespace, name } = reason.object
      return `${reason.type} ${kind} ${namespace === undefined ? name : `${namespace}/${name}`} ${reason.change}`
    }
    case 'triggered':
      return `triggered by ${reason.by}`
    default:
      return reason.type
  }
}
