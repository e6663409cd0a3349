/** Refuses children that their owner cannot own. */
import type { KubeObject } from '@kubewright/core'
import { isSameKind } from '@kubewright/core/object'
import type { Manifest } from '@kubewright/resource'
import { kindForm } from '../definition/controller-form.ts'
import { controllerErrors } from '../errors.ts'
import { type Child, childKey, controllerOf, describeChild } from './child.ts'

/** Failure: `KW_CONTROLLER_CHILDREN` if two are the same object. */
export function refuseDuplicates(owner: KubeObject, children: readonly Child[]): void {
  const seen = new Set<string>()
  for (const child of children) {
    const key = childKey(child.resource, child.ref)
    if (seen.has(key)) {
      const name = describeChild(child)
      throw controllerErrors('KW_CONTROLLER_CHILDREN', {
        what: `let ${owner.kind} ${owner.metadata.name} own ${name}`,
        why: 'it is passed twice',
        next: 'Give each child a name of its own.',
        details: { child: name },
      })
    }
    seen.add(key)
  }
}

/** Failure: `KW_CONTROLLER_CHILDREN` for anything but a result of `manifest`, as untyped code may pass it. */
export function assertManifest(owner: KubeObject, name: string, child: unknown): void {
  const { resource, object } = child as Partial<Manifest>
  if (kindForm(resource, name).length === 0 && typeof object === 'object' && object !== null) return
  throw controllerErrors('KW_CONTROLLER_CHILDREN', {
    what: `let ${owner.kind} ${owner.metadata.name} own the child ${name}`,
    why: 'it is not a manifest',
    next: `${correction(child)} Nothing was written.`,
    details: { child: name },
  })
}

function correction(child: unknown): string {
  // `isWanted && manifest(…)`
  if (child === false) return 'Pass null for a child that must not exist.'
  const { kind } = child as { readonly kind?: unknown }
  return `Pass manifest(${typeof kind === 'string' ? kind : 'Kind'}, { metadata: { name: … }, … }).`
}

function isOwner({ apiVersion, kind, metadata }: KubeObject, { desired, ref }: Child): boolean {
  return isSameKind({ apiVersion, kind }, desired) && ref.name === metadata.name && ref.namespace === metadata.namespace
}

/** Failure: `KW_CONTROLLER_CHILDREN` if one is the owner. */
export function refuseOwner(owner: KubeObject, children: readonly Child[]): void {
  const itself = children.find((child) => isOwner(owner, child))
  if (itself === undefined) return
  throw controllerErrors('KW_CONTROLLER_CHILDREN', {
    what: `let ${owner.kind} ${owner.metadata.name} own ${describeChild(itself)}`,
    why: 'that is the owner itself, and an object cannot own itself',
    next: 'Give the child another name.',
    details: { child: describeChild(itself) },
  })
}

function ownEachOther(owner: KubeObject, child: Child): Error {
  return controllerErrors('KW_CONTROLLER_NOT_OURS', {
    what: `let ${owner.kind} ${owner.metadata.name} own ${describeChild(child)}`,
    why: `the object exists, and owns ${owner.kind} ${owner.metadata.name}: two objects cannot own each other`,
    next: 'Choose another name for the child. Do not delete the existing object: its owned objects would be deleted with it.',
    details: { child: describeChild(child) },
  })
}

/** `KW_CONTROLLER_NOT_OURS`: the object exists, and the owner does not control it. */
export function notOurs(owner: KubeObject, child: Child, there: KubeObject): Error {
  const isOwnedBy = owner.metadata.ownerReferences?.some(({ uid }) => uid === there.metadata.uid)
  if (isOwnedBy) return ownEachOther(owner, child)
  const other = controllerOf(there)
  const { name } = owner.metadata
  const isEarlier = other?.kind === owner.kind && other.apiVersion === owner.apiVersion && other.name === name
  const whose = other === undefined ? 'has no controller' : `belongs to ${other.kind} ${other.name}`
  return controllerErrors('KW_CONTROLLER_NOT_OURS', {
    what: `let ${owner.kind} ${name} own ${describeChild(child)}`,
    why: `the object exists, and ${isEarlier ? `belongs to an earlier ${other.kind} of that name` : whose}`,
    next: isEarlier
      ? 'Wait: the garbage collector deletes it, and a later reconcile creates it again.'
      : 'Choose another name for the child, or delete the existing object.',
    details: { child: describeChild(child) },
  })
}
