/** Why a reconcile runs. */
import type { GroupVersionKind, Ref } from '@kubewright/core'

export type Reason =
  /** The object itself: it was there at the start, appeared, changed, is going. */
  | { readonly type: 'initial' | 'created' | 'changed' | 'deleting' | 'deleted' }
  /** Something it owns, or something a `watch` maps to it. */
  | {
      readonly type: 'owned' | 'watched'
      readonly object: Ref & Pick<GroupVersionKind, 'group' | 'kind'>
      readonly change: 'added' | 'updated' | 'deleted'
    }
  /** The reconcile before it asked for it, or failed. */
  | { readonly type: 'again' | 'retry' }
  /** Time: the regular look at everything. */
  | { readonly type: 'resync' }
  /** Somebody outside asked. */
  | { readonly type: 'triggered'; readonly by: string }

/**
 * What woke a reconcile. A retry inherits the reasons of the run that failed; those woke that one. This one was woken by the retry,
 * or by what came since.
 */
export function wakingReasons<Given extends Pick<Reason, 'type'>>(reasons: readonly Given[]): readonly Given[] {
  const retried = reasons.findLastIndex(({ type }) => type === 'retry')
  const since = reasons.slice(retried + 1)
  return retried < 0 || since.length > 0 ? since : reasons.slice(retried)
}

/** `owned Deployment default/blog updated`, for logs and people. */
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
