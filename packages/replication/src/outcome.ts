/** The outcome of replicating an object to a peer, and the resulting condition of the original. Pure. */
import { no, type Verdict, yes } from '@kubewright/core'

/** Why an object is not replicated, as the `reason` of its condition. */
export type ProblemReason = (typeof problemReasons)[number]

const problemReasons = [
  /** The destination is not a known peer. */
  'PeerUnknown',
  /** A peer that may hold a replica is no longer a peer. */
  'PeerLost',
  'Unreachable',
  'Unauthorized',
  'Forbidden',
  /** The peer has no tenant namespace for this cluster. */
  'TenantMissing',
  /** The connection leads to a cluster with another identity. */
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
  /** The peer's server rejects the object. */
  'Rejected',
  /** A foreign object has the replica's name. */
  'Occupied',
  /** The replica is being deleted at the peer, and finalizers there block it. */
  'ReplicaTerminating',
  /** A request failed and is retried. */
  'Failing',
] as const

const reasons: ReadonlySet<string> = new Set(['Synced', ...problemReasons])

/** Whether replication wrote a condition with this reason: other controllers may use the same condition type. */
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
 * The condition of an original, from the outcome at each peer; `undefined` while one is unknown, so that a restart does not make
 * conditions flap.
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
