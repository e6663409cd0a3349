/** The events that an actor of a world receives. */
import type { Line } from './actions.ts'
import type { Actor } from './actor.ts'

/** A watch event. */
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
  /** Ends the watch with 410 Expired. */
  expire(): void
  /** Ends the watch like a broken connection. */
  cut(): void
}
