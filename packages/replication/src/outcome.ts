/** What has come of an object at a peer, and the condition that says so on the original. Pure. */
import { no, type Verdict, yes } from '@kubewright/core'

/** Why an object is not replicated, as the `reason` of its condition. */
export type ProblemReason = (typeof problemReasons)[number]

const problemReasons = [
  /** The destination names no peer. */
  'PeerUnknown',
  /** A peer that may hold a replica is not among the peers any more. */
  'PeerLost',
  'Unreachable',
  'Unauthorized',
  'Forbidden',
  /** The peer has no tenant namespace for this cluster. */
  'TenantMissing',
  /** The connection leads to another cluster than the peer is said to be. */
  'IdentityMismatch',
  /** Another peer has the same identity. */
  'DuplicateIdentity',
  /** The peer is this cluster itself. */
  'OwnCluster',
  /** The connection to the peer cannot be used: its kubeconfig is missing, malformed or insecure. */
  'ConnectionInvalid',
  /** The peer does not serve the kind: its CRD is missing. */
  'KindMissing',
  'NameDoesNotFit',
  'TooLarge',
  /** The peer's schema drops or changes fields. */
  'SchemaDiffers',
  /** The peer's server refuses the object. */
  'Rejected',
  /** An object that is no replica of this one has its place. */
  'Occupied',
  /** The replica is being deleted in the peer, and finalizers there hold it. */
  'ReplicaTerminating',
  /** A request failed and is repeated. */
  'Failing',
] as const

const reasons: ReadonlySet<string> = new Set(['Synced', ...problemReasons])

/** Whether replication wrote a condition of this reason: others may have a condition of the same type. */
export function isOwnReason(reason: string): boolean {
  return reasons.has(reason)
}

export type Outcome =
  | { readonly state: 'synced' }
  | { readonly state: 'problem'; readonly reason: ProblemReason; readonly message: string }

export const synced: Outcome = { state: 'synced' }

export function problem(reason: ProblemReason, message: string): Outcome {
  return { state: 'problem', reason, message }
}

/**
 * The condition of an original, from what is known of each of its peers; nothing while one has not been heard of, so that a
 * restart does not make conditions flicker.
 */
export function verdictOf(outcomes: ReadonlyMap<string, Outcome | undefined>): Verdict | undefined {
  const all = [...outcomes]
  if (all.length === 0) return undefined
  const problems = all.flatMap(([peer, outcome]) => (outcome?.state === 'problem' ? [{ peer, ...outcome }] : []))
  const [first] = problems
  if (first !== undefined) return no(first.reason, problems.map(({ peer, message }) => `${peer}: ${message}`).join(' '))
  if (all.some(([, outcome]) => outcome === undefined)) return undefined
  return yes('Synced', `Replicated to ${all.map(([peer]) => peer).join(', ')}.`)
}
