/** Finds the rings of a cluster: those with at least one shard lease. */
import type { Client } from '@kubewright/client'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { ringLabel, shardLeaseName, shardNameLabel } from '../names.ts'

/** The name of a ring, and the namespace of its leases. */
export interface RingName {
  readonly ring: string
  /** The namespace of its leases. */
  readonly namespace: string
}

/** All rings that have a shard. @param namespace to search; all by default */
export async function findRings(
  client: Client,
  { namespace, signal }: { readonly namespace?: string; readonly signal?: AbortSignal } = {},
): Promise<readonly RingName[]> {
  const where = namespace === undefined ? {} : { namespace }
  const { items } = await client.list(Lease, { ...where, labels: ringLabel, ...(signal && { signal }) })
  const found = new Map<string, RingName>()
  for (const { metadata } of items) {
    const { [ringLabel]: ring = '', [shardNameLabel]: shard = '' } = metadata.labels ?? {}
    const { namespace: place, name } = metadata
    // Any client may put the ring label on a lease; a shard's lease also has the right name.
    if (ring === '' || shard === '' || place === undefined || name !== shardLeaseName(ring, shard)) continue
    found.set(`${place}/${ring}`, { ring, namespace: place })
  }
  return [...found.keys()].sort().map((key) => found.get(key)!)
}
