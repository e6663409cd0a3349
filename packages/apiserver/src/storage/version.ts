/**
 * One object at one revision. Versions of a key form a chain from the newest to the oldest that is still remembered, and
 * the same versions, in order of revision, are the history that watches read: nothing is held twice.
 */

import type { KeptObject } from './text-arena.ts'

/** What is kept of an object: its JSON, ready to be sent, and its labels, so that selectors need not parse it. */
export interface Stored {
  /** With `metadata.resourceVersion` filled in. */
  readonly text: string
  readonly labels: Readonly<Record<string, string>> | undefined
}

export interface Version {
  readonly key: string
  readonly revision: number
  /** The object as of this revision; for a deletion its last state, with the deletion's revision in it. */
  readonly object: KeptObject
  readonly isDeletion: boolean
  /** The version before this one; forgotten once nobody may ask for it. */
  older: Version | undefined
}

/** The version a reader at `revision` sees, deletions included. */
export function versionAt(newest: Version | undefined, revision: number): Version | undefined {
  let version = newest
  while (version !== undefined && version.revision > revision) version = version.older
  return version
}

/** What a watch calls the change that made this version. */
export function changeType(version: Version): 'ADDED' | 'MODIFIED' | 'DELETED' {
  if (version.isDeletion) return 'DELETED'
  return version.older === undefined || version.older.isDeletion ? 'ADDED' : 'MODIFIED'
}
