/** Revokes what `acceptPeer` granted: deletes the tenant namespace with everything in it. */
import { type Client, deleted, ignoreNotFound } from '@kubewright/client'
import type { KubeObject } from '@kubewright/core'
import { getOwn } from '@kubewright/core/json'
import { Namespace, Role } from '@kubewright/kubernetes'
import { replicationErrors } from './errors.ts'
import { assertIdentity, tenantLabel, tenantNamespace } from './names.ts'
import { originOf } from './origin.ts'
import { tenantRole } from './tenant-manifests.ts'

/** Options of `revokePeer`. */
export interface RevokeOptions {
  /** A client of the accepting cluster. */
  readonly client: Client
  /** The identity of the cluster whose replicas it accepted. */
  readonly origin: string
  /** Deletes remaining replicas. Their originals keep their finalizers until the peer is removed or abandoned. @default false */
  readonly deletesReplicas?: boolean
  readonly signal?: AbortSignal
}

/**
 * Ends the access of an accepted peer and removes its namespace. Resolves to whether there was anything to revoke.
 *
 * Failure: `KW_REPLICATION_REVOKE` while replicas exist, or if the namespace is not a tenant namespace.
 */
export async function revokePeer(options: RevokeOptions): Promise<boolean> {
  const { client, origin, deletesReplicas = false, signal } = options
  assertIdentity(origin, 'the origin')
  const name = tenantNamespace(origin)
  const found = await client.get(Namespace, { name }, { signal }).catch(ignoreNotFound)
  if (found === undefined) return false
  if (getOwn(found.metadata.labels, tenantLabel) !== origin) {
    throw refused(
      name,
      `it has no label ${tenantLabel} with that identity, so another program may have created it`,
      'Check its content, and delete it yourself: kubectl delete namespace',
    )
  }
  const left = deletesReplicas ? [] : await replicasIn(options, name)
  if (left.length > 0) {
    const why = `it holds ${left.length === 1 ? 'a replica' : `${left.length} replicas`}, such as ${left[0]}`
    throw refused(
      name,
      why,
      'Remove the peer in the cluster they come from first, which deletes them: `kubewright peer remove`. To delete them here all the same: `--delete-replicas`, or `deletesReplicas`.',
    )
  }
  await client.delete(Namespace, { name }, { signal, preconditions: { uid: found.metadata.uid } })
  await client.waitFor(Namespace, { name }, deleted, { signal })
  return true
}

/** The tenant can only have created objects of the kinds in its role. */
async function replicasIn({ client, origin, signal }: RevokeOptions, namespace: string): Promise<readonly string[]> {
  const role = await client.get(Role, { name: tenantRole, namespace }, { signal }).catch(ignoreNotFound)
  const served = await client.discoverAll({ signal })
  const granted = (role?.rules ?? []).flatMap(({ apiGroups = [], resources = [] }) =>
    apiGroups.flatMap((group) => resources.map((plural) => `${plural}.${group}`)),
  )
  const kinds = served.resources.filter(
    ({ plural, group, scope }) => scope === 'Namespaced' && granted.includes(`${plural}.${group}`),
  )
  const names = new Set<string>()
  for (const kind of kinds) {
    const { items } = await client.list(kind, { namespace, signal })
    for (const item of items as readonly KubeObject[])
      if (originOf(item) === origin) names.add(`${kind.plural} ${item.metadata.name}`)
  }
  return [...names]
}

function refused(namespace: string, why: string, next: string): Error {
  return replicationErrors('KW_REPLICATION_REVOKE', {
    what: `delete the namespace ${namespace}`,
    why,
    next,
    details: { namespace },
  })
}
