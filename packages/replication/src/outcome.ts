/** The outcome of replicating an object to a peer, and the resulting condition of the original. Pure. */
import { no, type Verdict, yes } from '@kubewright/core'

/** Why an object is not replicated, as the `reason` of its condition. */
export type ProblemReason = (typeof problemReasons)[number]

/** The reasons for which an object is not replicated, as the condition names them. */
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
  /** The peer shows an older state than before: one of its API servers lags behind the others. */
  'StaleState',
  'NameDoesNotFit',
  'TooLarge',
  /** The peer's schema drops or changes fields. */
  'SchemaDiffers',
  /** The peer's server rejects the object. */
  'Rejected',
  /** The home cluster refuses the status of the replica. */
  'StatusRejected',
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

/** The result of replicating an object to a peer: synced, or the reason and message of its condition. */
export type Outcome =
  | { readonly state: 'synced' }
  | { readonly state: 'problem'; readonly reason: ProblemReason; readonly message: string }

export const synced: Outcome = { state: 'synced' }

/** @param message may be the text of a peer's server: it is cut, because a condition that is too long is refused */
export function problem(reason: ProblemReason, message: string): Outcome {
  return { state: 'problem', reason, message: cut(message, longestMessage) }
}

const longestMessage = 1_024
/** The limit of Kubernetes for the message of a condition. */
const longestCondition = 32_768

/** Does not cut a character in two. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
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
  if (first !== undefined) {
    const messages = problems.map(({ peer, message }) => `${peer}: ${message}`)
    return no(first.reason, cut(messages.join(' '), longestCondition))
  }
  if (all.some(([, outcome]) => outcome === undefined)) return undefined
  return yes('Synced', `Replicated to ${all.map(([peer]) => peer).join(', ')}.`)
}
