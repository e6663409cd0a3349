/** The request to a webhook: an AdmissionReview. */
import type { JsonObject } from '@kubewright/core/json'
import type { ServedKind } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import type { Attributes } from '../../kinds/admission.ts'
import { admissionCircumstances, admissionRequest } from '../matching/admission-request.ts'

/** The versions of AdmissionReview that this server supports. */
export type ReviewVersion = 'v1' | 'v1beta1'

/** The first version that both sides support. */
export function reviewVersion(accepted: readonly string[]): ReviewVersion | undefined {
  return accepted.find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1')
}

export interface Reviewing {
  readonly attributes: Attributes
  /** The version of the objects in the review. */
  readonly version: ServedKind
  readonly object: Draft | undefined
  readonly oldObject: Draft | undefined
}

/** The body of the request. */
export function formatReview(uid: string, review: ReviewVersion, reviewing: Reviewing): string {
  const { attributes, version, object, oldObject } = reviewing
  const request: JsonObject = {
    uid,
    ...admissionRequest(attributes, version),
    object: (object ?? null) as JsonObject | null,
    oldObject: (oldObject ?? null) as JsonObject | null,
    ...admissionCircumstances(attributes),
  }
  return `${JSON.stringify({ kind: 'AdmissionReview', apiVersion: `admission.k8s.io/${review}`, request })}\n`
}
