/** The write strategies of custom resources, for the whole object and for `status`. */
import { deepClone, deepEqual, setOwn } from '@kubewright/core/json'
import { nameProblems, parseApiVersion } from '@kubewright/core/object'
import type { Strategy } from '../../kinds/served-kind.ts'
import type { Draft } from '../../object/draft.ts'
import { forgetHiddenMetadata } from '../../object/hidden-form.ts'
import { validateMeta, validateMetaUpdate } from '../../object/meta-rules.ts'
import { type FieldError, invalid } from '../../status/field-error.ts'
import { invalidObject } from '../../status/failures.ts'
import { checkNew, checkStatusUpdate, checkUpdate, type Verdict } from './custom-checks.ts'
import type { CustomVersion } from './custom-version.ts'
import { finalizerWarnings } from './finalizer-warnings.ts'

export interface StrategyScope {
  readonly group: string
  readonly kind: string
  readonly isNamespaced: boolean
  readonly version: CustomVersion
}

export function customStrategy(scope: StrategyScope): Strategy {
  const { version } = scope
  const forgiven = new Forgiven()
  return {
    ...shared(),
    resetFields: version.hasStatus ? ['status'] : [],
    prepareForCreate(object) {
      if (version.hasStatus) delete object['status']
      object.metadata.generation = 1
    },
    prepareForUpdate(object, old) {
      if (version.hasStatus) keep(object, old, 'status')
      if (!deepEqual(wantedOf(object), wantedOf(old))) object.metadata.generation = (old.metadata.generation ?? 0) + 1
    },
    validate: (object) => forgiven.after(object, checkNew(version, object, refuseStranger(scope, object))),
    // kube-apiserver validates metadata updates once for all kinds, and again here.
    validateUpdate: (object, old) => [
      ...validateMetaUpdate(object, old),
      ...forgiven.after(object, checkUpdate(version, object, old, refuseStranger(scope, object, old))),
    ],
    forgiven: (object) => forgiven.of(object),
    warnings: finalizerWarnings,
  }
}

/** Only the status can change; all else, including metadata, is restored. */
export function customStatusStrategy(scope: StrategyScope): Strategy {
  const { version } = scope
  const forgiven = new Forgiven()
  return {
    ...shared(),
    resetFields: ['metadata', 'spec'],
    prepareForCreate: () => undefined,
    prepareForUpdate(object, old) {
      const { status } = object
      const { managedFields } = object.metadata
      replace(object, deepClone(old))
      forgetHiddenMetadata(object)
      if (managedFields === undefined) delete object.metadata.managedFields
      else object.metadata.managedFields = managedFields
      if (status === undefined) delete object['status']
      else object['status'] = status
    },
    validate: () => [],
    validateUpdate: (object, old) =>
      forgiven.after(object, checkStatusUpdate(version, object, old, refuseStranger(scope, object, old))),
    forgiven: (object) => forgiven.of(object),
  }
}

function shared() {
  return {
    nameProblems: (name: string) => nameProblems('dns1123Subdomain', name),
    createsOnUpdate: false,
    updatesUnconditionally: false,
    returnsDeleted: false,
    defaultPropagation: 'Background',
    isCollected: true,
  } as const
}

/** Keeps ratcheting warnings, which are found during validation and read afterwards. */
class Forgiven {
  readonly #warnings = new WeakMap<Draft, readonly string[]>()

  after(object: Draft, { errors, warnings }: Verdict): readonly FieldError[] {
    this.#warnings.set(object, warnings)
    return errors
  }

  of(object: Draft): readonly string[] {
    return this.#warnings.get(object) ?? []
  }
}

/**
 * Validates the metadata.
 *
 * Failure: a 422 if the object has another kind or apiVersion; nothing else is checked then.
 */
function refuseStranger(scope: StrategyScope, object: Draft, old?: Draft): readonly FieldError[] {
  const { kind, isNamespaced, version } = scope
  const errors: FieldError[] = []
  if (object.kind !== kind) errors.push(invalid('kind', object.kind, `must be ${kind}`))
  if (object.apiVersion !== version.apiVersion) {
    errors.push(invalid('apiVersion', object.apiVersion, `must be ${version.apiVersion}`))
  }
  if (errors.length > 0) {
    const { group } = parseApiVersion(object.apiVersion)
    throw invalidObject({ group, kind: object.kind }, object.metadata.name ?? '', errors)
  }
  const names = { isNamespaced, nameProblems: (name: string) => nameProblems('dns1123Subdomain', name) }
  return [...validateMeta(object, names), ...(old === undefined ? [] : validateMetaUpdate(object, old))]
}

/** Replaces the fields of a draft in place. */
function replace(draft: Draft, by: Draft): void {
  for (const field of Object.keys(draft)) if (!Object.hasOwn(by, field)) delete draft[field]
  for (const [field, value] of Object.entries(by)) setOwn(draft, field, value)
}

function keep(object: Draft, old: Draft, field: string): void {
  if (old[field] === undefined) delete object[field]
  else object[field] = old[field]
}

/** All fields except metadata, changes to which increment the generation. */
function wantedOf({ metadata: _, ...rest }: Draft): object {
  return rest
}
