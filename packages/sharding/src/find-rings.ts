/** Which rings a cluster has: those of which a shard has a lease. */
import type { Client } from '@kubewright/client'
import { Lease } from '@kubewright/kubernetes/coordination/v1'
import { ringLabel } from './names.ts'

export interface RingName {
  readonly ring: string
  /** Where its leases are. */
  readonly namespace: string
}

/** All rings that have a shard. @param namespace where to look; everywhere if left out */
export async function findRings(
  client: Client,
  { namespace, signal }: { readonly namespace?: string; readonly signal?: AbortSignal } = {},
): Promise<readonly RingName[]> {
  const place = namespace === undefined ? {} : { namespace }
  const { items } = await client.list(Lease, { ...place, labels: ringLabel, ...(signal && { signal }) })
  const found = new Map<string, RingName>()
  for (const { metadata } of items) {
    const name = { ring: metadata.labels![ringLabel]!, namespace: metadata.namespace! }
    if (name.ring !== '') found.set(`${name.namespace}/${name.ring}`, name)
  }
  return [...found.keys()].sort().map((key) => found.get(key)!)
}
