/** Reviews as functions: the request of an API server in, its answer out. */
export type { AdmissionResponse, AdmissionReview } from './admission/admission-review.ts'
export { reviewAdmission, type ReviewAdmissionOptions } from './admission/review-admission.ts'
export type { ConversionReview } from './conversion/conversion-review.ts'
export type { ConvertibleKind } from './conversion/conversion.ts'
export { reviewConversion, type ReviewConversionOptions } from './conversion/review-conversion.ts'
export type { ReviewStatus, StatusCause, StatusDetails } from './review/review-status.ts'
