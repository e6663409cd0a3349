/** Which kinds a ring shares out: those that controllers are for, and those that they own. */
import type { PartitionScope, Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'

export interface ShardedKinds {
  /** Objects of these have a key of their own. */
  readonly mains: readonly Resource[]
  /** Objects of these go where the one goes that controls them. */
  readonly children: readonly Resource[]
  /** Which objects of a kind are shared out, as far as a selector says; of children, in which namespace they can be. */
  readonly scopeOf: (resource: Resource) => PartitionScope
}

/** A kind that is both has a key of its own. */
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

/** Controllers of one kind that look at different parts of it share all of it out: no selector says "either". */
function commonScope([first = {}, ...others]: readonly PartitionScope[]): PartitionScope {
  const { namespace, labels, fields } = first
  const isSame = (part: keyof PartitionScope) => others.every((one) => one[part] === first[part])
  return {
    ...(namespace !== undefined && isSame('namespace') ? { namespace } : {}),
    ...(labels !== undefined && isSame('labels') ? { labels } : {}),
    ...(fields !== undefined && isSame('fields') ? { fields } : {}),
  }
}

/** Nobody owns something in another namespace than its own. */
function childScope({ for: owner, scope: { namespace } = {} }: Work): PartitionScope {
  return owner.scope === 'Namespaced' && namespace !== undefined ? { namespace } : {}
}

export function isAmong({ group, kind }: Pick<Resource, 'group' | 'kind'>, kinds: readonly Resource[]): boolean {
  return kinds.some((one) => one.group === group && one.kind === kind)
}

function unique(kinds: readonly Resource[]): readonly Resource[] {
  return kinds.filter((one, index) => !isAmong(one, kinds.slice(0, index)))
}
