/** A web page that shows live what operators do and why; and the versioned API it is built on. */
export type { BackupEntry, BackupRecord, MonitoringEntry, RestoreEntry } from './care-entries.ts'
export { dashboardErrors } from './errors.ts'
export type {
  ExplorationEntry,
  ExplorationListener,
  ExplorationProgress,
  ExplorationRequest,
  ExplorationResult,
  ExplorationRunEntry,
  ExplorationSource,
  ExploredFailure,
  ExploredFailureEntry,
  StoryMoment,
  StoryObject,
  StorySequence,
  StrategyProgress,
} from './exploration.ts'
export type { GraphNode } from './graph-topic.ts'
export type { MetricName, MetricSamples } from './metric-query.ts'
export type { MetricFetch } from './metric-source.ts'
export type { Health, Tone } from './object-health.ts'
export type { EventEntry, ObjectRow, ServedKindEntry } from './object-topics.ts'
export { type Operator, operatorOf, type ReconcileRequest } from './operator.ts'
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
export { type OperatorOrder, type OperatorReport, RemoteOperator } from './remote-operator.ts'
export type { ReplicatedCount, ReplicatedEntry } from './replicated-entries.ts'
export type { RingEntry, RingFilter } from './ring-topic.ts'
export type { SchemaNode } from './schema-tree.ts'
export type { ShardControl, ShardProcessEntry } from './shard-control.ts'
export { type Dashboard, type DashboardOptions, defaultPort, startDashboard } from './start-dashboard.ts'
export type { ComponentEntry, ComponentPhase, StackEntry, StackRow, UpgradeEntry } from './stack-entries.ts'
export type { AllowedAction, ServerInfo, StreamEvent } from './stream-event.ts'
export type { OpenTopic, Publisher, TopicSource } from './topic.ts'
