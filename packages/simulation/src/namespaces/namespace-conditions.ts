/** The conditions of a terminating namespace, in the wording of the Kubernetes controller. Pure. */
import { formatTime } from '@kubewright/core/time'
import type { NamespaceCondition } from '@kubewright/kubernetes/core/v1'

/** The contents of a namespace after everything in it was requested to be deleted. */
export interface Remains {
  /** The number of remaining objects by kind: `pods.`, `deployments.apps`. */
  readonly objects: ReadonlyMap<string, number>
  /** The number of objects that wait for each finalizer. */
  readonly finalizers: ReadonlyMap<string, number>
  /** Error messages. */
  readonly failures: readonly string[]
  /** Groups whose discovery failed. */
  readonly silent: readonly string[]
}

export const noRemains: Remains = { objects: new Map(), finalizers: new Map(), failures: [], silent: [] }

interface Text {
  readonly fine: readonly [reason: string, message: string]
  readonly trouble: (remains: Remains) => readonly [reason: string, message: string] | undefined
}

const texts: Readonly<Record<string, Text>> = {
  NamespaceDeletionDiscoveryFailure: {
    fine: ['ResourcesDiscovered', 'All resources successfully discovered'],
    trouble: ({ silent }) =>
      silent.length === 0
        ? undefined
        : [
            'DiscoveryFailed',
            `Discovery failed for some groups, ${silent.length} failing: unable to retrieve the complete list of server APIs: ${silent.join(', ')}`,
          ],
  },
  NamespaceDeletionGroupVersionParsingFailure: {
    fine: ['ParsedGroupVersions', 'All legacy kube types successfully parsed'],
    trouble: () => undefined,
  },
  NamespaceDeletionContentFailure: {
    fine: ['ContentDeleted', 'All content successfully deleted, may be waiting on finalization'],
    trouble: ({ failures }) =>
      failures.length === 0
        ? undefined
        : [
            'ContentDeletionFailed',
            `Failed to delete all resource types, ${failures.length} remaining: ${failures.toSorted().join(', ')}`,
          ],
  },
  NamespaceContentRemaining: {
    fine: ['ContentRemoved', 'All content successfully removed'],
    trouble: ({ objects }) =>
      objects.size === 0
        ? undefined
        : ['SomeResourcesRemain', `Some resources are remaining: ${counted(objects, 'has')}`],
  },
  NamespaceFinalizersRemaining: {
    fine: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
    trouble: ({ finalizers }) =>
      finalizers.size === 0
        ? undefined
        : [
            'SomeFinalizersRemain',
            `Some content in the namespace has finalizers remaining: ${counted(finalizers, 'in')}`,
          ],
  },
}

function counted(counts: ReadonlyMap<string, number>, word: string): string {
  return [...counts]
    .map(([name, count]) => `${name} ${word} ${count} resource instances`)
    .toSorted()
    .join(', ')
}

/** The new conditions; the given array itself if nothing changes. */
export function conditionsAfter(
  present: readonly NamespaceCondition[],
  remains: Remains,
  now: number,
): readonly NamespaceCondition[] {
  const others = present.filter(({ type }) => !Object.hasOwn(texts, type))
  const next = Object.entries(texts).map(([type, { fine, trouble }]) => {
    const bad = trouble(remains)
    const [reason, message] = bad ?? fine
    const status = bad === undefined ? 'False' : 'True'
    const before = present.find((condition) => condition.type === type)
    if (before?.status === status && before.reason === reason && before.message === message) return before
    const lastTransitionTime = (before?.status === status && before.lastTransitionTime) || formatTime(now)
    return { type, status, lastTransitionTime, reason, message } as NamespaceCondition
  })
  return next.every((condition) => present.includes(condition)) ? present : [...others, ...next]
}
