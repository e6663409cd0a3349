/**
 * One open watch: the initial events, then every change, then the end.
 *
 * Guarantees
 * - No change is lost or duplicated between the initial events and the live ones.
 * - Changes come in revision order, and a bookmark follows all changes up to its revision.
 * - The initial events are sent as fast as the reader accepts them, however many there are.
 * - A reader that falls too far behind on live events is disconnected; it can resume from the last revision it received.
 */
import type { Clock } from '@kubewright/core'
import { type Random, randomInt } from '@kubewright/core/random'
import { onAbort } from '@kubewright/core/tasks'
import type { ServedKind } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { ResponseStream, StreamSink } from '../request/exchange.ts'
import type { Collection } from '../storage/collection.ts'
import { internal } from '../status/failures.ts'
import { StatusError } from '../status/status.ts'
import type { Stored, Version } from '../storage/version.ts'
import { bookmarkLine, type EventType, line, plainLine, renderedLine, type WatchForm } from './watch-encoder.ts'
import { seenBy, type ViewScope } from './watch-view.ts'

export interface WatchPlan extends ViewScope {
  readonly kind: ServedKind
  readonly collection: Collection
  readonly form: WatchForm
  /** Whether stored texts can be sent as they are. */
  readonly isPlain: boolean
  /** The existing objects, sent as ADDED. */
  readonly initial: readonly Stored[]
  /** Changes since the requested resource version. */
  readonly missed: readonly Version[]
  /** The revision the watch starts from. If it is in the future, the watch waits for it. */
  readonly revision: number
  /** The empty object that bookmarks carry. */
  readonly empty: Draft
  readonly allowsBookmarks: boolean
  /** Whether to send the bookmark that ends the initial events. */
  readonly marksInitialEnd: boolean
  /** When the watch times out. */
  readonly timeoutMs: number | undefined
  readonly clock: Clock
  readonly random: Random
  /** The newest revision of the store, for bookmarks. */
  readonly newestRevision: () => number
}

const bookmarkEveryMs = 60_000
/** A last bookmark is sent this long before the timeout, so that the client can resume. */
const lastBookmarkMs = 2_000
/** The backlog limits for a slow reader: number of changes, and bytes. */
const [backlogLimit, backlogBytes] = [10_000, 16 * 1024 * 1024]
/** Sent entries are removed from the queue in batches of at least this many: each removal moves the remaining ones. */
const sentLimit = 1_024

/** Subscribes at once; events before the stream is opened are queued. */
export function watchStream(plan: WatchPlan): ResponseStream & Disposable {
  const watch = new OpenWatch(plan)
  return { open: (sink) => watch.open(sink), [Symbol.dispose]: () => watch.close() }
}

/** A queued event: an object, or a bookmark. */
interface Waiting {
  readonly type: EventType
  readonly object: Stored | undefined
  /** For a bookmark, the revision up to which all changes are queued before it. */
  readonly revision?: number
  readonly isInitialEnd?: boolean
}

class OpenWatch {
  readonly #plan: WatchPlan
  readonly #subscription: Disposable
  readonly #timers: Disposable[] = []
  /** Events in order, sent by one pump at a time; those before `#at` have been sent. */
  #queue: Waiting[] = []
  #at = 0
  /** How many initial events are left at the front of the queue. */
  #initial: number
  /** Number and size of the queued live events. */
  #late = 0
  #lateBytes = 0
  #sink: StreamSink | undefined
  #isPumping = false
  #isClosed = false
  #hasSentRow = false
  #revision: number

