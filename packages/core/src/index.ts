/** The object model every other package stands on. No network, no disk, no third-party code. */
export { type Clock, systemClock } from './clock.ts'
export { type Condition, type ConditionStatus, no, unknown, type Verdict, yes } from './condition.ts'
export { deepClone } from './deep-clone.ts'
export { deepEqual } from './deep-equal.ts'
export { deepFreeze } from './deep-freeze.ts'
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
export {
  type AnyFieldSelector,
  compileFieldSelector,
  type FieldMatcher,
  type FieldRequirement,
  formatFieldSelector,
  parseFieldSelector,
} from './field-selector.ts'
export { formatApiVersion, type GroupVersion, type GroupVersionKind, parseApiVersion } from './group-version-kind.ts'
export { type Ids, nameSuffix, seededIds, systemIds } from './ids.ts'
export { isJsonObject, type JsonArray, type JsonObject, type JsonValue, setOwn } from './json.ts'
export type { LabelMatcher, LabelOperator, LabelRequirement, Labels } from './label-requirement.ts'
export {
  type AnyLabelSelector,
  compileLabelSelector,
  formatLabelSelector,
  labelRequirements,
  type LabelExpression,
  type LabelSelector,
  toLabelSelector,
} from './label-selector.ts'
export { parseLabelSelector } from './label-selector-parser.ts'
export type { AuthoredMeta, KubeObject, ListMeta, ManagedFieldsEntry, ObjectMeta } from './object-meta.ts'
export { isValidName, nameProblems, namePrefixProblems, type NameRule } from './object-name.ts'
export type { OwnerReference } from './owner-reference.ts'
export { type Random, randomInt, seededRandom, systemRandom, withJitter } from './random.ts'
export { formatRef, parseRef, type Ref, refOf } from './reference.ts'
export { compareResourceVersions, isResourceVersion } from './resource-version.ts'
export { type Deadline, deadline, sleep } from './sleep.ts'
