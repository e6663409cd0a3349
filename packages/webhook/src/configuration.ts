/** How a cluster learns of webhooks: their configurations, installed or as manifests. */
export { type InstallOptions, installWebhooks, removeWebhooks } from './configuration/install-webhooks.ts'
export type { ServiceAddress } from './configuration/webhook-address.ts'
export {
  type WebhookConfiguration,
  type WebhookConfigurationOptions,
  webhookConfigurations,
} from './configuration/webhook-configurations.ts'
export type { WebhookInstallation } from './server/webhook-server-options.ts'
export type { WebhookCluster } from './webhook-cluster.ts'
