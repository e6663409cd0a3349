/**
 * Writes the initial objects of a cluster. They are spelled out in their stored form and bypass the verbs: they are valid,
 * admission does not apply to them, and startup must be fast.
 */
import { deepEqual } from '@kubewright/core/json'
import { type Draft, type DraftManager, type DraftMeta, draftOf, textOf } from '../object/draft.ts'
import type { Collection } from '../storage/collection.ts'
import type { Version } from '../storage/version.ts'
import type { Machinery } from '../kinds/call.ts'
import { timestamp } from '../object/timestamp.ts'
import { ownedFields } from './owned-fields.ts'

export interface BootObject {
  /** `flowschemas.flowcontrol.apiserver.k8s.io` */
  readonly collection: string
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: DraftMeta & { readonly name: string }
  /** Everything besides metadata, in the order in which the server writes it. */
  readonly fields: Readonly<Record<string, unknown>>
  /** In the order in which the server lists them. */
  readonly owners: readonly Owner[]
  /** Fields to overwrite in an object of an earlier start: `spec.ports`. @default none */
  readonly renews?: readonly string[]
}

export interface Owner {
  /** @default 'kube-apiserver' */
  readonly manager?: string
  /** @default 'Update' */
  readonly operation?: 'Apply' | 'Update'
  readonly subresource?: string
  /** See `ownedFields`. */
  readonly owns: string
}

/** Dependencies of the writes. */
export type BootParts = Pick<Machinery, 'store' | 'clock' | 'ids'>

/** Creates the object. An existing one stays, except for the fields to renew. */
export function ensureObject(parts: BootParts, object: BootObject): void {
  const { metadata } = object
  const collection = parts.store.collection(object.collection)
  const key = metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`
  const present = collection.read(key)
  if (present === undefined) create(parts, key, object)
  else if (object.renews !== undefined) renew(collection, present, object)
}

function renew(collection: Collection, present: Version, { fields, metadata, renews = [] }: BootObject): void {
  const live = draftOf(present.object.text)
  const next = renews.reduce((draft, path) => setIn(draft, path, { ...fields, metadata }), live)
  if (deepEqual(next as never, live as never)) return
  collection.put(present.key, present.revision, (revision) => ({
    text: textOf(next, String(revision)),
    labels: next.metadata.labels,
  }))
}

/** A copy of the object with the value of `source` at the path: `spec.ports`. */
function setIn(draft: Draft, path: string, source: BootObject['fields']): Draft {
  const [top = '', below] = path.split('.')
  const value = source[top] as Readonly<Record<string, unknown>>
  if (below === undefined) return { ...draft, [top]: value }
  return { ...draft, [top]: { ...(draft[top] as object), [below]: value[below] } }
}

function create({ store, clock, ids }: BootParts, key: string, object: BootObject): void {
  const { apiVersion, kind, metadata, fields, owners } = object
  const time = timestamp(clock.now())
  const managedFields = owners.map((owner) => managerOf(owner, apiVersion, time))
  const written = { ...metadata, uid: ids.uuid(), creationTimestamp: time, managedFields }
  store.collection(object.collection).put(key, undefined, (revision) => ({
    text: textOf({ kind, apiVersion, metadata: written, ...fields }, String(revision)),
    labels: metadata.labels,
  }))
}

function managerOf(owner: Owner, apiVersion: string, time: string): DraftManager {
  const { manager = 'kube-apiserver', operation = 'Update', subresource, owns } = owner
  return {
    manager,
    operation,
    apiVersion,
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: ownedFields(owns),
    ...(subresource === undefined ? {} : { subresource }),
  }
}
