/** The key an object has on the ring. Without version and uid: an object that is made anew stays where it was. */
import { controllerOf, type KubeObject, type OwnerReference, parseApiVersion } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'

type Kind = Pick<Resource, 'group' | 'kind' | 'scope'>

/**
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
 * The key of the object that controls this one, if that is one of `kinds`: objects have the shard of whoever controls them.
 * An owner without a namespace has none in its key either, so that it shares a shard with its children wherever they are.
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

/** The object that controls this one, if that is one of `kinds`. */
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
    return false // what is no version names no kind of ours
  }
}
