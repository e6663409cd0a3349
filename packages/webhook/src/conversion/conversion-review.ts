/** ConversionReview of `apiextensions.k8s.io/v1`: objects of one kind to convert to another version. */
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { notReview, requestOf, textAt } from '../review/read-json.ts'
import type { ReviewStatus } from '../review/review-status.ts'

/** The version of the conversion API. */
export const conversionReviewVersion = 'apiextensions.k8s.io/v1'

/** The response: all objects in the order of the request, or the failure. */
export interface ConversionReview {
  readonly apiVersion: typeof conversionReviewVersion
  readonly kind: 'ConversionReview'
  readonly response: {
    readonly uid: string
    readonly result: ReviewStatus
    readonly convertedObjects: readonly object[]
  }
}

/** The validated request. */
export interface ConversionRequest {
  readonly uid: string
  /** `disks.example.dev/v1` */
  readonly desiredApiVersion: string
  readonly objects: readonly JsonObject[]
}

const what = 'a ConversionReview'

/** Failure: `KW_WEBHOOK_REVIEW` names the invalid field. */
export function parseConversionReview(review: unknown): ConversionRequest {
  const request = requestOf(review, conversionReviewVersion, 'ConversionReview')
  const { objects } = request
  if (!Array.isArray(objects)) throw notReview(what, 'objects is not a list')
  const at = objects.findIndex((object) => !isJsonObject(object))
  if (at >= 0) throw notReview(what, `objects[${at}] is not an object`)
  return {
    uid: textAt(request, 'uid', what),
    desiredApiVersion: textAt(request, 'desiredAPIVersion', what),
    objects: objects as readonly JsonObject[],
  }
}
