/** The key of an object on the ring. It excludes version and uid: a recreated object stays on its shard. */
import { controllerOf, type KubeObject, type OwnerReference } from '@kubewright/core'
import { parseApiVersion } from '@kubewright/core/object'
import type { Resource } from '@kubewright/resource'

/** The part of a handle that a key depends on. */
type Kind = Pick<Resource, 'group' | 'kind' | 'scope'>

/**
 * The key of an object on the ring.
 *
 * @example
 * ```ts
 * partitionKey({ group: 'apps', kind: 'Deployment' }, { namespace: 'bar', name: 'foo' }) // => 'apps/Deployment/bar/foo'
 * partitionKey({ group: '', kind: 'Namespace' }, { name: 'foo' }) // => '/Namespace//foo'
 * ```
 */
export function partitionKey(
  { group, kind }: Pick<Resource, 'group' | 'kind'>,
  { namespace = '', name }: { readonly namespace?: string; readonly name: string },
): string {
  return `${group}/${kind}/${namespace}/${name}`
}

/**
 * The key of the object's controller owner, if that is one of `kinds`: children share the shard of their controller. A
 * cluster-scoped owner has no namespace in its key, so that it shares a shard with its children in all namespaces.
 */
export function controllerKey(
  object: Pick<KubeObject, 'kind' | 'metadata'>,
  kinds: readonly Kind[],
): string | undefined {
  const found = controllingRef(object, kinds)
  return found && partitionKey(found.resource, found.ref)
}

interface ControllerRef {
  readonly namespace?: string
  readonly name: string
}

/** The object's controller owner, if that is one of `kinds`. */
export function controllingRef<K extends Kind>(
  object: Pick<KubeObject, 'kind' | 'metadata'>,
  kinds: readonly K[],
): { readonly resource: K; readonly ref: ControllerRef } | undefined {
  const owner = controllerOf(object)
  const resource = owner && kinds.find((one) => isOf(owner, one))
  if (owner === undefined || resource === undefined) return undefined
  const namespace = resource.scope === 'Cluster' ? {} : { namespace: object.metadata.namespace ?? '' }
  return { resource, ref: { ...namespace, name: owner.name } }
}

function isOf({ apiVersion, kind }: OwnerReference, { group, kind: wanted }: Kind): boolean {
  try {
    return kind === wanted && parseApiVersion(apiVersion).group === group
  } catch {
    return false // an invalid apiVersion is none of our kinds
  }
}
