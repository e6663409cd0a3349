/** AdmissionReview of `admission.k8s.io/v1`: request and response. */
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { notReview, objectAt, requestOf, textAt, textOrEmpty } from '../review/read-json.ts'
import type { ReviewStatus } from '../review/review-status.ts'
import type { Caller, Operation } from './admitted.ts'

/** The version of the admission API. */
export const admissionReviewVersion = 'admission.k8s.io/v1'

/** The response to the API server. */
export interface AdmissionReview {
  readonly apiVersion: typeof admissionReviewVersion
  readonly kind: 'AdmissionReview'
  readonly response: AdmissionResponse & { readonly uid: string }
}

/** The `response` of an AdmissionReview: whether the write is allowed, with a patch and warnings. */
export interface AdmissionResponse {
  readonly allowed: boolean
  readonly status?: ReviewStatus
  /** A JSON Patch, in base64. */
  readonly patch?: string
  readonly patchType?: 'JSONPatch'
  readonly warnings?: readonly string[]
}

/** The validated request. */
export interface AdmissionRequest {
  readonly uid: string
  readonly resource: { readonly group: string; readonly version: string; readonly resource: string }
  readonly kind: { readonly group: string; readonly version: string; readonly kind: string }
  readonly subresource: string
  readonly name: string
  readonly namespace: string
  readonly operation: Operation
  readonly caller: Caller
  readonly isDryRun: boolean
  /** Set for create and update. */
  readonly object: JsonObject | undefined
  /** Set for update and delete. */
  readonly previous: JsonObject | undefined
}

const what = 'an AdmissionReview'

/** Failure: `KW_WEBHOOK_REVIEW` names the invalid field. */
export function parseAdmissionReview(review: unknown): AdmissionRequest {
  const request = requestOf(review, admissionReviewVersion, 'AdmissionReview')
  const operation = operationOf(request)
  const [resource, kind] = [objectAt(request, 'resource', what), objectAt(request, 'kind', what)]
  const group = (one: JsonObject) => ({ group: textOrEmpty(one, 'group'), version: textAt(one, 'version', what) })
  return {
    uid: textAt(request, 'uid', what),
    resource: { ...group(resource), resource: textAt(resource, 'resource', what) },
    kind: { ...group(kind), kind: textAt(kind, 'kind', what) },
    subresource: textOrEmpty(request, 'subResource'),
    name: textOrEmpty(request, 'name'),
    namespace: textOrEmpty(request, 'namespace'),
    operation,
    caller: callerOf(request),
    isDryRun: request['dryRun'] === true,
    object: operation === 'DELETE' ? undefined : objectAt(request, 'object', what),
    previous: operation === 'CREATE' ? undefined : objectAt(request, 'oldObject', what),
  }
}

const operations: readonly string[] = ['CREATE', 'UPDATE', 'DELETE'] satisfies Operation[]

function operationOf(request: JsonObject): Operation {
  const operation = textAt(request, 'operation', what)
  if (operations.includes(operation)) return operation as Operation
  throw notReview(what, `operation is ${JSON.stringify(operation)}, not one of ${operations.join(', ')}`)
}

function callerOf(request: JsonObject): Caller {
  const info = request['userInfo']
  if (!isJsonObject(info)) return { user: '', groups: [], extra: {} }
  const extra = isJsonObject(info['extra']) ? info['extra'] : {}
  return {
    user: textOrEmpty(info, 'username'),
    groups: textsOf(info['groups']),
    extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, textsOf(values)])),
  }
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}
