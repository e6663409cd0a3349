/** Leases of the ring `sites` in the namespace `web`, as stored on the server. */
import { renewalsAnnotation, reservedAnnotation, ringLabel, shardNameLabel } from '../names.ts'

export interface LeaseSketch {
  /** @default the first process of that name */
  readonly holder?: string
  /** Number of renewals, also used as its version. @default 1 */
  readonly renewals?: number
  readonly renewTime?: string
  /** @default 15 */
  readonly seconds?: number
  /** For how many seconds it is reserved for a restarting shard. @default 0 */
  readonly reserved?: number
}

export function storedLease(shard: string, sketch: LeaseSketch = {}) {
  const {
    holder = `${shard}/1`,
    renewals = 1,
    renewTime = '2026-01-01T00:00:00.000000Z',
    seconds = 15,
    reserved = 0,
  } = sketch
  return {
    metadata: {
      name: `sites.${shard}`,
      namespace: 'web',
      uid: shard,
      resourceVersion: String(renewals),
      labels: { [ringLabel]: 'sites', [shardNameLabel]: shard },
      annotations: {
        [renewalsAnnotation]: String(renewals),
        ...(reserved > 0 && { [reservedAnnotation]: String(reserved) }),
      },
    },
    spec: {
      holderIdentity: holder,
      renewTime,
      acquireTime: renewTime,
      leaseDurationSeconds: seconds,
      leaseTransitions: 1,
    },
  } as never
}
