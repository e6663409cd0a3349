/** What sharing the work out has to be allowed, beside what controllers do. */
import type { CoordinationRule, Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import { shardedKinds } from './kinds.ts'
import type { ResolvedShardOptions } from './shard-options.ts'

/** Marks are put on objects by sharders, and taken off by shards: so both have to patch them. */
export function shardRules(
  { ring, namespace, namespaceSelector, isSharder }: ResolvedShardOptions,
  work: readonly Work[],
): readonly CoordinationRule[] {
  const { mains, children } = shardedKinds(work)
  const marks = (why: string) => (resource: Resource) => {
    return ruleOf(resource, ['get', 'list', 'watch', 'patch'], `the ring ${ring} ${why}`)
  }
  const leases = ['get', 'list', 'watch', 'create', 'patch', ...(isSharder ? ['delete'] : [])]
  const because = [`the ring ${ring} keeps the leases of its shards`]
  return [
    ...mains.map(marks('shares them out')),
    ...(isSharder ? children.map(marks('moves them with their owners')) : []),
    { group: 'coordination.k8s.io', resource: 'leases', verbs: leases, namespace, because },
    ...(isSharder && namespaceSelector !== undefined
      ? [{ group: '', resource: 'namespaces', verbs: ['list', 'watch'], because: [`the ring ${ring} looks at some`] }]
      : []),
  ]
}

function ruleOf({ group, plural }: Resource, verbs: readonly string[], why: string): CoordinationRule {
  return { group, resource: plural, verbs, because: [why] }
}
