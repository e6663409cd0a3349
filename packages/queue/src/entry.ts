/** All the queue knows about one key. A key that is idle has none, so a queue at rest holds nothing. */

import type { Failing } from './backoff.ts'
import { Link } from './chain.ts'
import type { Delayed } from './delays.ts'
import type { InLine } from './waiting-line.ts'
import type { Wish } from './wish.ts'

/** Where a key stands. It is in one place at a time. */
export type Standing =
  /** Nowhere: it has just been admitted, or has just been handed back. */
  | 'idle'
  /** It must let time pass. */
  | 'delayed'
  /** It could be handed out at once. */
  | 'waiting'
  /** A worker has it. */
  | 'running'

export class Entry<Key, Reason> implements InLine<Entry<Key, Reason>>, Delayed {
  readonly id: unknown
  readonly key: Key
  readonly group: string

  standing: Standing = 'idle'

  /** When it came to its standing. */
  since = 0

  /** What it has been asked since it was last handed out. Always there while it is delayed or waits. */
  wish: Wish<Reason> | undefined

  /** What the worker that has it was asked. There while it runs. */
  lent: Wish<Reason> | undefined

  /** How long it waited for the worker that has it. */
  waitedMs = 0

  /** There between a failure and the next success. */
  failing: Failing | undefined

  /** Its place among those that wait, or among those that run. */
  readonly age: Link<Entry<Key, Reason>> = new Link<Entry<Key, Reason>>(this)

  /** Its place in its group, while it waits. */
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
