/** The fields of a Lease that matter for holding it. */
import type { Lease } from '@kubewright/kubernetes/coordination/v1'
import type { ObjectOf } from '@kubewright/resource'

/** The fields of a Lease that matter for holding it; absent ones are empty or 0. */
export interface LeaseRecord {
  readonly uid: string
  readonly resourceVersion: string
  /** Empty if there is no holder. */
  readonly holder: string
  readonly durationMs: number
  readonly acquireTime: string
  readonly renewTime: string
  /** How often the holder changed. */
  readonly transitions: number
}

/** The record of a Lease object as read from the server. */
export function readLease({ metadata, spec }: ObjectOf<typeof Lease>): LeaseRecord {
  return {
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    holder: spec?.holderIdentity ?? '',
    durationMs: (spec?.leaseDurationSeconds ?? 0) * 1_000,
    acquireTime: spec?.acquireTime ?? '',
    renewTime: spec?.renewTime ?? '',
    transitions: spec?.leaseTransitions ?? 0,
  }
}

/** RFC 3339 with microseconds, as in Lease objects. */
export function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}
