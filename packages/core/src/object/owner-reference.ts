/** Owner references: they drive garbage collection, and wake the owner's controller when the object changes. */
import { deepEqual } from '../json/deep-equal.ts'
import { coreErrors } from '../errors.ts'
import { isSameKind } from './group-version-kind.ts'
import { formatRef } from './reference.ts'

/** One entry of `metadata.ownerReferences`: an owner of the object, identified by its uid. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  /** True for the single owner that manages the object. */
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

/** The fields of an owner that a reference needs. The owner must be stored already: only then does it have a `uid`. */
export interface Owner {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined; readonly uid: string }
}

/** The fields of an object that its owners are read from. */
export interface Owned {
  readonly kind: string
  readonly metadata: {
    readonly name?: string | undefined
    readonly namespace?: string | undefined
    readonly ownerReferences?: readonly OwnerReference[] | undefined
  }
}

/** Options of `ownerReferenceTo` and `addOwner`. */
export interface OwnerOptions {
  /**
   * Whether the owner manages the object. An object has at most one controller and any number of other owners.
   *
   * @default true
   */
  readonly controller?: boolean
  /**
   * Whether a foreground deletion of the owner waits for the object's deletion.
   *
   * @default the same as `controller`
   */
  readonly blockOwnerDeletion?: boolean
}

/**
 * A reference to `owner`.
 *
 * @example
 * ```ts
 * const site = { apiVersion: 'web.example.dev/v1', kind: 'Website', metadata: { name: 'blog', uid: '7' } }
 * ownerReferenceTo(site, { controller: false })
 * // => { apiVersion: 'web.example.dev/v1', kind: 'Website', name: 'blog', uid: '7' }
 * ```
 */
export function ownerReferenceTo(owner: Owner, options: OwnerOptions = {}): OwnerReference {
  const { controller = true, blockOwnerDeletion = controller } = options
  const { apiVersion, kind } = owner
  const { name, uid } = owner.metadata
  return {
    apiVersion,
    kind,
    name,
    uid,
    ...(controller && { controller }),
    ...(blockOwnerDeletion && { blockOwnerDeletion }),
  }
}

/**
 * The owner references of `object` after adding `owner`. A reference to the same owner is replaced in place, also one to an earlier
 * object of the same kind and name. Returns the same array if nothing changes.
 *
 * Failure: `KW_CORE_OWNER` if another controller manages the object, if the owner is not stored yet, or if the owner is
 * in another namespace, where the garbage collector would not find it and would delete the object.
 */
export function addOwner(object: Owned, owner: Owner, options: OwnerOptions = {}): readonly OwnerReference[] {
  const problem = ownershipProblem(object, owner)
  if (problem) throw refused(object, owner, problem)
  const references = object.metadata.ownerReferences ?? []
  const added = ownerReferenceTo(owner, options)
  const index = references.findIndex((reference) => isSameOwner(reference, added))
  const next = index < 0 ? [...references, added] : references.with(index, added)
  const rival = next.find((reference) => reference.controller === true && reference !== added)
  if (added.controller === true && rival) {
    const why = `${rival.kind} ${rival.name} manages it already, and an object has one controller at most`
    throw refused(object, owner, {
      why,
      next: 'Leave the object to its controller, or own it with `controller: false`.',
    })
  }
  return deepEqual(references, next) ? references : next
}

/** The owner that manages the object, if any. */
export function controllerOf(object: Owned): OwnerReference | undefined {
  return object.metadata.ownerReferences?.find(({ controller }) => controller === true)
}

/** Whether this owner, by uid, owns the object; a recreated owner of the same name does not. */
export function isOwnedBy(object: Owned, owner: { readonly metadata: { readonly uid: string } }): boolean {
  return object.metadata.ownerReferences?.some(({ uid }) => uid === owner.metadata.uid) ?? false
}

function isSameOwner(left: OwnerReference, right: OwnerReference): boolean {
  return left.uid === right.uid || (left.name === right.name && isSameKind(left, right))
}

interface Problem {
  readonly why: string
  readonly next: string
}

function ownershipProblem({ metadata }: Owned, owner: Owner): Problem | undefined {
  const { namespace, uid } = owner.metadata
  if (uid === '' || uid === undefined) {
    return { why: 'the owner has no uid', next: 'Create the owner first, and use what the server returned.' }
  }
  if (namespace === undefined || namespace === '' || namespace === metadata.namespace) return undefined
  const place = metadata.namespace ? `in namespace ${metadata.namespace}` : 'cluster-scoped'
  return {
    why: `the owner is in namespace ${namespace} and the object is ${place}`,
    next: 'Own only objects of your own namespace; mark others with a label and delete them in a finalizer.',
  }
}

function refused(object: Owned, owner: Owner, { why, next }: Problem): Error {
  const child = formatRef({ name: object.metadata.name ?? '(unnamed)', namespace: object.metadata.namespace })
  return coreErrors('KW_CORE_OWNER', {
    what: `make ${owner.kind} ${formatRef(owner.metadata)} an owner of ${object.kind} ${child}`,
    why,
    next,
    details: { object: child, kind: object.kind, owner: formatRef(owner.metadata), ownerKind: owner.kind },
  })
}
