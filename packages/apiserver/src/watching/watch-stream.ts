/**
 * One open watch: what is there already, then every change, then the end.
 *
 * Guarantees
 * - No change is missed and none comes twice between what is there already and what comes after.
 * - Changes come in order of revision, and a bookmark behind all changes up to the revision it names.
 * - What was there when the watch began comes as fast as its reader takes it, however much it is.
 * - A reader that falls too far behind with what comes after is cut off; it can go on from the last revision it saw.
 */
import { type Clock, onAbort, type Random, randomInt } from '@kubewright/core'
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
  /** What is there already, shown as added. */
  readonly initial: readonly Stored[]
  /** Changes that have happened since the revision the caller named. */
  readonly missed: readonly Version[]
  /** The revision the watch starts from. It may lie ahead: then the watch waits for it. */
  readonly revision: number
  /** What bookmarks show: an object with nothing in it. */
  readonly empty: Draft
  readonly allowsBookmarks: boolean
  /** Whether the caller waits for the word that it has seen what was there. */
  readonly marksInitialEnd: boolean
  /** When it ends by itself. */
  readonly timeoutMs: number | undefined
  readonly clock: Clock
  readonly random: Random
  /** The newest revision of the store, for bookmarks. */
  readonly newestRevision: () => number
}

const bookmarkEveryMs = 60_000
/** A watch that is about to end says where to go on. */
const lastBookmarkMs = 2_000
/** How many changes may wait for a slow reader, and how many bytes of them. */
const [backlogLimit, backlogBytes] = [10_000, 16 * 1024 * 1024]
/** What was sent stays in the queue until it is this much: taking it away moves the rest. */
const sentLimit = 1_024

/** Starts listening at once; what happens before the stream is opened waits. */
export function watchStream(plan: WatchPlan): ResponseStream & Disposable {
  const watch = new OpenWatch(plan)
  return { open: (sink) => watch.open(sink), [Symbol.dispose]: () => watch.close() }
}

/** Something to be sent: an object, or how far the watch has come. */
interface Waiting {
  readonly type: EventType
  readonly object: Stored | undefined
  /** For a bookmark, the revision up to which everything stands before it. */
  readonly revision?: number
  readonly isInitialEnd?: boolean
}

class OpenWatch {
  readonly #plan: WatchPlan
  readonly #subscription: Disposable
  readonly #timers: Disposable[] = []
  /** What is to be sent, in order, by one pump at a time; those before `#at` have been. */
  #queue: Waiting[] = []
  #at = 0
  /** How much of the queue was there when the watch began: it comes first. */
  #initial: number
  /** How many changes wait behind that, and how large they are. */
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
    // As far as everything is in the queue already: what it names must not come behind it.
    const revision = Math.max(this.#revision, this.#plan.newestRevision())
    this.#queue.push({ type: 'BOOKMARK', object: undefined, revision })
    this.#pump()
  }

  /** Sends what waits. Forms that have to be rendered take turns; plain ones go out in the tick that made them. */
  #pump(): void {
    if (this.#sink === undefined || this.#isPumping || this.#isClosed) return
    if (this.#plan.isPlain) this.#sendPlain()
    else void this.#sendRendered()
    // A reader that does not keep up is not waited for: it is cut off and may come back.
    if (this.#late > backlogLimit || this.#lateBytes > backlogBytes) this.#end()
  }

  readonly #pumpAgain = () => this.#pump()

  /** The next to be sent, if there is one and the reader takes it. */
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
      // Nothing a watch sends is a list; the server notices when it comes to the first object.
      if (this.#plan.form.rendering === 'PartialObjectMetadataList') return this.#end()
      const { type, object } = next
      if (object === undefined) this.#write(this.#bookmark(next))
      else await this.#sendObject(type, object)
      this.#hasSentRow = true
    }
    // In the turn in which nothing was left: what comes later is not taken for something that is being sent.
    this.#isPumping = false
  }

  /** An object that cannot be shown, because nobody converts it, is the end of the watch. */
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
