/** Admission and conversion webhooks as functions, and the HTTPS server with certificates that rotate. */
export type { Admission, AdmissionScope, AdmissionStep, FailurePolicy, Findings } from './admission/admission.ts'
export type { AdmissionResponse, AdmissionReview } from './admission/admission-review.ts'
export type { AdmissionCall, Admitted, Caller, Filled, FilledPart, Operation } from './admission/admitted.ts'
export { type AdmissionOptions, defineAdmission } from './admission/define-admission.ts'
export { reviewAdmission, type ReviewAdmissionOptions } from './admission/review-admission.ts'
export type { CertificateFiles } from './certificates/certificate-files.ts'
export type { CertificateLifetimes } from './certificates/certificate-lifetimes.ts'
export { installWebhooks, type InstallOptions, removeWebhooks } from './configuration/install-webhooks.ts'
export { conversionWebhook, type ServiceAddress, type WebhookAddress } from './configuration/webhook-address.ts'
export {
  type WebhookConfiguration,
  type WebhookConfigurationOptions,
  webhookConfigurations,
} from './configuration/webhook-configurations.ts'
export { type Conversion, type ConvertibleKind, defineConversion } from './conversion/conversion.ts'
export type { ConversionReview } from './conversion/conversion-review.ts'
export { reviewConversion, type ReviewConversionOptions } from './conversion/review-conversion.ts'
export { webhookErrors } from './errors.ts'
export { type Finding, type Problem, problem, type Warning, warning } from './finding.ts'
export type { ReviewStatus, StatusCause, StatusDetails } from './review/review-status.ts'
export { type WebhookMetrics, webhookMetrics } from './metrics/webhook-metrics.ts'
export type { WebhookObserver } from './metrics/webhook-observer.ts'
export type { ServerLimits } from './server/server-limits.ts'
export {
  createWebhookHandler,
  type WebhookAnswer,
  type WebhookHandler,
  type WebhookHandlerOptions,
  type WebhookRequest,
} from './server/webhook-handler.ts'
export { createWebhookServer, type WebhookServer, type WebhookServerHost } from './server/webhook-server.ts'
export type {
  IssuedCertificateOptions,
  WebhookInstallation,
  WebhookServerOptions,
} from './server/webhook-server-options.ts'
export type { Webhook } from './webhook.ts'
export type { WebhookCluster } from './webhook-cluster.ts'
