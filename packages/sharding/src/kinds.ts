/** Which kinds a ring shares out: those that controllers are for, and those that they own. */
import type { PartitionScope, Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'

export interface ShardedKinds {
  /** Objects of these have a key of their own. */
  readonly mains: readonly Resource[]
  /** Objects of these go where the one goes that controls them. */
  readonly children: readonly Resource[]
  /** Which objects of a kind of the first sort are shared out. */
  scopeOf(resource: Resource): PartitionScope
}

/** A kind that is both has a key of its own. */
export function shardedKinds(work: readonly Work[]): ShardedKinds {
  const mains = unique(work.map((one) => one.for))
  const owned = unique(work.flatMap(({ owns }) => owns))
  return {
    mains,
    children: owned.filter((one) => !isAmong(one, mains)),
    scopeOf: (resource) => commonScope(work.filter((one) => isAmong(one.for, [resource]))),
  }
}

/** Controllers of one kind that look at different parts of it share all of it out: no selector says "either". */
function commonScope(work: readonly Work[]): PartitionScope {
  const [first = {}, ...others] = work.map(({ scope = {} }) => scope)
  const isSame = others.every(
    ({ namespace, labels, fields }) =>
      namespace === first.namespace && labels === first.labels && fields === first.fields,
  )
  return isSame ? first : {}
}

export function isAmong({ group, kind }: Pick<Resource, 'group' | 'kind'>, kinds: readonly Resource[]): boolean {
  return kinds.some((one) => one.group === group && one.kind === kind)
}

function unique(kinds: readonly Resource[]): readonly Resource[] {
  return kinds.filter((one, index) => !isAmong(one, kinds.slice(0, index)))
}
