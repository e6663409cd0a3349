/** Prepares objects from the server for a source: transformed, validated, and frozen under test. */
import type { KubeObject } from '@kubewright/core'
import { deepFreeze } from '@kubewright/core/json'
import { cacheErrors } from './errors.ts'
import type { SourceOptions } from './source.ts'

const identity = ['name', 'namespace', 'uid', 'resourceVersion'] as const

/** Failure: the returned function throws `KW_CACHE_TRANSFORM` if the transform throws or changes the identity of the object. */
export function preparation(how: SourceOptions, freezes: boolean): (object: KubeObject) => KubeObject {
  const cut = how.keepsManagedFields === true ? same : withoutManagedFields
  const view = how.metadataOnly === true ? metadataOf : same
  const { transform } = how
  const shape = transform === undefined ? same : (object: KubeObject) => transformed(object, transform)
  return (object) => {
    const kept = shape(view(cut(object)))
    return freezes ? deepFreeze(kept) : kept
  }
}

function same(object: KubeObject): KubeObject {
  return object
}

/** Does not read the fields: an unread field is never decoded. */
function withoutManagedFields(object: KubeObject): KubeObject {
  if (!('managedFields' in object.metadata)) return object
  const members = Object.keys(object.metadata).filter((key) => key !== 'managedFields')
  const metadata = Object.fromEntries(members.map((key) => [key, object.metadata[key as keyof KubeObject['metadata']]]))
  return { ...object, metadata: metadata as unknown as KubeObject['metadata'] }
}

/** A write returns the whole object; a metadata source holds only this part. */
function metadataOf(object: KubeObject): KubeObject {
  if (object.kind === 'PartialObjectMetadata') return object
  return { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: object.metadata }
}

function transformed(object: KubeObject, transform: (object: KubeObject) => KubeObject): KubeObject {
  // Copied first, because a transform may mutate the object in place.
  const before = identity.map((key) => object.metadata[key])
  let kept: KubeObject | undefined
  try {
    kept = transform(object)
  } catch (error) {
    throw broken(object, `it threw: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  const metadata = (kept as Partial<KubeObject> | undefined)?.metadata
  if (metadata === undefined) throw broken(object, 'it returned no object with metadata')
  const changed = identity.filter((key, at) => metadata[key] !== before[at])
  if (changed.length > 0) throw broken(object, `it changed metadata.${changed.join(', metadata.')}`)
  return kept
}

function broken(
  { kind, metadata: { namespace, name } }: KubeObject,
  why: string,
  thrown?: { readonly cause: unknown },
): Error {
  return cacheErrors('KW_CACHE_TRANSFORM', {
    what: `transform ${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`,
    why,
    next:
      thrown === undefined
        ? 'Return the object with its name, namespace, uid and resourceVersion as they are.'
        : 'Let the transform accept every object of the kind, also one without optional fields.',
    details: { kind },
    ...thrown,
  })
}
