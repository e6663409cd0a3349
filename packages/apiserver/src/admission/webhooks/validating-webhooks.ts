/** Webhooks that may refuse a write. All are called in parallel; the first refusal is returned. */
import { internal } from '../../status/failures.ts'
import type { AdmissionPlugin, Attributes } from '../../kinds/admission.ts'
import type { WebhookDependencies } from '../matching/dependencies.ts'
import { isExemptFromWebhooks } from '../matching/exempt.ts'
import { ShownObjects } from '../matching/shown-objects.ts'
import { annotate } from './audit.ts'
import { askWebhook } from './call-webhook.ts'
import { type ConfiguredWebhook, configuredWebhooks } from './configured-webhook.ts'
import { findInvocation } from './invocation.ts'
import { WebhookCallFailure } from './rejection.ts'
import type { Reviewing } from './review.ts'

export function validatingWebhooks(dependencies: WebhookDependencies): AdmissionPlugin {
  const configurations = dependencies.collection('admissionregistration.k8s.io', 'validatingwebhookconfigurations')
  return {
    name: 'ValidatingAdmissionWebhook',
    async validate(attributes) {
      const webhooks = isExemptFromWebhooks(attributes) ? [] : configuredWebhooks(configurations)
      if (webhooks.length > 0) await validateBy(webhooks, attributes, dependencies)
    },
  }
}

interface Invocation {
  readonly webhook: ConfiguredWebhook
  readonly reviewing: Reviewing
}

async function validateBy(
  webhooks: readonly ConfiguredWebhook[],
  attributes: Attributes,
  dependencies: WebhookDependencies,
): Promise<void> {
  const objects = new ShownObjects(attributes)
  const invocations: Invocation[] = []
  for (const webhook of webhooks) {
    const reviewing = await findInvocation(webhook, attributes, objects, dependencies)
    if (reviewing !== undefined) invocations.push({ webhook, reviewing })
  }
  const refusals: unknown[] = []
  const ask = (invocation: Invocation, index: number) =>
    validateByOne(invocation, index, dependencies).catch((error: unknown) => refusals.push(error))
  await Promise.all(invocations.map(ask))
  if (refusals.length > 0) throw refusals[0]
}

async function validateByOne({ webhook, reviewing }: Invocation, index: number, dependencies: WebhookDependencies) {
  const { transport, ids } = dependencies
  try {
    await askWebhook(webhook, reviewing, { transport, ids, isMutating: false })
  } catch (error) {
    if (!(error instanceof WebhookCallFailure)) throw error
    if (webhook.failurePolicy === 'Fail') throw internal(error.message)
    const key = `failed-open.validating.webhook.admission.k8s.io/round_0_index_${index}`
    annotate(reviewing.attributes, key, webhook.name)
  }
}
