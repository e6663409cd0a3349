/** Which cluster this is: the UID of the namespace `kube-system`, which every cluster has and no two share. */
import type { Client } from '@kubewright/client'
import { Namespace } from '@kubewright/kubernetes/core/v1'
import { managerErrors } from '../errors.ts'

/**
 * Pins the identity of the cluster that a Secret leads to, as an annotation. As a label of a namespace it says which cluster the
 * namespace is in, to those who may read no more than that.
 */
export const clusterIdentityAnnotation = 'kubewright.dev/cluster-identity'

/** How long a cluster may take to say who it is. */
const patience = '10s'

/**
 * @param namespace whose label says it; by default `kube-system` is asked for its UID
 *
 * Failure: `KW_MANAGER_CLUSTER_LABEL`, and as the client fails.
 */
export async function clusterIdentity(
  client: Pick<Client, 'get'>,
  signal: AbortSignal,
  namespace?: string,
): Promise<string> {
  const name = namespace ?? 'kube-system'
  const { metadata } = await client.get(Namespace, { name }, { signal, timeout: patience })
  if (namespace === undefined) return metadata.uid
  const { labels = {} } = metadata
  const identity = Object.hasOwn(labels, clusterIdentityAnnotation) ? labels[clusterIdentityAnnotation] : undefined
  return identity === undefined || identity === '' ? unlabelled(name) : identity
}

function unlabelled(name: string): never {
  throw managerErrors('KW_MANAGER_CLUSTER_LABEL', {
    what: 'read which cluster this is',
    why: `its namespace ${name} has no label ${clusterIdentityAnnotation}`,
    next: `Set it there to the UID of that cluster's namespace kube-system.`,
    details: { namespace: name },
  })
}
