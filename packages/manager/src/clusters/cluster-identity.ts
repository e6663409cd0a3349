/** The identity of a cluster: the UID of the namespace `kube-system`, which is unique to each cluster. See decision 0323. */
import type { Client } from '@kubewright/client'
import { Namespace } from '@kubewright/kubernetes/core/v1'
import { managerErrors } from '../errors.ts'

/**
 * As an annotation of a Secret, pins the identity of the cluster the Secret leads to. As a label of a namespace, gives the identity
 * of its cluster to credentials that can only read that namespace.
 */
export const clusterIdentityAnnotation = 'kubewright.dev/cluster-identity'

/** Timeout of the identity read. */
const patience = '10s'

/**
 * @param namespace the namespace whose label gives the identity; by default the UID of `kube-system` is read
 *
 * Failure: `KW_MANAGER_CLUSTER_LABEL`, and client errors.
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
    what: 'read the identity of the cluster',
    why: `its namespace ${name} has no label ${clusterIdentityAnnotation}`,
    next: `Set the label to the UID of the namespace kube-system of that cluster.`,
    details: { namespace: name },
  })
}
