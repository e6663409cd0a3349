/** Which kinds a ring shares out: those that controllers are for, and those that they own. */
import type { Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'

export interface ShardedKinds {
  /** Objects of these have a key of their own. */
  readonly mains: readonly Resource[]
  /** Objects of these go where the one goes that controls them. */
  readonly children: readonly Resource[]
}

/** A kind that is both has a key of its own. */
export function shardedKinds(work: readonly Work[]): ShardedKinds {
  const mains = unique(work.map((one) => one.for))
  const owned = unique(work.flatMap(({ owns }) => owns))
  return { mains, children: owned.filter((one) => !isAmong(one, mains)) }
}

export function isAmong({ group, kind }: Pick<Resource, 'group' | 'kind'>, kinds: readonly Resource[]): boolean {
  return kinds.some((one) => one.group === group && one.kind === kind)
}

function unique(kinds: readonly Resource[]): readonly Resource[] {
  return kinds.filter((one, index) => !isAmong(one, kinds.slice(0, index)))
}
