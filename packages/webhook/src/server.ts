/** Parts of the webhook server: its handler, certificates, limits, metrics. */
export type { CertificateFiles } from './certificates/certificate-files.ts'
export type { CertificateLifetimes } from './certificates/certificate-lifetimes.ts'
export { webhookMetrics, type WebhookMetrics } from './metrics/webhook-metrics.ts'
export type { FailedCall, WebhookObserver } from './metrics/webhook-observer.ts'
export type { ServerLimits } from './server/server-limits.ts'
export {
  createWebhookHandler,
  type WebhookAnswer,
  type WebhookHandler,
  type WebhookHandlerOptions,
  type WebhookRequest,
} from './server/webhook-handler.ts'
export type { IssuedCertificateOptions } from './server/webhook-server-options.ts'
export type { WebhookServerHost } from './server/webhook-server.ts'
