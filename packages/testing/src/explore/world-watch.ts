/** What an actor of a world hears. */
import type { Line } from './actions.ts'
import type { Actor } from './actor.ts'

/** A change as a watch tells it. */
export interface ToldChange {
  readonly type: string
  readonly object: string
  readonly text: string
}

export interface WatchLineHold extends Line {
  readonly kind: string
  readonly actor: Actor
  /** The call that opened it. */
  readonly label: string
  /** Ends it as a watch that has expired. */
  expire(): void
  /** Ends it as a connection that broke. */
  cut(): void
}
