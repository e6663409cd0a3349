/** Calls one webhook for one write. */
import type { Ids } from '@kubewright/core/random'
import { readAnswer } from '../../outbound/rest-answer.ts'
import { WebhookClientError, type WebhookTransport } from '../../outbound/webhook-transport.ts'
import type { Attributes } from '../../kinds/admission.ts'
import { annotate } from './audit.ts'
import type { ConfiguredWebhook } from './configured-webhook.ts'
import { dryRunUnsupported, rejection, WebhookCallFailure } from './rejection.ts'
import { formatReview, type Reviewing, type ReviewVersion, reviewVersion } from './review.ts'
import { InvalidAnswer, readReviewAnswer, type ReviewAnswer } from './review-answer.ts'

export interface Asking {
  readonly transport: WebhookTransport
  readonly ids: Ids
  readonly isMutating: boolean
}

/**
 * Returns the answer of a webhook that allows the write.
 *
 * Failure: throws a `WebhookCallFailure`, or a `StatusError` if the webhook refuses.
 */
export async function askWebhook(
  webhook: ConfiguredWebhook,
  reviewing: Reviewing,
  asking: Asking,
): Promise<ReviewAnswer> {
  const { attributes } = reviewing
  if (attributes.isDryRun && !['None', 'NoneOnDryRun'].includes(webhook.sideEffects ?? '')) {
    throw dryRunUnsupported(webhook.name)
  }
  const version = reviewVersion(webhook.reviewVersions)
  if (version === undefined) {
    const why =
      'could not create admission objects: webhook does not accept known AdmissionReview versions (v1, v1beta1)'
    throw new WebhookCallFailure(webhook.name, why)
  }
  const uid = asking.ids.uuid()
  const body = await send(webhook, formatReview(uid, version, reviewing), asking)
  const answer = await read(webhook, body, { uid, version, isMutating: asking.isMutating })
  publish(webhook, attributes, answer)
  if (!answer.isAllowed) throw rejection(webhook.name, answer.status)
  return answer
}

async function send(webhook: ConfiguredWebhook, body: string, { transport }: Asking): Promise<Buffer> {
  const { name, address, timeoutSeconds } = webhook
  try {
    const query = { timeout: `${timeoutSeconds}s` }
    return readAnswer(await transport({ address, query, body, timeoutMs: timeoutSeconds * 1_000 }))
  } catch (error) {
    const { message } = error as Error
    const step = error instanceof WebhookClientError ? 'could not get REST client' : 'failed to call webhook'
    throw new WebhookCallFailure(name, `${step}: ${message}`)
  }
}

async function read(
  { name }: ConfiguredWebhook,
  body: Buffer,
  asked: { uid: string; version: ReviewVersion; isMutating: boolean },
): Promise<ReviewAnswer> {
  try {
    return await readReviewAnswer(body, asked)
  } catch (error) {
    const { message } = error as Error
    const step = error instanceof InvalidAnswer ? 'received invalid webhook response' : 'failed to call webhook'
    throw new WebhookCallFailure(name, `${step}: ${message}`)
  }
}

/** Warnings and audit annotations count even if the webhook refuses. */
function publish({ name }: ConfiguredWebhook, attributes: Attributes, answer: ReviewAnswer): void {
  for (const [key, value] of Object.entries(answer.auditAnnotations)) annotate(attributes, `${name}/${key}`, value)
  for (const warning of answer.warnings) attributes.warn(warning)
}
