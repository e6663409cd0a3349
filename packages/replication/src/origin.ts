/** Which objects are replicas, and whose. */
import { getOwn, type KubeObject } from '@kubewright/core'
import { isTenantNamespace, originAnnotation, originLabel } from './names.ts'

/** The identity of the cluster an object was replicated from; nothing if it is no replica. */
export function originOf({ metadata }: KubeObject): string | undefined {
  return getOwn(metadata.annotations, originAnnotation) ?? getOwn(metadata.labels, originLabel)
}

/**
 * Whether an object is a replica: by its marks, or because it lives in a tenant namespace, which marks removed by hand do not
 * change. A replica is never replicated on, so a change cannot come back to where it began.
 */
export function isReplica(object: KubeObject): boolean {
  return isTenantNamespace(object.metadata.namespace) || originOf(object) !== undefined
}
