/** The permissions that sharding needs, in addition to those of the controllers. */
import type { CoordinationRule, RulesContext, Work } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import { ControllerRing } from '../ring/controller-ring.ts'
import { shardedKinds } from '../ring/kinds.ts'
import type { ResolvedShardOptions } from './shard-options.ts'

/** Sharders set marks on objects and shards remove them, so both need to patch. */
export function shardRules(
  { ring, namespace, namespaceSelector, isSharder, hasResource }: ResolvedShardOptions,
  work: readonly Work[],
  { clusters: hasClusters = false }: RulesContext = {},
): readonly CoordinationRule[] {
  const { mains, children, scopeOf } = shardedKinds(work)
  const marks = (why: string) => (resource: Resource) => {
    const { namespace: place } = scopeOf(resource)
    const rule = ruleOf(resource, ['get', 'list', 'watch', 'patch'], `the ring ${ring} ${why}`)
    return place === undefined ? rule : { ...rule, namespace: place }
  }
  // A ring confined to single namespaces cannot select namespaces.
  const isConfined = mains.every((one) => one.scope === 'Namespaced' && scopeOf(one).namespace !== undefined)
  const leases = ['get', 'list', 'watch', 'create', 'patch', ...(isSharder || hasClusters ? ['delete'] : [])]
  const held = hasClusters ? 'its shards, and of the clusters they divide' : 'its shards'
  const because = [`the ring ${ring} keeps the leases of ${held}`]
  return [
    ...mains.map(marks('assigns them to shards')),
    ...(isSharder ? children.map(marks('moves them with their owners')) : []),
    { group: 'coordination.k8s.io', resource: 'leases', verbs: leases, namespace, because },
    ...(hasResource ? resourceRules(ring, namespace, isSharder) : []),
    // The `ControllerRing` may set a selector later.
    ...(isSharder && (namespaceSelector !== undefined || (hasResource && !isConfined))
      ? [
          {
            group: '',
            resource: 'namespaces',
            verbs: ['list', 'watch'],
            because: [`the ring ${ring} may select namespaces`],
          },
        ]
      : []),
  ]
}

/** All processes read the configuration; sharders write the status. */
function resourceRules(ring: string, namespace: string, isSharder: boolean): readonly CoordinationRule[] {
  const { group, plural } = ControllerRing
  const rule = (verbs: readonly string[], why: string, sub = ''): CoordinationRule => {
    return { group, resource: `${plural}${sub}`, verbs, namespace, because: [`the ring ${ring} ${why}`] }
  }
  return [
    rule(['get', 'list', 'watch'], 'reads its configuration'),
    ...(isSharder
      ? [rule(['create'], 'creates its ControllerRing'), rule(['patch'], 'writes its status', '/status')]
      : []),
  ]
}

function ruleOf({ group, plural }: Resource, verbs: readonly string[], why: string): CoordinationRule {
  return { group, resource: plural, verbs, because: [why] }
}
