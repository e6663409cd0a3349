/** The object model that every other package builds on. No network, no disk, no third-party code. */
export { onAbort } from './abort-listener.ts'
export { addressBytes } from './address-bytes.ts'
export { type Clock, systemClock } from './clock.ts'
export {
  type Condition,
  type ConditionChange,
  type ConditionStatus,
  findCondition,
  isConditionFalse,
  isConditionTrue,
  no,
  removeCondition,
  setCondition,
  unknown,
  type Verdict,
  yes,
} from './condition.ts'
export { escapeControls, type EscapeControlsOptions } from './control-characters.ts'
export { deepClone } from './deep-clone.ts'
export { deepEqual } from './deep-equal.ts'
export { deepFreeze } from './deep-freeze.ts'
export type { AlreadyReadonly, DeepReadonly } from './deep-readonly.ts'
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
export { type Form, type FormFields, type FormProblem, form, formatProblems } from './form.ts'
export {
  compareVersionPriority,
  formatApiVersion,
  formatGroupResource,
  type GroupVersion,
  type GroupVersionKind,
  isSameKind,
  parseApiVersion,
  type TypeMeta,
} from './group-version-kind.ts'
export { type Ids, nameSuffix, seededIds, systemIds } from './ids.ts'
export { getOwn, isJsonObject, type JsonArray, type JsonLike, type JsonObject, type JsonValue, setOwn } from './json.ts'
export { diffJson } from './json-diff.ts'
export { applyJsonPatch, type JsonPatchOptions } from './json-patch.ts'
export { type JsonPatch, type JsonPatchOperation, parseJsonPatch } from './json-patch-operation.ts'
export { formatJsonPointer, parseJsonPointer } from './json-pointer.ts'
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
export { type LogFields, type Logger, silentLogger } from './logger.ts'
export { applyMergePatch, diffMergePatch } from './merge-patch.ts'
export { nearestName } from './nearest-name.ts'
export type { AuthoredMeta, KubeObject, ListMeta, ManagedFieldsEntry, ObjectMeta } from './object-meta.ts'
export { isValidName, nameProblems, namePrefixProblems, type NameRule } from './object-name.ts'
export {
  addOwner,
  controllerOf,
  isOwnedBy,
  type Owned,
  type Owner,
  type OwnerOptions,
  type OwnerReference,
  ownerReferenceTo,
} from './owner-reference.ts'
export { type AnyQuantity, compareQuantities, parseQuantity, Quantity } from './quantity.ts'
export type { QuantityNotation } from './quantity-text.ts'
export { type Random, randomInt, seededRandom, systemRandom, withJitter } from './random.ts'
export { formatRef, parseRef, type Ref, refOf } from './reference.ts'
export { compareResourceVersions, isResourceVersion } from './resource-version.ts'
export { type Deadline, deadline, sleep } from './sleep.ts'
export { type PendingTask, pendingTasks, track } from './tasks.ts'
export { formatMicroTime, formatTime, parseMicroTime, parseTime } from './time.ts'
export { TimeSlice } from './time-slice.ts'
export { nextTurn } from './turn.ts'
