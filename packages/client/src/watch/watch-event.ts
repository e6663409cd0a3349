/**
 * What a watch yields. The object of an event is decoded when it is first read; its identity, version and labels can be
 * read without that, straight from the bytes.
 */
import type { KubeObject } from '@kubewright/core'

export type WatchEvent<Object extends KubeObject = KubeObject> = ChangeEvent<Object> | BookmarkEvent

/** An object appeared, changed or vanished. All but `object` can be read without decoding the object. */
export interface ChangeEvent<Object extends KubeObject = KubeObject> {
  readonly type: ChangeType
  readonly name: string
  readonly namespace: string | undefined
  readonly uid: string
  readonly resourceVersion: string
  readonly generation: number | undefined
  readonly labels: Readonly<Record<string, string>> | undefined
  readonly deletionTimestamp: string | undefined
  /** Decoded on first read, then kept. With `DELETED`: the last state, with the version of the deletion. */
  readonly object: Object
}

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED'

/** Nothing changed up to this version: a place to resume from. */
export interface BookmarkEvent {
  readonly type: 'BOOKMARK'
  readonly resourceVersion: string
  /** Everything that existed at the start has been sent. Only with `sendInitialEvents`. */
  readonly isInitialEventsEnd: boolean
}
