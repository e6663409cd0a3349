/**
 * The events on a page's single connection: the versioned API of the dashboard. Server-sent events, each with its type as `event` and this
 * as `data`, in JSON. Entries are pairs, because keys are untrusted.
 */

/** The version in the paths: `/api/v1/stream`. Fields may be added within a version; none is removed or changes its meaning. */
export const interfaceVersion = 1

/** One server-sent event on a page's connection. */
export type StreamEvent =
  /** First on every connection. */
  | { readonly type: 'hello'; readonly server: ServerInfo }
  /** The whole table of a topic. Replaces what the page has. */
  | { readonly type: 'snapshot'; readonly topic: string; readonly entries: readonly (readonly [string, unknown])[] }
  /** The changes since then. */
  | {
      readonly type: 'change'
      readonly topic: string
      readonly set: readonly (readonly [string, unknown])[]
      readonly removed: readonly string[]
    }
  /** Why the data of a topic may be stale or incomplete; `null` once resolved. */
  | { readonly type: 'problem'; readonly topic: string; readonly message: string | null }
  /** Sent every few seconds. A page that misses it for longer marks its data as stale. */
  | { readonly type: 'alive'; readonly at: number }

/** The server behind a page: its API version, clock and allowed actions. */
export interface ServerInfo {
  readonly version: typeof interfaceVersion
  /** Changes with a restart. */
  readonly run: string
  /** Name of the program or the cluster, for the title. */
  readonly name: string
  /** Milliseconds since the epoch, by the server's clock. */
  readonly at: number
  /** The interval of `alive` events. */
  readonly aliveEveryMs: number
  /** The actions that viewers may take. */
  readonly allows: readonly AllowedAction[]
}

/** `reconcile`, `pause` (and resume), `edit` objects, see the values of `secrets`, `explore`, and kill and start `shards`. */
export type AllowedAction = 'reconcile' | 'pause' | 'edit' | 'secrets' | 'explore' | 'shards'

/** The event in wire format. */
export function formatEvent(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
