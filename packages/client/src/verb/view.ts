/** How objects are asked for and handed out: whole, or only their metadata. */
import { formatApiVersion, isJsonObject, type JsonObject, type KubeObject } from '@kubewright/core'
import type { ResourceName } from '../error/operation.ts'

/** The metadata of an object without the object: all that is needed to know, label, own or delete it. */
export interface PartialObject extends KubeObject {
  readonly apiVersion: 'meta.k8s.io/v1'
  readonly kind: 'PartialObjectMetadata'
}

/** Between the wire and the reader. Objects are never copied into a typed shape: what the server sends is what you get. */
export interface View<Object extends KubeObject = KubeObject> {
  /** The Accept header: for one object or a watch, and for a list. */
  readonly accept: { readonly object: string; readonly list: string }
  readonly omitManagedFields: boolean
  /** `json` has metadata. */
  readonly toObject: (json: JsonObject) => Object
}

const json = 'application/json'
const wholeAccept = { object: json, list: json }
const partial = (kind: string) => `application/json;as=${kind};g=meta.k8s.io;v=v1,application/json`

/** Whole objects. */
export function wholeView<Object extends KubeObject>(resource: ResourceName, omitManagedFields: boolean): View<Object> {
  // Looked at when there is an object: until then the handle may turn out to be none.
  const completion = () => ({ apiVersion: formatApiVersion(resource), kind: resource.kind, omitManagedFields })
  let known: Completion | undefined
  return {
    accept: wholeAccept,
    omitManagedFields,
    // Typed by the handle, and trusted from here on: the server has validated it.
    toObject: (object) => complete(object, (known ??= completion())) as unknown as Object,
  }
}

/** Metadata only. A server that does not know this form answers with whole objects, which are cut down here. */
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

/** Items of a list of built-in kinds come without their kind; it is put in front, where other objects have it. */
function complete(object: JsonObject, { apiVersion, kind, omitManagedFields }: Completion): JsonObject {
  const named = object.kind === undefined ? { apiVersion, kind, ...object } : object
  return omitManagedFields ? withoutManagedFields(named) : named
}

function withoutManagedFields(object: JsonObject): JsonObject {
  if (!isJsonObject(object.metadata) || object.metadata.managedFields === undefined) return object
  // Copied rather than deleted from, which would turn the object into a slow dictionary.
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}
