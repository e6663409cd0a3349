/** The webhook address of an operator on this machine, and the removal of its webhook configurations. */
import { type AddressInfo, createServer } from 'node:net'
import type { Client } from '@kubewright/client'
import { ignoreNotFound } from '@kubewright/client'
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '@kubewright/kubernetes'

/** The variable with the webhook URL: see the settings of managers. */
export const webhookVariable = 'KUBEWRIGHT_WEBHOOK_URL'

/** A local address with a free port: the previous one if possible, so that registered webhooks stay valid across restarts. */
export async function webhookAddress(before: string | undefined): Promise<string> {
  const port = before === undefined ? 0 : Number(new URL(before).port)
  return `https://127.0.0.1:${await freePort(port).catch(() => freePort(0))}`
}

function freePort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, '127.0.0.1', () => {
      const { port: found } = probe.address() as AddressInfo
      probe.close(() => resolve(found))
    })
  })
}

/**
 * Removes webhook configurations with that address. An operator does so when it stops; after a kill they would remain and block
 * every write to its kinds until it is back.
 */
export async function forgetWebhooks(client: Client, address: string): Promise<void> {
  for (const kind of [MutatingWebhookConfiguration, ValidatingWebhookConfiguration] as const) {
    const { items } = await client.list(kind)
    for (const { metadata, webhooks = [] } of items) {
      if (!webhooks.some(({ clientConfig }) => clientConfig.url?.startsWith(`${address}/`) === true)) continue
      await client.delete(kind, { name: metadata.name }).catch(ignoreNotFound)
    }
  }
}
