/** The webhooks of a cluster: functions in the test's process that the API server calls without a network. */
import type { ApiServerOptions, LocalWebhook } from '@kubewright/apiserver'
import type { Client } from '@kubewright/client'
import type { Clock } from '@kubewright/core'
import type { CustomResourceDefinition } from '@kubewright/resource'
import { type Conversion, conversionWebhook, defineConversion, type Webhook } from '@kubewright/webhook'
import { installWebhooks } from '@kubewright/webhook/configuration'
import { createWebhookHandler } from '@kubewright/webhook/server'
import type { ClusterOptions, Definable } from './cluster.ts'
import { WebhookFailures } from './webhook-failures.ts'

/** Nothing listens at this address: the server calls such webhooks in the process. */
const address = { url: 'https://webhooks.test' }
const host = 'webhooks.test:443'

export class ClusterWebhooks {
  readonly #webhooks: readonly Webhook[]
  readonly #clock: Clock
  readonly #failures = new WebhookFailures()

  constructor({ webhooks = [], resources = [] }: Pick<ClusterOptions, 'webhooks' | 'resources'>, clock: Clock) {
    const named = webhooks.map(({ name }) => name)
    const conversions = resources.flatMap(conversionOf).filter(({ name }) => !named.includes(name))
    this.#webhooks = [...webhooks, ...conversions]
    this.#clock = clock
  }

  get serverOptions(): Pick<ApiServerOptions, 'webhooks'> {
    if (this.#webhooks.length === 0) return {}
    const handler = createWebhookHandler(this.#webhooks, {
      clock: this.#clock,
      observer: { failed: (_, __, error, call) => this.#failures.note(error, call) },
    })
    const answer: LocalWebhook = async (call) => {
      const { status, body } = await handler.handle(call)
      return { status, body: Buffer.from(body), contentType: 'application/json' }
    }
    return { webhooks: new Map([[host, answer]]) }
  }

  /** A client whose errors have the failure of a webhook's function as their cause. */
  explaining(client: Client): Client {
    return this.#webhooks.length === 0 ? client : this.#failures.explaining(client)
  }

  /** The CRD of a kind, with its conversion webhook if it has one. */
  crdOf(resource: Definable): CustomResourceDefinition {
    const isConverted = this.#webhooks.some(
      ({ type, name }) => type === 'conversion' && name === `${resource.plural}.${resource.group}`,
    )
    return isConverted ? resource.crd({ conversion: conversionWebhook(address) }) : resource.crd()
  }

  async install(client: Client): Promise<void> {
    if (this.#webhooks.length > 0) await installWebhooks(client, this.#webhooks, { name: 'webhooks', ...address })
  }
}

/** Only for resources that can convert themselves. */
function conversionOf(resource: Definable): readonly Conversion[] {
  const { group, kind, plural, versions = [] } = resource
  if (kind === undefined || versions.length < 2 || resource.convert === undefined) return []
  const convert = (object: unknown, version: string) => resource.convert!(object, version)
  return [defineConversion({ for: { group, kind, plural, versions, convert } })]
}
