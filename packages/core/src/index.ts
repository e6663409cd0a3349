/** The object model every other package stands on. No network, no disk, no third-party code. */
export { type Clock, systemClock } from './clock.ts'
export { type Condition, type ConditionStatus, no, unknown, type Verdict, yes } from './condition.ts'
export type { DeepReadonly } from './deep-readonly.ts'
export { type Duration, formatDuration, parseDuration, toMs } from './duration.ts'
export {
  defineErrors,
  type ErrorCode,
  type ErrorEntry,
  type Errors,
  type Fault,
  isKubewrightError,
  KubewrightError,
} from './error.ts'
export { formatApiVersion, type GroupVersion, type GroupVersionKind, parseApiVersion } from './group-version-kind.ts'
export { type Ids, nameSuffix, seededIds, systemIds } from './ids.ts'
export type { AuthoredMeta, KubeObject, ListMeta, ManagedFieldsEntry, ObjectMeta } from './object-meta.ts'
export type { OwnerReference } from './owner-reference.ts'
export { type Random, randomInt, seededRandom, systemRandom, withJitter } from './random.ts'
export { formatRef, parseRef, type Ref, refOf } from './reference.ts'
export { type Deadline, deadline, sleep } from './sleep.ts'
