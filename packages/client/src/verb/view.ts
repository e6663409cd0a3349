/** How objects are requested and returned: whole, or metadata only. */
import type { KubeObject } from '@kubewright/core'
import { isJsonObject, type JsonObject } from '@kubewright/core/json'
import { formatApiVersion } from '@kubewright/core/object'
import type { ResourceName } from '../error/operation.ts'

/** The metadata of an object without the rest: sufficient to label, own or delete it. */
export interface PartialObject extends KubeObject {
  readonly apiVersion: 'meta.k8s.io/v1'
  readonly kind: 'PartialObjectMetadata'
}

/** Decodes objects. They are never copied into a typed shape: you get what the server sends. */
export interface View<Item extends KubeObject = KubeObject> {
  /** The Accept header: for one object or a watch, and for a list. */
  readonly accept: { readonly object: string; readonly list: string }
  readonly omitManagedFields: boolean
  /** Assumptions: `json` has metadata. */
  readonly toObject: (json: JsonObject) => Item
}

const json = 'application/json'
const wholeAccept = { object: json, list: json }
const partial = (kind: string) => `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`

/** Whole objects. */
export function wholeView<Item extends KubeObject>(resource: ResourceName, omitManagedFields: boolean): View<Item> {
  // Evaluated lazily: the handle may not have been validated yet.
  const completion = () => ({ apiVersion: formatApiVersion(resource), kind: resource.kind, omitManagedFields })
  let known: Completion | undefined
  return {
    accept: wholeAccept,
    omitManagedFields,
    // Typed by the handle and trusted: the server has validated it.
    toObject: (object) => complete(object, (known ??= completion())) as unknown as Item,
  }
}

/** Metadata only. Servers without this representation return whole objects, which are reduced here. */
export function metadataView(omitManagedFields: boolean): View<PartialObject> {
  const type = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', omitManagedFields }
  return {
    accept: { object: partial('PartialObjectMetadata'), list: partial('PartialObjectMetadataList') },
    omitManagedFields,
    toObject: ({ metadata }) => complete({ metadata }, type) as unknown as PartialObject,
  }
}

interface Completion {
  readonly apiVersion: string
  readonly kind: string
  readonly omitManagedFields: boolean
}

/** Items in lists of built-in kinds lack their kind; it is added first, as in other objects. */
function complete(object: JsonObject, { apiVersion, kind, omitManagedFields }: Completion): JsonObject {
  const named = object.kind === undefined ? { apiVersion, kind, ...object } : object
  return omitManagedFields ? withoutManagedFields(named) : named
}

function withoutManagedFields(object: JsonObject): JsonObject {
  if (!isJsonObject(object.metadata) || object.metadata.managedFields === undefined) return object
  // Copied, not deleted: `delete` would put the object into dictionary mode.
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}
