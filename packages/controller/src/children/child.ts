/** The desired state of one child, complete with namespace, owner reference and controller annotation. */
import { formatRef, type KubeObject, ownerReferenceTo, type Ref } from '@kubewright/core'
import { deepClone, isJsonObject } from '@kubewright/core/json'
import { formatApiVersion, isSameKind } from '@kubewright/core/object'
import type { Manifest, Resource } from '@kubewright/resource'
import { controllerErrors } from '../errors.ts'
import { controllerAnnotation } from '../names.ts'

export interface Child {
  readonly resource: Resource
  readonly ref: Ref
  readonly desired: KubeObject
}

/**
 * Failure: `KW_CONTROLLER_CHILDREN` for a child that its owner cannot own: one without a name, or in a namespace where the garbage
 * collector would not find its owner.
 */
export function childOf(
  owner: KubeObject,
  { resource, object }: Manifest,
  controller: string,
  labels: Readonly<Record<string, string>> = {},
): Child {
  const isSecret = resource.group === '' && resource.kind === 'Secret'
  const { metadata = {}, ...rest } = deepClone(isSecret ? stored(object) : object) as {
    metadata?: Partial<KubeObject['metadata']>
  }
  const ref = placeOf(owner, resource, metadata)
  const desired = {
    ...rest,
    apiVersion: formatApiVersion(resource),
    kind: resource.kind,
    metadata: {
      ...metadata,
      ...ref,
      ...labelled({ ...metadata.labels, ...labels }),
      annotations: { ...metadata.annotations, [controllerAnnotation]: controller },
      ownerReferences: [...(metadata.ownerReferences ?? []), ownerReferenceTo(owner)],
    },
  }
  return { resource, ref, desired: desired as unknown as KubeObject }
}

/** An empty `labels` would be a field owned by the controller. */
function labelled(labels: Readonly<Record<string, string>>): object {
  return Object.keys(labels).length === 0 ? {} : { labels }
}

/**
 * Converts `stringData` of a Secret to `data`. `stringData` is write-only: the server moves it into `data` and records no ownership
 * to compare with, so a change by another client would go unnoticed.
 */
function stored<Item extends object>(object: Item): Item {
  const { stringData, ...rest } = object as { readonly stringData?: unknown; readonly data?: object }
  if (!isJsonObject(stringData)) return object
  const texts = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text as string).toString('base64')])
  return { ...rest, data: { ...rest.data, ...Object.fromEntries(texts) } } as unknown as Item
}

function placeOf(owner: KubeObject, resource: Resource, { name, namespace }: Partial<Ref>): Ref {
  const home = owner.metadata.namespace
  if (name === undefined)
    throw unownable(owner, resource, 'it has no name', 'Name every child: a reconcile must find it again.')
  if (resource.scope === 'Cluster') {
    if (home === undefined) return { name }
    throw unownable(
      owner,
      resource,
      'a namespaced object cannot own a cluster-scoped one',
      'Create it with ctx.client, and remove it in a finalizer.',
    )
  }
  if (home !== undefined && namespace !== undefined && namespace !== home) {
    throw unownable(
      owner,
      resource,
      `it is in the namespace ${namespace} and its owner in ${home}`,
      'Create it with ctx.client, and remove it in a finalizer.',
    )
  }
  const place = namespace ?? home
  if (place === undefined)
    throw unownable(
      owner,
      resource,
      'it has no namespace',
      'Name the namespace of every child of a cluster-scoped object.',
    )
  return { namespace: place, name }
}

function unownable(owner: KubeObject, { kind }: Resource, why: string, next: string): Error {
  return controllerErrors('KW_CONTROLLER_CHILDREN', {
    what: `let ${owner.kind} ${owner.metadata.name} own a ${kind}`,
    why,
    next,
    details: { owner: owner.metadata.name, kind },
  })
}

/** Unique per child, also for kinds of the same name in different groups. */
export function childKey(resource: Resource, ref: Ref): string {
  return `${resource.group}/${resource.kind} ${formatRef(ref)}`
}

/** For people: `Secret default/token`. */
export function describeChild({ resource, ref }: Child): string {
  return `${resource.kind} ${formatRef(ref)}`
}

/** Whether `owner` controls `object`. */
export function isControlledBy(object: KubeObject, owner: KubeObject): boolean {
  return controllerOf(object)?.uid === owner.metadata.uid
}

export function controllerOf({ metadata }: KubeObject) {
  return metadata.ownerReferences?.find(({ controller }) => controller === true)
}

/** The objects of kind `of` that own `object`: the one that controls it, or all. */
export function ownersOf(object: KubeObject, of: Resource, everyOwner: boolean): readonly Ref[] {
  const references = (object.metadata.ownerReferences ?? []).filter(
    (one) =>
      (everyOwner || one.controller === true) && isSameKind(one, { apiVersion: formatApiVersion(of), kind: of.kind }),
  )
  const { namespace } = object.metadata
  return references.map(({ name }) =>
    of.scope === 'Cluster' || namespace === undefined ? { name } : { namespace, name },
  )
}
