/** The write strategy of built-in kinds: common rules, overlaid with those of the kind. */
import { deepEqual, setOwn } from '@kubewright/core/json'
import { nameProblems } from '@kubewright/core/object'
import type { Strategy } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import { validateMeta, validateMetaUpdate } from '../object/meta-rules.ts'
import { type FieldError, invalid } from '../status/field-error.ts'
import { each, type Problems } from '../validation/problems.ts'
import type { KindBehavior, PartRules } from './kind-behavior.ts'
import type { BuiltInRules, MetaCheck } from './kind-rules.ts'
import { dropNulls, withoutNulls } from './null-fields.ts'

export interface BuiltInScope {
  readonly rules: BuiltInRules
  readonly behavior: KindBehavior
  readonly hasStatus: boolean
}

export function builtInStrategy({ rules, behavior, hasStatus }: BuiltInScope): Strategy {
  return {
    ...sharedRules(rules, behavior),
    resetFields: [...(hasStatus ? ['status'] : []), ...rules.ownResets],
    prepareForCreate(object, writing) {
      dropNulls(object)
      if (hasStatus && !rules.isBornWithStatus) object['status'] = {}
      if (rules.countsGeneration) object.metadata.generation = 1
      behavior.fill?.(object)
      behavior.prepareForCreate?.(object, writing)
    },
    prepareForUpdate(object, old, writing) {
      const before = withoutNulls(old)
      dropNulls(object)
      if (hasStatus) keepField(object, before, 'status')
      behavior.fill?.(object)
      behavior.prepareForUpdate?.(object, before, writing)
      if (rules.countsGeneration) countGeneration(behavior, object, before)
    },
    validate: async (object) => [
      ...(rules.checksFinalizers ? finalizerProblems(object) : []),
      ...((await behavior.validate?.(object)) ?? []),
    ],
    validateUpdate: async (object, old) => [
      ...rules.metaChecks.flatMap((check) => metaProblems(check, object, old, rules)),
      ...((await (behavior.validateUpdate?.(object, withoutNulls(old)) ?? behavior.validate?.(object))) ?? []),
    ],
  }
}

/** Writes of the status: everything else stays as stored, except labels and annotations. */
export function statusStrategy({ rules, behavior }: BuiltInScope): Strategy {
  return partStrategy({ rules, behavior }, rules.statusResets, {
    prepareForUpdate(object, old, writing) {
      const status = object['status']
      for (const field of Object.keys(object)) if (!kept.has(field)) delete object[field]
      for (const [field, value] of Object.entries(old)) if (!kept.has(field)) setOwn(object, field, value)
      if (status !== undefined) object['status'] = status
      else delete object['status']
      if (rules.hasClosedStatus) for (const field of rules.statusResets) putBack(object, old, field)
      behavior.fill?.(object)
      behavior.status?.prepareForUpdate?.(object, old, writing)
    },
    validateUpdate: async (object, old) => [
      ...(checksStatusMetadata.has(object.kind) ? validateMetaUpdate(object, old) : []),
      ...((await behavior.status?.validateUpdate?.(object, old)) ?? []),
    ],
  })
}

/** Kinds that validate metadata again with their status, so that its errors are reported twice. */
const checksStatusMetadata: ReadonlySet<string> = new Set([
  'CertificateSigningRequest',
  'DaemonSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'Ingress',
  'Job',
  'Namespace',
  'Node',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Pod',
  'PodCertificateRequest',
  'ReplicaSet',
  'ReplicationController',
  'ResourceClaim',
  'ResourceQuota',
  'Service',
  'ServiceCIDR',
  'StatefulSet',
])

const kept: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata'])
const ownMetadata = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const

/** @param field `metadata`, or a field below it; other fields are restored anyway */
function putBack(object: Draft, old: Draft, field: string): void {
  const names = field === 'metadata' ? ownMetadata : ownMetadata.filter((name) => field === `metadata.${name}`)
  for (const name of names) {
    const before = old.metadata[name]
    if (before === undefined) delete object.metadata[name]
    else Object.assign(object.metadata, { [name]: before })
  }
}

/** Writes of another part of the object. */
export function partStrategy(
  { rules, behavior }: Pick<BuiltInScope, 'rules' | 'behavior'>,
  resetFields: readonly string[],
  part: PartRules,
): Strategy {
  return {
    ...sharedRules(rules, behavior),
    resetFields,
    prepareForCreate: () => undefined,
    prepareForUpdate(object, old, writing) {
      dropNulls(object)
      part.prepareForUpdate?.(object, withoutNulls(old), writing)
    },
    validate: () => [],
    validateUpdate: async (object, old) => [...((await part.validateUpdate?.(object, withoutNulls(old))) ?? [])],
  }
}

function sharedRules(rules: BuiltInRules, { warnings, graceSeconds, deletion, dependentsWarning }: KindBehavior) {
  const { createsOnUpdate, updatesUnconditionally, returnsDeleted, defaultPropagation, isCollected, nameRule } = rules
  return {
    nameProblems: (name: string) => nameProblems(nameRule, name),
    createsOnUpdate,
    updatesUnconditionally,
    returnsDeleted,
    defaultPropagation,
    isCollected,
    ...(warnings ? { warnings } : {}),
    ...(graceSeconds ? { graceSeconds } : {}),
    ...(dependentsWarning ? { dependentsWarning } : {}),
    ...(deletion ? { deletion } : {}),
  }
}

function metaProblems(check: MetaCheck, object: Draft, old: Draft, rules: BuiltInRules): readonly FieldError[] {
  const scope = { isNamespaced: object.metadata.namespace !== undefined, nameProblems: () => [] }
  return [
    ...(check === 'change' ? validateMetaUpdate(object, old) : validateMeta(object, scope)),
    ...(rules.checksFinalizers ? finalizerProblems(object) : []),
  ]
}

const knownFinalizers: ReadonlySet<string> = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

/** A finalizer without a domain must be one of the standard ones. */
function* finalizerProblems({ metadata }: Draft): Problems {
  for (const [finalizer, at] of each(metadata.finalizers, 'metadata.finalizers')) {
    if (finalizer.includes('/') || knownFinalizers.has(finalizer)) continue
    yield invalid(at, finalizer, 'name is neither a standard finalizer name nor is it fully qualified')
  }
}

/** Restores a field from the stored object. */
export function keepField(object: Draft, old: Draft, field: string): void {
  if (old[field] === undefined) delete object[field]
  else object[field] = old[field]
}

export function countGeneration(behavior: KindBehavior, object: Draft, old: Draft): void {
  const wanted = (one: Draft) => (behavior.wanted === undefined ? one['spec'] : behavior.wanted(one))
  const isChanged = !deepEqual(wanted(object), wanted(old))
  object.metadata.generation = (old.metadata.generation ?? 0) + (isChanged ? 1 : 0)
}
