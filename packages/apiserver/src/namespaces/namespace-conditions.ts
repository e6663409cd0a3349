/** The conditions that report the progress of a namespace's deletion, with the messages of Kubernetes' controller. Pure. */

export interface NamespaceCondition {
  readonly type: string
  readonly status: string
  readonly lastTransitionTime: string
  readonly reason: string
  readonly message: string
}

/** The content that remains after a deletion pass. */
export interface Remains {
  /** The number of remaining objects, by `pods.` or `deployments.apps`. */
  readonly objects: ReadonlyMap<string, number>
  /** The number of objects that wait for each finalizer. */
  readonly finalizers: ReadonlyMap<string, number>
  /** Error messages of failed deletions. */
  readonly failures: readonly string[]
}

/** Reason and message of each condition while there is no problem. */
const fine = {
  NamespaceDeletionDiscoveryFailure: ['ResourcesDiscovered', 'All resources successfully discovered'],
  NamespaceDeletionGroupVersionParsingFailure: ['ParsedGroupVersions', 'All legacy kube types successfully parsed'],
  NamespaceDeletionContentFailure: [
    'ContentDeleted',
    'All content successfully deleted, may be waiting on finalization',
  ],
  NamespaceContentRemaining: ['ContentRemoved', 'All content successfully removed'],
  NamespaceFinalizersRemaining: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
} as const

type ConditionType = keyof typeof fine
type Trouble = Partial<Record<ConditionType, readonly [reason: string, message: string]>>

/** The desired conditions; the given array itself if nothing changed. */
export function conditionsAfter(
  present: readonly NamespaceCondition[],
  remains: Remains,
  time: string,
): readonly NamespaceCondition[] {
  const trouble = troubleOf(remains)
  const types = Object.keys(fine) as readonly ConditionType[]
  const others = present.filter(({ type }) => !types.some((known) => known === type))
  const next = types.map((type) => {
    const [reason, message] = trouble[type] ?? fine[type]
    const status = trouble[type] === undefined ? 'False' : 'True'
    const before = present.find((condition) => condition.type === type)
    const isSame = before?.status === status && before.reason === reason && before.message === message
    if (before !== undefined && isSame) return before
    const lastTransitionTime = before?.status === status ? before.lastTransitionTime : time
    return { type, status, lastTransitionTime, reason, message }
  })
  return next.every((condition) => present.includes(condition)) ? present : [...others, ...next]
}

function troubleOf({ objects, finalizers, failures }: Remains): Trouble {
  const trouble: Trouble = {}
  if (failures.length > 0) {
    const list = [...failures].sort().join(', ')
    const message = `Failed to delete all resource types, ${failures.length} remaining: ${list}`
    trouble.NamespaceDeletionContentFailure = ['ContentDeletionFailed', message]
  }
  if (objects.size > 0) {
    const list = [...objects].map(([name, count]) => `${name} has ${count} resource instances`).sort()
    const message = `Some resources are remaining: ${list.join(', ')}`
    trouble.NamespaceContentRemaining = ['SomeResourcesRemain', message]
  }
  if (finalizers.size > 0) {
    const list = [...finalizers].map(([name, count]) => `${name} in ${count} resource instances`).sort()
    const message = `Some content in the namespace has finalizers remaining: ${list.join(', ')}`
    trouble.NamespaceFinalizersRemaining = ['SomeFinalizersRemain', message]
  }
  return trouble
}
