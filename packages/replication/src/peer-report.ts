/** The reported state of peers. Pure. */
import type { AbsentPeer } from './peers.ts'
import type { PeerState } from './peer-state.ts'

/** The state of a peer, for readiness checks and users. */
export interface PeerReport {
  readonly name: string
  /** Empty if it is not known yet. */
  readonly identity: string
  readonly state: PeerState
  /** The number of queued originals. */
  readonly backlog: number
  /** A warning about a peer that answers: `KW_REPLICATION_CLOCK`, `KW_REPLICATION_RESTORED`. */
  readonly warning: Error | undefined
  /** The number of originals of each kind by outcome: `Synced`, or the reason of a problem. */
  readonly objects: readonly { readonly kind: string; readonly reason: string; readonly count: number }[]
}

/** The report of a configured peer that is not connected. */
export function absentReport({ name, identity = '', problem }: AbsentPeer): PeerReport {
  const state: PeerState = problem === undefined ? { phase: 'starting' } : { ...problem, phase: 'failing' }
  return { name, identity, state, backlog: 0, warning: undefined, objects: [] }
}
