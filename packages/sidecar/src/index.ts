/** Containers that a resource injects into the pods of any workload, by an admission webhook. */
export { readAnswerText } from './answer-text.ts'
export { literalText } from './literal-text.ts'
export { injectionAnnotation, injectLabel } from './names.ts'
export {
  cannotInject,
  replaceOutdatedPods,
  reportInjectionProblem,
  sidecarPods,
  type SidecarPods,
  sidecarWatching,
  type SidecarWatching,
} from './replace-pods.ts'
export { selectorProblem } from './selection.ts'
export {
  hasSidecar,
  isSidecarReady,
  type PodAdditions,
  type PodParts,
  runsToCompletion,
  type Sidecar,
  type SidecarNames,
  type SidecarObject,
} from './sidecar.ts'
export { sidecarAdmission, type SidecarAdmissionOptions } from './sidecar-admission.ts'
export { sidecarSpec, type SidecarSpec, sidecarStatus, type SidecarStatus } from './sidecar-fields.ts'
