/** The CA bundles in all installed configurations, for the certificate keeper. */
import { type InstalledWebhooks, readInstalled, writeInstalled } from '../configuration/install-webhooks.ts'
import { type WebhookConfigurationOptions, webhookConfigurations } from '../configuration/webhook-configurations.ts'
import { conversionsIn, type Webhook } from '../webhook.ts'
import type { WebhookCluster } from '../webhook-cluster.ts'
import type { TrustedBundles } from './certificate-keeper.ts'

export async function readBundles(
  cluster: WebhookCluster,
  webhooks: readonly Webhook[],
  options: WebhookConfigurationOptions,
  signal: AbortSignal,
): Promise<TrustedBundles> {
  const installed = await readInstalled(cluster, webhooks, { name: options.name, signal })
  return {
    bundles: bundlesIn(installed, placesOf(webhooks, options)),
    put: (caBundle) => writeInstalled(cluster, webhooks, { ...options, caBundle, signal }, installed),
  }
}

/** The expected number of bundles, so that a missing one is detected. */
function placesOf(webhooks: readonly Webhook[], options: WebhookConfigurationOptions): number {
  const entries = webhookConfigurations(webhooks, options).flatMap(({ object }) => object.webhooks ?? [])
  return entries.length + conversionsIn(webhooks).length
}

function bundlesIn({ configurations, definitions }: InstalledWebhooks, places: number): readonly string[] {
  const found = [
    ...configurations.flatMap(({ object }) => object.webhooks ?? []).map(({ clientConfig }) => clientConfig.caBundle),
    ...definitions.map(({ spec }) => spec.conversion?.webhook?.clientConfig?.caBundle),
  ].map((bundle) => Buffer.from(bundle ?? '', 'base64').toString('utf8'))
  return found.length < places ? [...found, ''] : found
}
