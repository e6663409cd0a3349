/**
 * What a page is told on its one connection: the versioned interface of the dashboard. Server-sent events, each with its type as
 * `event` and this as `data`, in JSON. Entries are pairs, since keys come from anybody who may name an object.
 */

/** The version in the paths: `/api/v1/stream`. A field may be added within a version; none changes its meaning or goes. */
export const interfaceVersion = 1

export type StreamEvent =
  /** First on every connection. */
  | { readonly type: 'hello'; readonly server: ServerInfo }
  /** All of a topic. It takes the place of what the page had. */
  | { readonly type: 'snapshot'; readonly topic: string; readonly entries: readonly (readonly [string, unknown])[] }
  /** What became different since. */
  | {
      readonly type: 'change'
      readonly topic: string
      readonly set: readonly (readonly [string, unknown])[]
      readonly removed: readonly string[]
    }
  /** Why what is shown of a topic may be old or incomplete; `null` once that is over. */
  | { readonly type: 'problem'; readonly topic: string; readonly message: string | null }
  /** Sent every few seconds. A page that misses it for longer marks its data as stale. */
  | { readonly type: 'alive'; readonly at: number }

export interface ServerInfo {
  readonly version: typeof interfaceVersion
  /** Another one after a restart. */
  readonly run: string
  /** Name of the program or the cluster, for the title. */
  readonly name: string
  /** Milliseconds since the epoch, by the server's clock. */
  readonly at: number
  /** How often it says that it is alive. */
  readonly aliveEveryMs: number
  /** What viewers may do beside looking. */
  readonly allows: readonly AllowedAction[]
}

/** `reconcile`, `pause` (and resume), `edit` objects, see the values of `secrets`, `explore`, and end and start `shards`. */
export type AllowedAction = 'reconcile' | 'pause' | 'edit' | 'secrets' | 'explore' | 'shards'

/** As it is written on the wire. */
export function formatEvent(event: StreamEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}
