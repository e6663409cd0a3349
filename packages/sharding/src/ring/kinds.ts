/** The kinds of a ring: those that controllers reconcile, and those they own. */
import type { PartitionScope, Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'

export interface ShardedKinds {
  /** Objects of these kinds have their own key. */
  readonly mains: readonly Resource[]
  /** Objects of these kinds follow their controller owner. */
  readonly children: readonly Resource[]
  /** The selected objects of a kind; for children, the namespace they can be in. */
  readonly scopeOf: (resource: Resource) => PartitionScope
}

/** A kind that is both counts as a main. */
export function shardedKinds(work: readonly Work[]): ShardedKinds {
  const mains = unique(work.map((one) => one.for))
  const owned = unique(work.flatMap(({ owns }) => owns))
  return {
    mains,
    children: owned.filter((one) => !isAmong(one, mains)),
    scopeOf: (resource) =>
      isAmong(resource, mains)
        ? commonScope(work.filter((one) => isAmong(one.for, [resource])).map(({ scope = {} }) => scope))
        : commonScope(work.filter(({ owns }) => isAmong(resource, owns)).map(childScope)),
  }
}

/** If controllers select different parts of a kind, all of it is sharded: selectors have no "or". */
function commonScope([first = {}, ...others]: readonly PartitionScope[]): PartitionScope {
  const { namespace, labels, fields } = first
  const isSame = (part: keyof PartitionScope) => others.every((one) => one[part] === first[part])
  return {
    ...(namespace !== undefined && isSame('namespace') ? { namespace } : {}),
    ...(labels !== undefined && isSame('labels') ? { labels } : {}),
    ...(fields !== undefined && isSame('fields') ? { fields } : {}),
  }
}

/** A namespaced owner is in the same namespace as its children. */
function childScope({ for: owner, scope: { namespace } = {} }: Work): PartitionScope {
  return owner.scope === 'Namespaced' && namespace !== undefined ? { namespace } : {}
}

/** `Deployment.apps` */
export function kindName({ group, kind }: Pick<Resource, 'group' | 'kind'>): string {
  return group === '' ? kind : `${kind}.${group}`
}

export function isAmong({ group, kind }: Pick<Resource, 'group' | 'kind'>, kinds: readonly Resource[]): boolean {
  return kinds.some((one) => one.group === group && one.kind === kind)
}

function unique(kinds: readonly Resource[]): readonly Resource[] {
  return kinds.filter((one, index) => !isAmong(one, kinds.slice(0, index)))
}
