/** Validation of metadata, common to all kinds. Pure; the messages are the API server's. */
import { isDeepStrictEqual } from 'node:util'
import { nameProblems } from '@kubewright/core/object'
import { type FieldError, fieldError, forbidden, invalid, required } from '../status/field-error.ts'
import type { Draft, DraftMeta, DraftOwner } from './draft.ts'

const annotationLimit = 256 * 1024

export interface MetaScope {
  readonly isNamespaced: boolean
  readonly nameProblems: (name: string) => readonly string[]
}

export function validateMeta({ metadata }: Draft, scope: MetaScope): readonly FieldError[] {
  return [
    ...nameErrors(metadata, scope),
    ...namespaceErrors(metadata, scope),
    ...(metadata.generation !== undefined && metadata.generation < 0
      ? [invalid('metadata.generation', metadata.generation, 'must be greater than or equal to 0')]
      : []),
    ...labelErrors(metadata.labels, 'metadata.labels'),
    ...annotationErrors(metadata.annotations, 'metadata.annotations'),
    ...ownerErrors(metadata.ownerReferences ?? []),
    ...finalizerErrors(metadata.finalizers ?? []),
  ]
}

/** Checks immutable fields, fields that may only change in one direction, and the rules that also hold on create. */
export function validateMetaUpdate(next: Draft, old: Draft): readonly FieldError[] {
  const [now, before] = [next.metadata, old.metadata]
  const errors: FieldError[] = []
  errors.push(...finalizerUpdateErrors(now, before))
  if ((now.generation ?? 0) < (before.generation ?? 0)) {
    errors.push(invalid('metadata.generation', now.generation ?? 0, 'must not be decremented'))
  }
  const immutable = [
    'name',
    'namespace',
    'uid',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
  ] as const
  for (const field of immutable) {
    if (!isDeepStrictEqual(now[field], before[field])) {
      errors.push(invalid(`metadata.${field}`, now[field], 'field is immutable'))
    }
  }
  return [
    ...errors,
    ...labelErrors(now.labels, 'metadata.labels'),
    ...annotationErrors(now.annotations, 'metadata.annotations'),
    ...ownerErrors(now.ownerReferences ?? []),
  ]
}

export function labelErrors(labels: Record<string, string> | undefined, path: string): readonly FieldError[] {
  return Object.entries(labels ?? {}).flatMap(([key, value]) => [
    ...nameProblems('qualifiedName', key).map((problem) => invalid(path, key, problem)),
    ...nameProblems('labelValue', value).map((problem) => invalid(path, value, problem)),
  ])
}

export function annotationErrors(annotations: Record<string, string> | undefined, path: string): readonly FieldError[] {
  const entries = Object.entries(annotations ?? {})
  const size = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0)
  return [
    ...entries.flatMap(([key]) =>
      nameProblems('qualifiedName', key.toLowerCase()).map((problem) => invalid(path, key, problem)),
    ),
    ...(size > annotationLimit
      ? [fieldError('Too long', path, undefined, `may not be more than ${annotationLimit} bytes`)]
      : []),
  ]
}

function nameErrors({ name, generateName }: DraftMeta, scope: MetaScope): readonly FieldError[] {
  if (name === undefined || name === '') return [required('metadata.name', 'name or generateName is required')]
  const prefix = generateName === undefined || generateName === '' ? [] : scope.nameProblems(maskTail(generateName))
  return [
    ...prefix.map((problem) => invalid('metadata.generateName', generateName, problem)),
    ...scope.nameProblems(name).map((problem) => invalid('metadata.name', name, problem)),
  ]
}

/** A generateName prefix may end with a dash, because a random suffix follows it. */
function maskTail(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix
}

function namespaceErrors({ namespace = '' }: DraftMeta, { isNamespaced }: MetaScope): readonly FieldError[] {
  if (!isNamespaced) return namespace === '' ? [] : [forbidden('metadata.namespace', 'not allowed on this type')]
  if (namespace === '') return [required('metadata.namespace')]
  return nameProblems('dns1123Label', namespace).map((problem) => invalid('metadata.namespace', namespace, problem))
}

function ownerErrors(owners: readonly DraftOwner[]): readonly FieldError[] {
  const errors = owners.flatMap((owner) => oneOwnerErrors(owner, 'metadata.ownerReferences'))
  const controllers = owners.filter((owner) => owner.controller === true)
  if (controllers.length > 1) {
    const [first, second] = controllers.map((owner) => `${owner.kind}/${owner.name}`)
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`
    errors.push(invalid('metadata.ownerReferences', owners, detail))
  }
  return errors
}

function oneOwnerErrors(owner: DraftOwner, path: string): FieldError[] {
  const errors: FieldError[] = []
  const parts = (owner.apiVersion ?? '').split('/')
  const version = parts.length > 2 ? '' : parts.at(-1)
  if (version === '') errors.push(invalid(`${path}.apiVersion`, owner.apiVersion, 'version must not be empty'))
  for (const field of ['kind', 'name', 'uid'] as const) {
    if ((owner[field] ?? '') === '') errors.push(invalid(`${path}.${field}`, owner[field] ?? '', 'must not be empty'))
  }
  if (owner.apiVersion === 'v1' && owner.kind === 'Event') {
    errors.push(invalid(path, owner, '/v1, Kind=Event is disallowed from being an owner'))
  }
  return errors
}

function finalizerErrors(finalizers: readonly string[]): readonly FieldError[] {
  const errors = finalizers.flatMap((finalizer) =>
    nameProblems('qualifiedName', finalizer).map((problem) => invalid('metadata.finalizers', finalizer, problem)),
  )
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const detail = 'finalizer orphan and foregroundDeletion cannot be both set'
    errors.push(invalid('metadata.finalizers', finalizers, detail))
  }
  return errors
}

function finalizerUpdateErrors(now: DraftMeta, before: DraftMeta): readonly FieldError[] {
  if (before.deletionTimestamp === undefined) return []
  const added = (now.finalizers ?? []).filter((finalizer) => !(before.finalizers ?? []).includes(finalizer)).sort()
  if (added.length === 0) return []
  const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ')
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`
  return [forbidden('metadata.finalizers', detail)]
}
