/**
 * A custom resource is stored as it was merged or mutated, and read without what its schema and the type of its metadata do
 * not keep: nulls, empty lists, unknown fields. Readers never see the difference, but the next write does: it compares with
 * what is stored. This remembers the stored form where it differs from the shown one; a restart forgets it.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Version } from '../storage/version.ts'
import type { Draft, DraftMeta } from './draft.ts'

const hiddenMetadata = new WeakMap<Draft, Partial<DraftMeta>>()
const storedForms = new WeakMap<Version, Draft>()

/** Notes which fields of the metadata were something else before they were read as metadata. */
export function noteHiddenMetadata(draft: Draft, merged: Readonly<Record<string, unknown>>): void {
  const read = draft.metadata as Record<string, unknown>
  const hidden = Object.entries(merged).filter(([name, value]) => !isDeepStrictEqual(value, read[name]))
  if (hidden.length > 0) hiddenMetadata.set(draft, Object.fromEntries(hidden))
}

/** For a draft whose metadata was replaced since. */
export function forgetHiddenMetadata(draft: Draft): void {
  hiddenMetadata.delete(draft)
}

/** The draft as it would be stored. */
export function unreadForm(draft: Draft): Draft {
  const hidden = hiddenMetadata.get(draft)
  return hidden === undefined ? draft : { ...draft, metadata: { ...draft.metadata, ...hidden } }
}

/** Notes how a version is stored, unless it is stored as it is shown. */
export function noteStoredForm(version: Version, stored: Draft, shown: Draft): void {
  if (!isDeepStrictEqual(withoutVersion(stored), withoutVersion(shown))) storedForms.set(version, stored)
}

/** How a version is stored; `undefined` if as it is shown. */
export function storedFormOf(version: Version): Draft | undefined {
  return storedForms.get(version)
}

function withoutVersion(draft: Draft): Draft {
  return { ...draft, metadata: { ...draft.metadata, resourceVersion: '' } }
}
