/** Where the API server finds the webhooks of an operator that runs on this machine, and how they are forgotten. */
import { type AddressInfo, createServer } from 'node:net'
import type { Client } from '@kubewright/client'
import { ignoreNotFound } from '@kubewright/client'
import { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from '@kubewright/kubernetes'

/** What tells a manager where its webhooks are found: see the settings of managers. */
export const webhookVariable = 'KUBEWRIGHT_WEBHOOK_URL'

/**
 * An address of this machine with a port that is free now: the one of before, if it still is, so that what was told to the
 * cluster stays true while the operator starts anew.
 */
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
 * Removes configurations that lead to that address. An operator does so itself when it stops; one that was killed did not, and
 * nothing it looks after could be written until it is back.
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
