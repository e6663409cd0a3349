/** What the page receives: topics, and the entries of each. */
export type { BackupEntry, BackupRecord, MonitoringEntry, RestoreEntry } from './backup-and-monitoring-entries.ts'
export type { GraphNode } from './graph-topic.ts'
export type { MetricName, MetricSamples } from './metric-query.ts'
export type { MetricFetch } from './metric-source.ts'
export type { Health, Tone } from './object-health.ts'
export type { EventEntry, ObjectRow, ServedKindEntry } from './object-topics.ts'
export type {
  CacheEntry,
  CheckEntry,
  ControllerEntry,
  ErrorEntry,
  HistoryEntry,
  KindEntry,
  ManagedClusterEntry,
  ProgramEntry,
  QueueEntry,
} from './operator-entries.ts'
export type {
  AnnouncementEntry,
  ClaimEntry,
  EntryObject,
  HomeEntry,
  NetworkPair,
  PeerCount,
  PeerEntry,
  PeerSecretEntry,
  TenantEntry,
  TunnelEntry,
} from './peer-entries.ts'
export type { ConditionEntry } from './plain-value.ts'
export type { ReplicatedCount, ReplicatedEntry } from './replicated-entries.ts'
export type { RingEntry, RingFilter } from './ring-topic.ts'
export type { SchemaNode } from './schema-tree.ts'
export type { ShardProcessEntry } from './shard-control.ts'
export type { ComponentEntry, ComponentPhase, StackEntry, StackRow, UpgradeEntry } from './stack-entries.ts'
export type { ServerInfo, StreamEvent } from './stream-event.ts'
export type { OpenTopic, Publisher, TopicSource } from './topic.ts'
