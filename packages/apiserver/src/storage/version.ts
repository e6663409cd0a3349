/**
 * One object at one revision. The versions of a key form a linked list from the newest to the oldest retained one. The same
 * versions, in revision order, form the history that watches read, so nothing is stored twice.
 */

import type { KeptObject } from './text-arena.ts'

/** The stored form of an object: its JSON, ready to be sent, and its labels, so that selectors need not parse it. */
export interface Stored {
  /** With `metadata.resourceVersion` filled in. */
  readonly text: string
  readonly labels: Readonly<Record<string, string>> | undefined
}

/** One version of an object, linked to the version before it. */
export interface Version {
  readonly key: string
  readonly revision: number
  /** The object as of this revision; for a deletion its last state, with the deletion's revision in it. */
  readonly object: KeptObject
  readonly isDeletion: boolean
  /** The previous version; dropped once it is compacted. */
  older: Version | undefined
}

/** The version a reader at `revision` sees, deletions included. */
export function versionAt(newest: Version | undefined, revision: number): Version | undefined {
  let version = newest
  while (version !== undefined && version.revision > revision) version = version.older
  return version
}

/** The watch event type of the change that made this version. */
export function changeType(version: Version): 'ADDED' | 'MODIFIED' | 'DELETED' {
  if (version.isDeletion) return 'DELETED'
  return version.older === undefined || version.older.isDeletion ? 'ADDED' : 'MODIFIED'
}
