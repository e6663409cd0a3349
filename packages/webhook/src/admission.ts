/** Types of the parts of an admission webhook. */
export type { AdmissionScope, AdmissionStep } from './admission/admission.ts'
export type { Admitted, Caller, Filled, FilledPart, Operation } from './admission/admitted.ts'
