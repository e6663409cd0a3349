/** The object model that every other package builds on. No network, no disk, no third-party code. See decision 0002. */
export { onAbort } from './tasks/abort-listener.ts'
export { backOffMs } from './time/back-off.ts'
export { addressBytes } from './certificates/address-bytes.ts'
export { type Clock, systemClock } from './time/clock.ts'
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
} from './object/condition.ts'
export { escapeControls, type EscapeControlsOptions } from './input/control-characters.ts'
export { deepClone } from './json/deep-clone.ts'
export { deepEqual } from './json/deep-equal.ts'
export { deepFreeze } from './json/deep-freeze.ts'
export type { AlreadyReadonly, DeepReadonly } from './json/deep-readonly.ts'
export { type Duration, formatDuration, parseDuration, toMs } from './time/duration.ts'
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
} from './selectors/field-selector.ts'
export { type Form, type FormFields, type FormProblem, form, formatProblems } from './input/options-form.ts'
export {
  compareVersionPriority,
  formatApiVersion,
  formatGroupResource,
  type GroupVersion,
  type GroupVersionKind,
  isSameKind,
  parseApiVersion,
  type TypeMeta,
} from './object/group-version-kind.ts'
export { type Ids, nameSuffix, seededIds, systemIds } from './random/ids.ts'
export {
  getOwn,
  isJsonObject,
  type JsonArray,
  type JsonLike,
  type JsonObject,
  type JsonValue,
  setOwn,
} from './json/json.ts'
export { diffJson } from './json/json-diff.ts'
export { applyJsonPatch, type JsonPatchOptions } from './json/json-patch.ts'
export { type JsonPatch, type JsonPatchOperation, parseJsonPatch } from './json/json-patch-operation.ts'
export { formatJsonPointer, parseJsonPointer } from './json/json-pointer.ts'
export type { LabelMatcher, LabelOperator, LabelRequirement, Labels } from './selectors/label-requirement.ts'
export {
  type AnyLabelSelector,
  compileLabelSelector,
  formatLabelSelector,
  labelRequirements,
  type LabelExpression,
  type LabelSelector,
  toLabelSelector,
} from './selectors/label-selector.ts'
export { parseLabelSelector } from './selectors/label-selector-parser.ts'
export { type LogFields, type Logger, silentLogger } from './logger.ts'
export { applyMergePatch, diffMergePatch } from './json/merge-patch.ts'
export { nearestName } from './input/nearest-name.ts'
export type { AuthoredMeta, KubeObject, ListMeta, ManagedFieldsEntry, ObjectMeta } from './object/object-meta.ts'
export { isValidName, nameProblems, namePrefixProblems, type NameRule } from './object/object-name.ts'
export {
  addOwner,
  controllerOf,
  isOwnedBy,
  type Owned,
  type Owner,
  type OwnerOptions,
  type OwnerReference,
  ownerReferenceTo,
} from './object/owner-reference.ts'
export { type AnyQuantity, compareQuantities, parseQuantity, Quantity } from './quantities/quantity.ts'
export type { QuantityNotation } from './quantities/quantity-text.ts'
export { type Random, randomInt, seededRandom, systemRandom, withJitter } from './random/random.ts'
export { formatRef, parseRef, type Ref, refOf } from './object/reference.ts'
export { compareResourceVersions, isResourceVersion } from './object/resource-version.ts'
export { type Deadline, deadline, sleep } from './time/sleep.ts'
export { type PendingTask, pendingTasks, track } from './tasks/tasks.ts'
export { formatMicroTime, formatTime, parseMicroTime, parseTime } from './time/time.ts'
export { TimeSlice } from './time/time-slice.ts'
export { nextTurn } from './time/turn.ts'
