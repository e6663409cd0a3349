/**
 * A custom resource is stored as merged or mutated, but read without the parts that its schema and the metadata type drop:
 * nulls, empty lists, unknown fields. Clients never see the difference, but the next write does, because it compares with
 * the stored form. This module remembers the stored form where it differs from the served one. A restart loses it.
 * See decision 0261.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Version } from '../storage/version.ts'
import type { Draft, DraftMeta } from './draft.ts'

const hiddenMetadata = new WeakMap<Draft, Partial<DraftMeta>>()
const storedForms = new WeakMap<Version, Draft>()

/** Records the metadata fields whose merged value differs from the value decoded as ObjectMeta. */
export function noteHiddenMetadata(draft: Draft, merged: Readonly<Record<string, unknown>>): void {
  const read = draft.metadata as Record<string, unknown>
  const hidden = Object.entries(merged).filter(([name, value]) => !isDeepStrictEqual(value, read[name]))
  if (hidden.length > 0) hiddenMetadata.set(draft, Object.fromEntries(hidden))
}

/** For a draft whose metadata has been replaced since. */
export function forgetHiddenMetadata(draft: Draft): void {
  hiddenMetadata.delete(draft)
}

/** The draft as it would be stored. */
export function unreadForm(draft: Draft): Draft {
  const hidden = hiddenMetadata.get(draft)
  return hidden === undefined ? draft : { ...draft, metadata: { ...draft.metadata, ...hidden } }
}

/** Records the stored form of a version, unless it equals the served form. */
export function noteStoredForm(version: Version, stored: Draft, shown: Draft): void {
  if (!isDeepStrictEqual(withoutVersion(stored), withoutVersion(shown))) storedForms.set(version, stored)
}

/** The stored form of a version; `undefined` if it equals the served form. */
export function storedFormOf(version: Version): Draft | undefined {
  return storedForms.get(version)
}

function withoutVersion(draft: Draft): Draft {
  return { ...draft, metadata: { ...draft.metadata, resourceVersion: '' } }
}
