/** An embeddable Kubernetes API server: `startApiServer`, its options and the types it returns. */
export type { ApiServer, ApiServerOptions, Endpoint, ListenAddress, TransportOptions } from './api-server.ts'
export type { User } from './identity/user.ts'
export type { AuditEvent, AuditLevel, AuditStage } from './audit/audit-event.ts'
export type { AuditStream, AuditStreamOptions } from './audit/audit-log.ts'
export type { AuditPolicy, AuditResources, AuditRule } from './audit/audit-policy.ts'
export type { PodLogRequest, PodLogs } from '@kubewright/core/containers'
export type {
  PodAttachRequest,
  PodExecRequest,
  PodForwardRequest,
  PodProcess,
  PodStreams,
} from '@kubewright/core/containers'
export type { Fault } from './faults/fault.ts'
export type { FaultStatus } from './faults/fault-status.ts'
export type { Faults, StaleMatch, WatchMatch } from './faults/faults.ts'
export type { FaultVerb, KindName, RequestMatch } from './faults/request-match.ts'
export type { LocalRequest, LocalResponse, LocalTransport } from './http/local-transport.ts'
export type { LocalCall, LocalWebhook } from './outbound/local-webhooks.ts'
export type { WebhookAddress, WebhookAnswer, WebhookRequest, WebhookTransport } from './outbound/webhook-transport.ts'
export { loadApiServer } from './load-api-server.ts'
export { startApiServer } from './start-api-server.ts'
