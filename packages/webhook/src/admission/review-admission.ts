/**
 * Answers an AdmissionReview: an admission webhook without the HTTP server.
 *
 * Guarantees
 * - There is always a response, before the API server's timeout, whatever a function does.
 * - Functions cannot mutate their arguments: objects are frozen.
 */
import { type Clock, systemClock } from '@kubewright/core'
import { deepFreeze, diffJson, isJsonObject, type JsonObject } from '@kubewright/core/json'
import { onAbort } from '@kubewright/core/tasks'
import { deadline } from '@kubewright/core/time'
import { webhookErrors } from '../errors.ts'
import { type Finding, formatFinding, type Problem, warningText } from '../finding.ts'
import type { FailedCall } from '../metrics/webhook-observer.ts'
import { notReview } from '../review/read-json.ts'
import { failure } from '../review/review-status.ts'
import type { Admission, AdmissionStep } from './admission.ts'
import {
  type AdmissionRequest,
  type AdmissionResponse,
  type AdmissionReview,
  admissionReviewVersion,
  parseAdmissionReview,
} from './admission-review.ts'
import type { AdmissionCall } from './admitted.ts'
import { fillIn } from './fill-in.ts'
import { refusal } from './refusal.ts'

/** Options of `reviewAdmission`. */
export interface ReviewAdmissionOptions {
  /**
   * The requested step. The API server calls each one separately, and accepts no patch from validating webhooks.
   *
   * @default both, one after the other
   */
  readonly step?: AdmissionStep
  /** @default systemClock */
  readonly clock?: Clock
  /** Aborted when the caller no longer waits for the response. */
  readonly signal?: AbortSignal
  /** Receives errors of functions that throw, exceed the timeout or return an invalid value. */
  readonly failed?: (error: unknown, call: FailedCall) => void
}

type Metadata = Readonly<Record<'name' | 'generateName', string>>

/** At the full timeout the API server gives up by itself, with a less specific message. */
const shareOfTimeout = 0.9

/**
 * Failure: rejects with `KW_WEBHOOK_REVIEW` if `review` is not a review, or is for another kind. Everything else is a
 * response.
 *
 * @example
 * ```ts
 * import { ConfigMap } from '@kubewright/kubernetes'
 *
 * const maps = defineAdmission({
 *   for: ConfigMap,
 *   name: 'maps.policy.example.dev',
 *   validate: { delete: (map, { user }) => (user === 'alice' ? [] : [problem('', `${map.metadata.name} is hers`)]) },
 * })
 * const { response } = await reviewAdmission(maps, {
 *   apiVersion: 'admission.k8s.io/v1',
 *   kind: 'AdmissionReview',
 *   request: {
 *     uid: '1',
 *     operation: 'DELETE',
 *     name: 'plans',
 *     kind: { group: '', version: 'v1', kind: 'ConfigMap' },
 *     resource: { group: '', version: 'v1', resource: 'configmaps' },
 *     userInfo: { username: 'bob' },
 *     oldObject: { metadata: { name: 'plans' } },
 *   },
 * })
 * response.status?.message // => 'configmaps "plans" is forbidden: plans is hers'
 * ```
 */
export async function reviewAdmission(
  admission: Admission,
  review: unknown,
  options: ReviewAdmissionOptions = {},
): Promise<AdmissionReview> {
  const request = parseAdmissionReview(review)
  checkKind(admission, request)
  const response = await respond(admission, request, options)
  return {
    apiVersion: admissionReviewVersion,
    kind: 'AdmissionReview',
    response: { uid: request.uid, ...response },
  }
}

/** A typed function must never receive an object of another type. */
function checkKind({ name, resources, subresources }: Admission, { resource, subresource }: AdmissionRequest): void {
  const isKnown = resources.some(
    (one) => one.group === resource.group && one.version === resource.version && one.plural === resource.resource,
  )
  const isMeant = subresources.length === 0 ? subresource === '' : subresources.includes(subresource)
  if (isKnown && isMeant) return
  const asked = [resource.resource, subresource].filter((one) => one !== '').join('/')
  const about = `${asked} of ${resource.group === '' ? '' : `${resource.group}/`}${resource.version}`
  const next = 'Apply the webhook configuration of this program again: its rules name only what the webhook handles.'
  throw notReview('an AdmissionReview', `it is for ${about}, which ${name} does not handle`, next)
}

