/** Parts of a replicator: its options and reports. */
export { replicationOf } from './declared-kinds.ts'
export type { ReplicationSourceOptions } from './replication-source.ts'
export type { LeftBehind } from './orphaned-replicas.ts'
export type { PeerReport } from './peer-report.ts'
export type { ReplicatorOptions } from './replicator-options.ts'
