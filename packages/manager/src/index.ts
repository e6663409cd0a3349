/** One process of controllers: start order, coordination, health, metrics, tracing, shutdown. */
export {
  Counter,
  Gauge,
  Histogram,
  type MetricFamily,
  type MetricHead,
  type MetricSource,
} from '@kubewright/core/metrics'
export type { ClusterProvider, ClusterProviderHost, ProvidedClusters } from './clusters/cluster-provider.ts'
export { clusterIdentityAnnotation } from './clusters/cluster-identity.ts'
export { fromSecrets, type FromSecretsOptions, identityNamespaceAnnotation } from './clusters/from-secrets.ts'
export type {
  AddedCluster,
  ClusterConnection,
  ClusterOptions,
  ClusterPhase,
  ClusterState,
  ConnectionSource,
  ManagerClusters,
} from './clusters/manager-clusters.ts'
export {
  AccessGuard,
  type AccessReviews,
  clusterReviews,
  type GuardOptions,
  type ReviewedUser,
} from './access/access-guard.ts'
export { createManager } from './create-manager.ts'
export {
  managerChannel,
  type ManagerMessage,
  queueChannel,
  type QueueMessage,
  readyChannel,
  type ReadyMessage,
  reconcileChannel,
} from './diagnostics.ts'
export { managerErrors } from './errors.ts'
export { type CheckResult, type HealthCheck, HealthChecks, type HealthNote } from './health/health-check.ts'
export { createLogger, type LogFormat, type LoggerOptions } from './log/create-logger.ts'
export type { LogLevel } from './log/log-entry.ts'
export type {
  ControllerDescription,
  ControllerState,
  Manager,
  ManagerEndpoints,
  ManagerPhase,
  ManagerState,
  RunningManager,
} from './manager.ts'
export { formatManagerFlags, type ManagerFlags, managerFlags } from './manager-flags.ts'
export type {
  FollowedKind,
  HealthOptions,
  ManagerCacheOptions,
  ManagerOptions,
  MetricsOptions,
  ServeOptions,
} from './manager-options.ts'
export { MetricRegistry } from './metrics/metric-registry.ts'
export { formatRoles } from './permissions/format-rules.ts'
export type { RequiredRule } from './permissions/required-rule.ts'
export { requiredRules, type RequiredRulesOptions } from './permissions/required-rules.ts'
export {
  type ManagerSettings,
  managerSettings,
  type MetricsAccess,
  type PermissionPolicy,
  type Setting,
} from './settings-table.ts'
export { type ProgramOptions, runProgram } from './run-program.ts'
export { type ProcessSignal, untilSignal } from './until-signal.ts'
export type { WebhookHost, WebhookServerLike } from './webhook-server.ts'
