/** Objects mirrored between clusters: the spec flows out to peers, the status flows back. */
export { type Acceptance, acceptPeer, type AcceptOptions } from './accept-peer.ts'
export { replicationOf } from './declared-kinds.ts'
export { type Decision, decide, type Situation, type Step } from './decide.ts'
export { defineReplication, type Replication, type ReplicationOptions } from './define-replication.ts'
export { replicationErrors } from './errors.ts'
export { clusterIdentity } from './identity.ts'
export {
  abandonAnnotation,
  clusterLabel,
  conditionType,
  finalizerOf,
  leftBehindAnnotation,
  leftBehindName,
  originLabel,
  replicaName,
  replicasFinalizer,
  tenantLabel,
  tenantNamespace,
} from './names.ts'
export { isReplica, originOf } from './origin.ts'
export type { Outcome, ProblemReason } from './outcome.ts'
export { type AbsentPeer, createPeers, type Peer, type Peers, type PeerSet } from './peers.ts'
export type { PeerState } from './peer-session.ts'
export { peerSecretLabel, peerSecret, type PeerSecretOptions } from './peer-secret.ts'
export { revokePeer, type RevokeOptions } from './revoke-peer.ts'
export { replicate, type ReplicateOptions } from './replicate.ts'
export type { CopyRules, SettledContent } from './replica.ts'
export {
  createReplicator,
  type LeftBehind,
  type PeerReport,
  type Replicator,
  type ReplicatorOptions,
} from './replicator.ts'
export { tenantAccount, type TenantManifest, tenantManifests, type TenantOptions } from './tenant-manifests.ts'
export { ReplicationResource } from './replication-resource.ts'
export { followReplications, type ReplicationSourceOptions } from './replication-source.ts'
