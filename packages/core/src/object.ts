/** Parts of an object: API versions, names, owner references, resource versions. */
export type { ConditionChange, ConditionStatus } from './object/condition.ts'
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
export type { ListMeta } from './object/object-meta.ts'
export { isValidName, namePrefixProblems, nameProblems, type NameRule } from './object/object-name.ts'
export { addOwner, isOwnedBy, type Owned, type Owner, type OwnerOptions } from './object/owner-reference.ts'
export { parseRef } from './object/reference.ts'
export { compareResourceVersions, isResourceVersion } from './object/resource-version.ts'