async function respond(
  admission: Admission,
  request: AdmissionRequest,
  { clock = systemClock, signal, step, failed }: ReviewAdmissionOptions,
): Promise<AdmissionResponse> {
  const limitMs = admission.timeoutSeconds * 1_000 * shareOfTimeout
  using time = deadline(clock, limitMs, () => tooSlow(admission), signal)
  try {
    const { operation, isDryRun, subresource, name, namespace, caller } = request
    const call = { ...caller, operation, isDryRun, subresource, name, namespace, signal: time.signal }
    return await beforeAbort(judge(admission, request, call, step), time.signal)
  } catch (error) {
    failed?.(error, { name: admission.name, object: describeObject(request), operation: request.operation })
    return whenFailed(admission, error)
  }
}

/** `ConfigMap default/settings`; `ConfigMap default/settings-…` if the server will complete the name. */
function describeObject({ kind, name, namespace, object, previous }: AdmissionRequest): string {
  const metadata = (object ?? previous)?.['metadata']
  const { name: own = name, generateName = '' } = (isJsonObject(metadata) ? metadata : {}) as Partial<Metadata>
  const known = own === '' ? `${generateName}…` : own
  return `${kind.kind} ${namespace === '' ? known : `${namespace}/${known}`}`
}

async function judge(
  admission: Admission,
  request: AdmissionRequest,
  call: AdmissionCall,
  step: AdmissionStep | undefined,
): Promise<AdmissionResponse> {
  const object = deepFreeze(request.object)
  const filled = step === 'validate' ? object : await fill(admission, object, call)
  const findings = step === 'fill' ? [] : await validate(admission, { ...request, object: filled }, call)
  const problems = findings.filter((one): one is Problem => one.isWarning !== true)
  const warnings = findings.filter(({ isWarning }) => isWarning).map((one) => warningText(formatFinding(one)))
  const more = warnings.length === 0 ? {} : { warnings }
  if (problems.length > 0) return { allowed: false, status: refusal(request, problems), ...more }
  return { allowed: true, ...patchOf(object, filled), ...more }
}

async function fill(
  { functions, operations }: Admission,
  object: JsonObject | undefined,
  call: AdmissionCall,
): Promise<JsonObject | undefined> {
  if (object === undefined || functions.fill === undefined || !operations.fill.includes(call.operation)) return object
  return deepFreeze(fillIn(object, await functions.fill(object, call)))
}

async function validate(
  { functions }: Admission,
  { object, previous }: AdmissionRequest,
  call: AdmissionCall,
): Promise<readonly Finding[]> {
  const findings: unknown = await functions.validate[call.operation]?.({ object, previous: deepFreeze(previous) }, call)
  if (findings === undefined && functions.validate[call.operation] === undefined) return []
  if (Array.isArray(findings) && findings.every(isFinding)) return findings
  throw webhookErrors('KW_WEBHOOK_ANSWER', {
    what: `use the result of \`validate.${call.operation.toLowerCase()}\``,
    why: 'it is not a list of problems',
    next: 'Return `[problem(path, message)]`, or `[]` to allow the request.',
  })
}

function isFinding(value: unknown): value is Finding {
  const { path, message } = (value ?? {}) as Partial<Finding>
  return typeof path === 'string' && typeof message === 'string'
}

function patchOf(before: JsonObject | undefined, after: JsonObject | undefined): Partial<AdmissionResponse> {
  if (before === undefined || after === undefined) return {}
  const patch = diffJson(before, after)
  if (patch.length === 0) return {}
  return { patch: Buffer.from(JSON.stringify(patch)).toString('base64'), patchType: 'JSONPatch' }
}

/** Once it has a response, the API server cannot tell a rejection from a failure, so the failure policy is applied here. */
function whenFailed({ name, failurePolicy }: Admission, error: unknown): AdmissionResponse {
  const why = error instanceof Error ? error.message : String(error)
  if (failurePolicy === 'Ignore') {
    return { allowed: true, warnings: [warningText(`${name} failed, and was ignored: ${why}`)] }
  }
  return { allowed: false, status: failure(500, `${name} failed: ${why}`) }
}

function tooSlow({ name, timeoutSeconds }: Admission): Error {
  return webhookErrors('KW_WEBHOOK_TIMEOUT', {
    what: `answer for ${name}`,
    why: `its functions took too long, and the API server waits for ${timeoutSeconds}s`,
    next: 'Pass `signal` to every call that can block, or give the admission a longer `timeout`.',
    details: { admission: name },
  })
}

/** Settles like `work`, or rejects with the signal's reason if that comes first. */
function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error)
    const listening = onAbort(signal, () => reject(signal.reason as Error))
    work.then(resolve, reject).finally(() => listening[Symbol.dispose]())
  })
}
