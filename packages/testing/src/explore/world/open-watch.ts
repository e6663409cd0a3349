/** An open watch of an actor, and the events that arrive through it. */
import type { Line } from './actions.ts'
import type { Actor } from './actor.ts'

export interface WatchEvent {
  readonly type: string
  readonly object: string
  readonly text: string
}

export interface OpenWatch extends Line {
  readonly kind: string
  readonly actor: Actor
  /** The call that opened it. */
  readonly label: string
  /** Ends the watch with 410 Expired. */
  expire(): void
  /** Ends the watch like a broken connection. */
  cut(): void
}
