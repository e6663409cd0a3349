/** Object metadata, as read and as written. Times are RFC 3339 strings. */
import type { OwnerReference } from './owner-reference.ts'

/** Metadata as an API server returns it. */
export interface ObjectMeta {
  readonly name: string
  readonly namespace?: string
  readonly generateName?: string
  readonly uid: string
  /** Opaque; compare with `compareResourceVersions`. */
  readonly resourceVersion: string
  /** Incremented with every change of the desired state; absent for kinds without a generation. */
  readonly generation?: number
  readonly creationTimestamp: string
  readonly deletionTimestamp?: string
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly finalizers?: readonly string[]
  readonly ownerReferences?: readonly OwnerReference[]
  readonly managedFields?: readonly ManagedFieldsEntry[]
  readonly selfLink?: string
}

/** Metadata besides the name. `undefined` counts as absent, so that labels of a template can be passed on. */
type AuthoredFields = { readonly [Key in keyof Omit<ObjectMeta, 'name' | 'namespace'>]?: ObjectMeta[Key] | undefined }

/** Metadata as an author writes it. Server-set fields may be sent back as read, never invented. */
export interface AuthoredMeta extends AuthoredFields {
  /** May be omitted when `generateName` is given. */
  readonly name?: string | undefined
  readonly namespace?: string | undefined
}

/** The fields of an object that one manager owns, by server-side apply or by update. */
export interface ManagedFieldsEntry {
  readonly manager?: string
  readonly operation?: 'Apply' | 'Update'
  readonly apiVersion?: string
  readonly time?: string
  readonly fieldsType?: string
  readonly fieldsV1?: unknown
  readonly subresource?: string
}

/** The metadata of a list. */
export interface ListMeta {
  readonly resourceVersion: string
  /** Token of the next page; empty or absent on the last one. */
  readonly continue?: string
  readonly remainingItemCount?: number
}

/** The members common to every stored object. */
export interface KubeObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
}
