/** A snapshot of a queue, for debugging keys that do not run, and for gauges. */
import type { Delays } from './delays.ts'
import type { Entry } from './entry.ts'
import type { DelayCause } from './observer.ts'
import { askedAt, type PendingRequest } from './pending-request.ts'
import type { WaitingLine } from './waiting-line.ts'

/** Options of `Queue.snapshot`. */
export interface SnapshotOptions {
  /**
   * How many keys to list of each kind. The counts are always complete.
   *
   * @default 100
   */
  readonly limit?: number
}

/** The total count, and the first items. */
export interface Listing<Item> {
  readonly count: number
  readonly items: readonly Item[]
}

/** Common to waiting, delayed and running keys. */
export interface SeenKey<Key, Reason = string> {
  readonly key: Key
  /** How long it has been waiting, delayed or running. */
  readonly forMs: number
  readonly priority: number
  readonly reasons: readonly Reason[]
  readonly adds: number
  /** Failures in a row. */
  readonly failures: number
}

/** A key that is not due yet: delayed by an `after`, its back-off or its debounce. */
export interface DelayedKey<Key, Reason = string> extends SeenKey<Key, Reason> {
  /** Time until it is due. */
  readonly dueInMs: number
  readonly cause: DelayCause
}

/** A key that a worker has taken and not handed back yet. */
export interface RunningKey<Key, Reason = string> extends SeenKey<Key, Reason> {
  /** Whether it was added meanwhile and will run once more. */
  readonly thenAgain: boolean
}

/** The waiting, delayed and running keys of a queue at one time, for debugging and metrics. */
export interface QueueSnapshot<Key, Reason = string> {
  readonly isClosed: boolean
  /** Workers waiting in `take`. */
  readonly idleWorkers: number
  /** The waiting keys in hand-out order, without ageing. */
  readonly waiting: Listing<SeenKey<Key, Reason>>
  /** Number of waiting keys per priority, the highest first. */
  readonly depths: readonly { readonly priority: number; readonly count: number }[]
  /** The next one due first. */
  readonly delayed: Listing<DelayedKey<Key, Reason>>
  /** The longest running one first. */
  readonly running: Listing<RunningKey<Key, Reason>>
  /** Total running time of all tasks so far. */
  readonly unfinishedMs: number
  /** Running time of the longest running task so far. */
  readonly longestRunningMs: number
}

/** The collections of a queue. */
export interface Places<Key, Reason> {
  readonly waiting: Pick<WaitingLine<Entry<Key, Reason>>, 'size' | 'inOrder' | 'depths'>
  readonly delayed: Pick<Delays<Entry<Key, Reason>>, 'size' | 'inOrder'>
  readonly running: Iterable<Entry<Key, Reason>>
}

/** The part of a snapshot that concerns keys. */
export type Seen<Key, Reason> = Omit<QueueSnapshot<Key, Reason>, 'isClosed' | 'idleWorkers'>

export function see<Key, Reason>(places: Places<Key, Reason>, now: number, limit: number): Seen<Key, Reason> {
  const { waiting, delayed } = places
  const running = [...places.running] // as many as there are workers
  return {
    waiting: {
      count: waiting.size,
      items: first(limit, waiting.inOrder(), (entry) => seeKey(entry, entry.pending!, now)),
    },
    depths: waiting.depths(),
    delayed: { count: delayed.size, items: first(limit, delayed.inOrder(), (entry) => seeDelayed(entry, now)) },
    running: { count: running.length, items: first(limit, running, (entry) => seeRunning(entry, now)) },
    unfinishedMs: running.reduce((sum, { since }) => sum + now - since, 0),
    longestRunningMs: now - (running[0]?.since ?? now),
  }
}

/** The reason a key is delayed. */
export function delayCause({ failing, pending }: Entry<unknown, unknown>): DelayCause {
  if (failing) return 'backoff'
  return askedAt(pending!) < pending!.at ? 'debounce' : 'after'
}

function seeKey<Key, Reason>(
  entry: Entry<Key, Reason>,
  pending: PendingRequest<Reason>,
  now: number,
): SeenKey<Key, Reason> {
  const { priority, reasons, adds } = pending
  const failures = entry.failing?.failures ?? 0
  return { key: entry.key, forMs: now - entry.since, priority, reasons, adds, failures }
}

function seeDelayed<Key, Reason>(entry: Entry<Key, Reason>, now: number): DelayedKey<Key, Reason> {
  return { ...seeKey(entry, entry.pending!, now), dueInMs: Math.max(0, entry.dueAt - now), cause: delayCause(entry) }
}

function seeRunning<Key, Reason>(entry: Entry<Key, Reason>, now: number): RunningKey<Key, Reason> {
  return { ...seeKey(entry, entry.lent!, now), thenAgain: entry.pending !== undefined }
}

function first<Item, Seen>(limit: number, items: Iterable<Item>, seen: (item: Item) => Seen): Seen[] {
  const taken: Seen[] = []
  for (const item of items) {
    if (taken.length >= limit) break
    taken.push(seen(item))
  }
  return taken
}
