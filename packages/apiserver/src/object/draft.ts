/**
 * An object on its way through the server. Unlike the objects clients hold, a draft is not shared and is mutable until it
 * is stored.
 */
import { goJson } from '../go/go-json.ts'

export interface DraftMeta {
  name?: string
  generateName?: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  creationTimestamp?: string
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  labels?: Record<string, string>
  annotations?: Record<string, string>
  finalizers?: string[]
  ownerReferences?: DraftOwner[]
  managedFields?: DraftManager[]
  selfLink?: string
}

export interface DraftOwner {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

export interface DraftManager {
  manager?: string
  operation?: string
  apiVersion?: string
  time?: string
  fieldsType?: string
  fieldsV1?: unknown
  subresource?: string
}

export interface Draft {
  kind: string
  apiVersion: string
  metadata: DraftMeta
  [field: string]: unknown
}

/** Parses a stored text. Every call returns a new draft. */
export function draftOf(text: string): Draft {
  return JSON.parse(text) as Draft
}

/** The order in which the server writes the fields of metadata. */
const metaOrder = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
] as const satisfies readonly (keyof DraftMeta)[]

/**
 * Serializes a draft in the form that the rest of the server relies on: kind and apiVersion first (see `joinTexts`), then
 * metadata in the server's order, then the remaining fields.
 */
export function textOf(draft: Draft, resourceVersion: string): string {
  const { kind, apiVersion, metadata, ...rest } = draft
  const ordered: Record<string, unknown> = {}
  const filled: DraftMeta = { ...metadata, resourceVersion }
  for (const field of metaOrder) if (filled[field] !== undefined) ordered[field] = filled[field]
  return goJson({ kind, apiVersion, metadata: ordered, ...rest })
}
