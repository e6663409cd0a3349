/** A picture of a queue, for people who ask why something does not run, and for gauges. */
import type { Delays } from './delays.ts'
import type { Entry } from './entry.ts'
import type { DelayCause } from './observer.ts'
import type { WaitingLine } from './waiting-line.ts'
import { askedAt, type Wish } from './wish.ts'

export interface SnapshotOptions {
  /**
   * How many keys to list of each kind. The counts are always complete.
   *
   * @default 100
   */
  readonly limit?: number
}

/** How many there are, and the first of them. */
export interface Listing<Item> {
  readonly count: number
  readonly items: readonly Item[]
}

/** What every key shows, wherever it stands. */
export interface SeenKey<Key, Reason = string> {
  readonly key: Key
  /** For how long it has waited, been delayed, or run. */
  readonly forMs: number
  readonly priority: number
  readonly reasons: readonly Reason[]
  readonly adds: number
  /** Failures in a row. */
  readonly failures: number
}

export interface DelayedKey<Key, Reason = string> extends SeenKey<Key, Reason> {
  /** How long it must still let pass. */
  readonly dueInMs: number
  readonly cause: DelayCause
}

export interface RunningKey<Key, Reason = string> extends SeenKey<Key, Reason> {
  /** Whether it was added meanwhile, and so will run once more. */
  readonly thenAgain: boolean
}

export interface QueueSnapshot<Key, Reason = string> {
  readonly isClosed: boolean
  /** Workers that wait in `take`. */
  readonly idleWorkers: number
  /** In the order in which they would be handed out, ageing aside. */
  readonly waiting: Listing<SeenKey<Key, Reason>>
  /** How many wait at each priority, the highest first. */
  readonly depths: readonly { readonly priority: number; readonly count: number }[]
  /** The next to be ready first. */
  readonly delayed: Listing<DelayedKey<Key, Reason>>
  /** The one that has run longest first. */
  readonly running: Listing<RunningKey<Key, Reason>>
  /** How long the tasks that are with workers have taken by now, added up. */
  readonly unfinishedMs: number
  /** How long the one that has run longest has taken by now. */
  readonly longestRunningMs: number
}

/** Where a queue keeps its entries. */
export interface Places<Key, Reason> {
  readonly waiting: Pick<WaitingLine<Entry<Key, Reason>>, 'size' | 'inOrder' | 'depths'>
  readonly delayed: Pick<Delays<Entry<Key, Reason>>, 'size' | 'inOrder'>
  readonly running: Iterable<Entry<Key, Reason>>
}

/** The part of a snapshot that is about keys. */
export type Seen<Key, Reason> = Omit<QueueSnapshot<Key, Reason>, 'isClosed' | 'idleWorkers'>

export function see<Key, Reason>(places: Places<Key, Reason>, now: number, limit: number): Seen<Key, Reason> {
  const { waiting, delayed } = places
  const running = [...places.running] // as many as there are workers
  return {
    waiting: {
      count: waiting.size,
      items: first(limit, waiting.inOrder(), (entry) => seeKey(entry, entry.wish!, now)),
    },
    depths: waiting.depths(),
    delayed: { count: delayed.size, items: first(limit, delayed.inOrder(), (entry) => seeDelayed(entry, now)) },
    running: { count: running.length, items: first(limit, running, (entry) => seeRunning(entry, now)) },
    unfinishedMs: running.reduce((sum, { since }) => sum + now - since, 0),
    longestRunningMs: now - (running[0]?.since ?? now),
  }
}

/** What a delayed key waits for. */
export function delayCause({ failing, wish }: Entry<unknown, unknown>): DelayCause {
  if (failing) return 'backoff'
  return askedAt(wish!) < wish!.at ? 'debounce' : 'after'
}

function seeKey<Key, Reason>(entry: Entry<Key, Reason>, wish: Wish<Reason>, now: number): SeenKey<Key, Reason> {
  const { priority, reasons, adds } = wish
  const failures = entry.failing?.failures ?? 0
  return { key: entry.key, forMs: now - entry.since, priority, reasons, adds, failures }
}

function seeDelayed<Key, Reason>(entry: Entry<Key, Reason>, now: number): DelayedKey<Key, Reason> {
  return { ...seeKey(entry, entry.wish!, now), dueInMs: Math.max(0, entry.dueAt - now), cause: delayCause(entry) }
}

function seeRunning<Key, Reason>(entry: Entry<Key, Reason>, now: number): RunningKey<Key, Reason> {
  return { ...seeKey(entry, entry.lent!, now), thenAgain: entry.wish !== undefined }
}

function first<Item, Seen>(limit: number, items: Iterable<Item>, seen: (item: Item) => Seen): Seen[] {
  const taken: Seen[] = []
  for (const item of items) {
    if (taken.length >= limit) break
    taken.push(seen(item))
  }
  return taken
}
