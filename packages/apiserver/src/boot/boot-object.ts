/**
 * Writing what every cluster begins with. The objects are spelled out in the form in which they are stored and are written
 * past the verbs: what the server ships is valid, nobody has a say in it, and a server that starts has no time to lose.
 */
import type { DraftManager, DraftMeta } from '../object/draft.ts'
import { textOf } from '../object/draft.ts'
import { type Machinery, timestamp } from '../verbs/call.ts'
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

/** What objects are written with. */
export type BootParts = Pick<Machinery, 'store' | 'clock' | 'ids'>

/** Does nothing if there is such an object already. */
export function ensureObject({ store, clock, ids }: BootParts, object: BootObject): void {
  const { collection: name, apiVersion, kind, metadata, fields, owners } = object
  const collection = store.collection(name)
  const key = metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`
  if (collection.read(key) !== undefined) return
  const time = timestamp(clock.now())
  const managedFields = owners.map((owner) => managerOf(owner, apiVersion, time))
  const written = { ...metadata, uid: ids.uuid(), creationTimestamp: time, managedFields }
  collection.put(key, undefined, (revision) => ({
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
