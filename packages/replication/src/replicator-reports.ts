/** Parts of a replicator: its options and reports. */
export { replicationOf } from './declared-kinds.ts'
export type { ReplicationSourceOptions } from './replication-source.ts'
export type { LeftBehind, PeerReport, ReplicatorOptions } from './replicator.ts'