  constructor(plan: WatchPlan) {
    this.#plan = plan
    this.#revision = plan.revision
    this.#initial = plan.initial.length
    for (const object of plan.initial) this.#queue.push({ type: 'ADDED', object })
    for (const version of plan.missed) this.#see(version)
    if (plan.marksInitialEnd) {
      this.#queue.push({ type: 'BOOKMARK', object: undefined, revision: plan.revision, isInitialEnd: true })
    }
    this.#subscription = plan.collection.subscribe((version) => {
      if (version.revision <= plan.revision) return
      this.#see(version)
      this.#pump()
    })
  }

  open(sink: StreamSink): Disposable {
    const { clock, random, timeoutMs, allowsBookmarks } = this.#plan
    this.#sink = sink
    if (timeoutMs !== undefined) this.#timers.push(clock.schedule(timeoutMs, () => this.#end()))
    const { retired } = this.#plan.kind
    if (retired !== undefined) this.#timers.push(onAbort(retired, () => this.#end()))
    if (allowsBookmarks) {
      this.#scheduleBookmark(bookmarkEveryMs - randomInt(random, bookmarkEveryMs / 4))
      if (timeoutMs !== undefined && timeoutMs > lastBookmarkMs)
        this.#timers.push(clock.schedule(timeoutMs - lastBookmarkMs, () => this.#mark()))
    }
    this.#pump()
    return { [Symbol.dispose]: () => this.close() }
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#queue = []
    this.#subscription[Symbol.dispose]()
    for (const timer of this.#timers) timer[Symbol.dispose]()
  }

  #end(): void {
    if (this.#isClosed) return
    this.close()
    this.#sink?.end()
  }

  #see(version: Version): void {
    this.#revision = version.revision
    const seen = seenBy(this.#plan, version)
    if (seen === undefined) return
    this.#queue.push(seen)
    this.#late++
    this.#lateBytes += sizeOf(seen.object)
  }

  #scheduleBookmark(ms: number): void {
    const timer = this.#plan.clock.schedule(ms, () => {
      this.#timers.splice(this.#timers.indexOf(timer), 1)
      this.#mark()
      if (!this.#isClosed) this.#scheduleBookmark(bookmarkEveryMs)
    })
    this.#timers.push(timer)
  }

  #mark(): void {
    // All changes up to this revision are already queued, so none of them can follow the bookmark.
    const revision = Math.max(this.#revision, this.#plan.newestRevision())
    this.#queue.push({ type: 'BOOKMARK', object: undefined, revision })
    this.#pump()
  }

  /** Sends queued events. Rendered forms are asynchronous; plain lines are sent in the tick of the change. */
  #pump(): void {
    if (this.#sink === undefined || this.#isPumping || this.#isClosed) return
    if (this.#plan.isPlain) this.#sendPlain()
    else void this.#sendRendered()
    // No back-pressure on writers: a slow reader is disconnected and may resume.
    if (this.#late > backlogLimit || this.#lateBytes > backlogBytes) this.#end()
  }

  readonly #pumpAgain = () => this.#pump()

  /** The next event, if there is one and the reader accepts it. */
  #next(): Waiting | undefined {
    const next = this.#queue[this.#at]
    if (next === undefined || this.#isClosed || !this.#sink!.isReady(this.#pumpAgain)) return undefined
    this.#at++
    this.#count(next)
    if (this.#at === this.#queue.length) [this.#queue.length, this.#at] = [0, 0]
    else if (this.#at > sentLimit && this.#at * 2 > this.#queue.length)
      this.#at -= this.#queue.splice(0, this.#at).length
    return next
  }

  #count({ object }: Waiting): void {
    if (object === undefined) return
    if (this.#initial > 0) return void this.#initial--
    this.#late--
    this.#lateBytes -= sizeOf(object)
  }

  #sendPlain(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { type, object } = next
      this.#write(object === undefined ? this.#bookmark(next) : plainLine(type, object))
    }
  }

  async #sendRendered(): Promise<void> {
    this.#isPumping = true
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      // A watch sends no lists. The server notices with the first object.
      if (this.#plan.form.rendering === 'PartialObjectMetadataList') return this.#end()
      const { type, object } = next
      if (object === undefined) this.#write(this.#bookmark(next))
      else await this.#sendObject(type, object)
      this.#hasSentRow = true
    }
    // Cleared in the same turn as the last check, so that no later event is stranded in the queue.
    this.#isPumping = false
  }

  /** A failed conversion ends the watch with an ERROR event. */
  async #sendObject(type: EventType, object: Stored): Promise<void> {
    const { kind, form, clock } = this.#plan
    try {
      this.#write(await renderedLine(kind, form, { type, object, nowMs: clock.now(), hasColumns: !this.#hasSentRow }))
    } catch (error) {
      const { status } = error instanceof StatusError ? error : internal((error as Error).message)
      this.#write(line('ERROR', status))
      this.#end()
    }
  }

  #bookmark({ revision = this.#revision, isInitialEnd = false }: Waiting): Uint8Array {
    const { kind, form, empty, clock } = this.#plan
    const shown = { nowMs: clock.now(), hasColumns: !this.#hasSentRow }
    return bookmarkLine(kind, form, { empty, revision, isInitialEnd, ...shown })
  }

  #write(text: Uint8Array): void {
    if (!this.#isClosed && !this.#sink!.write(text)) this.#end()
  }
}

function sizeOf(object: Stored): number {
  return 'size' in object ? (object as Stored & { readonly size: number }).size : object.text.length
}
