/** The object model that every other package builds on. No network, no disk, no third-party code. See decision 0002. */
export { type Clock, systemClock } from './time/clock.ts'
export {
  type Condition,
  findCondition,
  isConditionFalse,
  isConditionTrue,
  no,
  removeCondition,
  setCondition,
  unknown,
  type Verdict,
  yes,
} from './object/condition.ts'
export { type Duration, formatDuration, parseDuration, toMs } from './time/duration.ts'
export { type ErrorCode, isKubewrightError, KubewrightError } from './error.ts'
export type { LabelExpression, LabelSelector } from './selectors/label-selector.ts'
export { type LogFields, type Logger, silentLogger } from './logger.ts'
export type { AuthoredMeta, KubeObject, ManagedFieldsEntry, ObjectMeta } from './object/object-meta.ts'
export { controllerOf, type OwnerReference, ownerReferenceTo } from './object/owner-reference.ts'
export { formatRef, type Ref, refOf } from './object/reference.ts'
export { sleep } from './time/sleep.ts'
// The types of the sub-paths are loaded with the index, so that the compiler can name them in declarations: decision 0433.
export type {} from './certificates.ts'
export type {} from './error-registry.ts'
export type {} from './go.ts'
export type {} from './input.ts'
export type {} from './json.ts'
export type {} from './object.ts'
export type {} from './quantities.ts'
export type {} from './random.ts'
export type {} from './selectors.ts'
export type {} from './tasks.ts'
export type {} from './time.ts'
