/** Identifies a ring: its name, the namespace of its leases, and their duration. */
export interface RingIdentity {
  readonly ring: string
  readonly namespace: string
  /** The lease duration configured in this process. */
  readonly durationMs: number
}
