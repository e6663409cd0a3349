/** Webhooks by path: from request body to response body. Independent of sockets, for tests. */
import { type Clock, isKubewrightError, systemClock } from '@kubewright/core'
import type { Admission, AdmissionStep } from '../admission/admission.ts'
import { reviewAdmission } from '../admission/review-admission.ts'
import { admissionPath, conversionPath } from '../configuration/webhook-address.ts'
import { reviewConversion } from '../conversion/review-conversion.ts'
import type { WebhookObserver } from '../metrics/webhook-observer.ts'
import { statusBody } from '../review/review-status.ts'
import { admissionsIn, assertDistinct, conversionsIn, type Webhook } from '../webhook.ts'

/** The response: a review, or a Status with the reason there is none. */
export interface WebhookAnswer {
  readonly status: number
  /** JSON */
  readonly body: string
}

/** A request of the API server, without HTTP. */
export interface WebhookRequest {
  readonly path: string
  /** JSON */
  readonly body: string
  /** Aborted when the caller no longer waits for the response. */
  readonly signal?: AbortSignal
}

/** Answers requests to webhooks, without an HTTP server. Created by `createWebhookHandler`. */
export interface WebhookHandler {
  /** The paths of the webhooks: `/validate/website.web.example.dev`, `/convert`. */
  readonly paths: readonly string[]
  /** Never rejects, unless an observer throws. */
  handle(request: WebhookRequest): Promise<WebhookAnswer>
}

/** Options of `createWebhookHandler`. */
export interface WebhookHandlerOptions {
  readonly observer?: WebhookObserver
  /** @default systemClock */
  readonly clock?: Clock
}

/** Answers one review. Rejects if it is invalid. */
type Answering = (review: unknown, path: string, signal: AbortSignal | undefined) => Promise<object>

/**
 * Failure: `KW_WEBHOOK_DEFINITION` if two webhooks have the same name.
 *
 * @example
 * ```ts
 * import { Pod } from '@kubewright/kubernetes'
 *
 * const pods = defineAdmission({ for: Pod, name: 'pods.policy.example.dev', validate: { create: () => [] } })
 * const handler = createWebhookHandler([pods])
 * handler.paths // => ['/validate/pods.policy.example.dev']
 * const { status } = await handler.handle({ path: '/validate/pods.policy.example.dev', body: 'hello' })
 * status // => 400
 * ```
 */
export function createWebhookHandler(
  webhooks: readonly Webhook[],
  { observer = {}, clock = systemClock }: WebhookHandlerOptions = {},
): WebhookHandler {
  assertDistinct(webhooks)
  const answering = answeringBy(webhooks, observer, clock)
  return {
    paths: [...answering.keys()],
    async handle(request) {
      const answer = answering.get(request.path)
      if (answer === undefined) return { status: 404, body: statusBody(404, 'there is no webhook at this address') }
      const begunMs = clock.elapsed()
      observer.began?.(request.path)
      const answered = await handle(answer, request)
      observer.answered?.(request.path, answered.status, clock.elapsed() - begunMs)
      return answered
    },
  }
}

function answeringBy(
  webhooks: readonly Webhook[],
  observer: WebhookObserver,
  clock: Clock,
): ReadonlyMap<string, Answering> {
  const found = new Map<string, Answering>()
  for (const admission of admissionsIn(webhooks)) {
    for (const step of ['fill', 'validate'] as const) {
      if (admission.operations[step].length === 0) continue
      found.set(admissionPath(admission, step), answerAdmission(admission, step, observer, clock))
    }
  }
  const conversions = conversionsIn(webhooks)
  if (conversions.length > 0) {
    found.set(conversionPath, (review, path) =>
      reviewConversion(conversions, review, {
        failed: (error, call) => observer.failed?.('conversion', path, error, call),
      }),
    )
  }
  return found
}

function answerAdmission(
  admission: Admission,
  step: AdmissionStep,
  observer: WebhookObserver,
  clock: Clock,
): Answering {
  return (review, path, signal) =>
    reviewAdmission(admission, review, {
      step,
      clock,
      failed: (error, call) => observer.failed?.('admission', path, error, call),
      ...(signal === undefined ? {} : { signal }),
    })
}

async function handle(answer: Answering, { path, body, signal }: WebhookRequest): Promise<WebhookAnswer> {
  try {
    return { status: 200, body: JSON.stringify(await answer(parse(body), path, signal)) }
  } catch (error) {
    const status = isKubewrightError(error, 'KW_WEBHOOK_REVIEW') ? 400 : 500
    return { status, body: statusBody(status, error instanceof Error ? error.message : String(error)) }
  }
}

/** Invalid JSON is rejected later, as an invalid review. */
function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
