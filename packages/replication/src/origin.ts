/** Identifies replicas and their origin. */
import type { KubeObject } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import { isTenantNamespace, originAnnotation, originLabel } from './names.ts'

/** The identity of the cluster an object was replicated from; `undefined` if it is not a replica. */
export function originOf({ metadata }: KubeObject): string | undefined {
  return getOwn(metadata.annotations, originAnnotation) ?? getOwn(metadata.labels, originLabel)
}

/**
 * Whether an object is a replica: by its labels and annotations, or by its tenant namespace, which holds even if the marks were removed by
 * hand. A replica is never replicated further, so there are no replication cycles.
 */
export function isReplica(object: KubeObject): boolean {
  return isTenantNamespace(object.metadata.namespace) || originOf(object) !== undefined
}
