/** The state of one key. An idle key has none, so an idle queue retains nothing. */

import type { Failing } from './backoff.ts'
import type { Delayed } from './delays.ts'
import { Link } from './linked-list.ts'
import type { PendingRequest } from './pending-request.ts'
import type { InLine } from './waiting-line.ts'

/** The state a key is in. */
export type KeyState =
  /** Just admitted, or just handed back. */
  | 'idle'
  /** Its due time has not come. */
  | 'delayed'
  /** Ready for a worker. */
  | 'waiting'
  /** A worker has it. */
  | 'running'

export class Entry<Key, Reason> implements InLine<Entry<Key, Reason>>, Delayed {
  readonly id: unknown
  readonly key: Key
  readonly group: string

  state: KeyState = 'idle'

  /** When it entered its state. */
  since = 0

  /** The merged request since it was last handed out. Always set while it is delayed or waiting. */
  pending: PendingRequest<Reason> | undefined

  /** The request that the current worker took. Set while it runs. */
  lent: PendingRequest<Reason> | undefined

  /** How long it waited for the current worker. */
  waitedMs = 0

  /** Set from a failure until the next success. */
  failing: Failing | undefined

  /** Its link among the waiting keys, or among the running ones. */
  readonly age: Link<Entry<Key, Reason>> = new Link<Entry<Key, Reason>>(this)

  /** Its link in its group, while it waits. */
  readonly turn: Link<Entry<Key, Reason>> = new Link<Entry<Key, Reason>>(this)
  level = 0

  dueAt = 0
  order = 0
  place = -1

  constructor(id: unknown, key: Key, group: string) {
    this.id = id
    this.key = key
    this.group = group
  }
}
