/** How a watch with a selector sees a change: an object that stops matching is reported as DELETED. */
import type { Selection } from '../request/selection.ts'
import { changeType, type Stored, type Version } from '../storage/version.ts'

export interface Seen {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly object: Stored
}

export interface ViewScope {
  readonly selection: Selection
  /** A namespace and a slash, or empty. */
  readonly prefix: string
}

/** The last change as watches without a selector see it, shared by all of them. */
let latest: { readonly version: Version; readonly seen: Seen } | undefined

function seenByAll(version: Version): Seen {
  if (latest?.version !== version) {
    latest = { version, seen: { type: changeType(version), object: version.object } }
  }
  return latest.seen
}

/** `undefined` if the change does not concern the watch. */
export function seenBy({ selection, prefix }: ViewScope, version: Version): Seen | undefined {
  if (!version.key.startsWith(prefix)) return undefined
  if (selection.isEverything) return seenByAll(version)
  const before = version.older
  const matched = before !== undefined && !before.isDeletion && selection.matches(before.object)
  const matches = !version.isDeletion && selection.matches(version.object)
  if (matches) return { type: matched ? 'MODIFIED' : 'ADDED', object: version.object }
  if (!matched) return undefined
  // The last state that matched, at the revision of the change that ended the match.
  return { type: 'DELETED', object: atRevision(before.object, version.revision) }
}

function atRevision(object: Stored, revision: number): Stored {
  const draft = JSON.parse(object.text) as { metadata: { resourceVersion: string } }
  draft.metadata.resourceVersion = String(revision)
  return { text: JSON.stringify(draft), labels: object.labels }
}
