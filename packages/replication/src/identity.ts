/** Cluster identity, and verification that a connection leads to the expected peer. */
import { type Client, isNotFound } from '@kubewright/client'
import { getOwn } from '@kubewright/core/json'
import { Namespace } from '@kubewright/kubernetes'
import { failureOf } from './failure.ts'
import { clusterLabel, tenantLabel, tenantNamespace } from './names.ts'
import { type Outcome, problem } from './outcome.ts'

/** The identity of a cluster: the uid of its namespace kube-system, which lives as long as the cluster. */
export async function clusterIdentity(client: Client, signal?: AbortSignal): Promise<string> {
  const { metadata } = await client.get(Namespace, { name: 'kube-system' }, { signal })
  return metadata.uid
}

/**
 * Verifies the identity of a peer by its tenant namespace for this cluster, which its administrator created. A tenant's permissions allow
 * no other reads.
 *
 * @returns the problem; `undefined` if the identity matches
 */
export async function checkPeer(
  peer: { readonly identity: string; readonly client: Client },
  origin: string,
  signal: AbortSignal,
): Promise<(Outcome & { state: 'problem' }) | undefined> {
  const name = tenantNamespace(origin)
  try {
    const { metadata } = await peer.client.get(Namespace, { name }, { signal })
    const [cluster, tenant] = [getOwn(metadata.labels, clusterLabel), getOwn(metadata.labels, tenantLabel)]
    if (cluster === peer.identity && tenant === origin) return undefined
    return mismatch(name, cluster === peer.identity ? ['tenant', tenant, origin] : ['cluster', cluster, peer.identity])
  } catch (error) {
    if (signal.aborted) throw error
    if (isNotFound(error)) return missing(name)
    const { reason = 'Failing', message } = failureOf(error)
    return problem(reason, message) as Outcome & { state: 'problem' }
  }
}

function mismatch(name: string, [what, said, expected]: readonly [string, string | undefined, string]) {
  const message = `The namespace ${name} there is of the ${what} ${said ?? '(unknown)'}, not ${expected}. Check which cluster the connection leads to.`
  return problem('IdentityMismatch', message) as Outcome & { state: 'problem' }
}

function missing(name: string) {
  const message = `There is no namespace ${name} there. Have its administrator accept this cluster, or check which cluster the connection leads to.`
  return problem('TenantMissing', message) as Outcome & { state: 'problem' }
}
