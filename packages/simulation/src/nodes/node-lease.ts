/** The heartbeat lease of a node. Pure. */
import { type Duration, toMs } from '@kubewright/core'
import { formatMicroTime, parseMicroTime } from '@kubewright/core/time'
import type { Lease, LeaseInput } from '@kubewright/kubernetes/coordination/v1'
import type { Node } from '@kubewright/kubernetes/core/v1'

export const leaseNamespace = 'kube-node-lease'

/** A real kubelet renews its lease four times before it runs out. */
const renewalsPerLease = 4

/** The duration of a lost node's last lease, as on a real cluster. */
export const lastLeaseSeconds = 40

export function leaseOf({ metadata: { name, uid } }: Node): LeaseInput['metadata'] {
  return { name, namespace: leaseNamespace, ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid }] }
}

export function leaseSpec(name: string, now: number, heartbeat: Duration | 'last'): NonNullable<Lease['spec']> {
  const seconds = heartbeat === 'last' ? lastLeaseSeconds : Math.ceil(toMs(heartbeat) / 1_000) * renewalsPerLease
  return { holderIdentity: name, leaseDurationSeconds: seconds, renewTime: formatMicroTime(now) }
}

/** When the lease was last renewed, and until when the node counts as alive. */
export function leaseTimes({ spec }: Lease): { readonly renewedAt: number; readonly trustedUntil: number } | undefined {
  if (typeof spec?.renewTime !== 'string') return undefined
  const renewedAt = parseMicroTime(spec.renewTime)
  const seconds = spec.leaseDurationSeconds ?? lastLeaseSeconds
  return { renewedAt, trustedUntil: renewedAt + (seconds * 1_000 * monitorGraceMs) / (lastLeaseSeconds * 1_000) }
}

/** How long a node with a lease of 40 seconds may miss heartbeats: `--node-monitor-grace-period`. */
export const monitorGraceMs = 50_000
