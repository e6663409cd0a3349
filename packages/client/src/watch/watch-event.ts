/**
 * The events of a watch. The object of an event is decoded on first read; its identity, version and labels are read directly from the
 * bytes.
 */
import type { KubeObject } from '@kubewright/core'

/** An event of a watch: a change of an object, or a bookmark. */
export type WatchEvent<Item extends KubeObject = KubeObject> = ChangeEvent<Item> | BookmarkEvent

/** An object was added, modified or deleted. All but `object` can be read without decoding it. */
export interface ChangeEvent<Item extends KubeObject = KubeObject> {
  readonly type: ChangeType
  readonly name: string
  readonly namespace: string | undefined
  readonly uid: string
  readonly resourceVersion: string
  readonly generation: number | undefined
  readonly labels: Readonly<Record<string, string>> | undefined
  readonly deletionTimestamp: string | undefined
  /** Decoded on first read, then kept. For `DELETED`: the last state, with the version of the deletion. */
  readonly object: Item
}

/** What happened to an object. */
export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED'

/** No change up to this version: a point to resume from. */
export interface BookmarkEvent {
  readonly type: 'BOOKMARK'
  readonly resourceVersion: string
  /** All initially existing objects have been sent. Only with `sendInitialEvents`. */
  readonly isInitialEventsEnd: boolean
}
