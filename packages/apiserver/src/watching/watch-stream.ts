/**
 * One open watch: what is there already, then every change, then the end.
 *
 * Guarantees
 * - No change is missed and none comes twice between what is there already and what comes after.
 * - Changes come in order of revision.
 * - A reader that falls too far behind is cut off; it can go on from the last revision it saw.
 */
import { type Clock, onAbort, type Random, randomInt } from '@kubewright/core'
import type { ServedKind } from '../kinds/served-kind.ts'
import type { Draft } from '../object/draft.ts'
import type { ResponseStream, StreamSink } from '../request/exchange.ts'
import type { Collection } from '../storage/collection.ts'
import type { Stored, Version } from '../storage/version.ts'
import { bookmarkLine, type EventType, plainLine, renderedLine, type WatchForm } from './watch-encoder.ts'
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
  readonly timeoutMs: number
  readonly clock: Clock
  readonly random: Random
  /** The newest revision of the store, for bookmarks. */
  readonly newestRevision: () => number
}

const bookmarkEveryMs = 60_000
/** A watch that is about to end says where to go on. */
const lastBookmarkMs = 2_000
/** How many lines may wait for a slow reader. */
const backlogLimit = 10_000

/** Starts listening at once; what happens before the stream is opened waits. */
export function watchStream(plan: WatchPlan): ResponseStream & Disposable {
  const watch = new OpenWatch(plan)
  return { open: (sink) => watch.open(sink), [Symbol.dispose]: () => watch.close() }
}

class OpenWatch {
  readonly #plan: WatchPlan
  readonly #subscription: Disposable
  readonly #timers: Disposable[] = []
  /** What was seen and not yet sent; sent in order by one pump at a time. */
  readonly #waiting: { type: EventType; object: Stored | undefined; isInitialEnd?: boolean }[] = []
  #sink: StreamSink | undefined
  #isPumping = false
  #isClosed = false
  #hasSentRow = false
  #revision: number

  constructor(plan: WatchPlan) {
    this.#plan = plan
    this.#revision = plan.revision
    for (const object of plan.initial) this.#waiting.push({ type: 'ADDED', object })
    for (const version of plan.missed) this.#see(version)
    if (plan.marksInitialEnd) this.#waiting.push({ type: 'BOOKMARK', object: undefined, isInitialEnd: true })
    this.#subscription = plan.collection.subscribe((version) => {
      if (version.revision <= plan.revision) return
      this.#see(version)
      this.#pump()
    })
  }

  open(sink: StreamSink): Disposable {
    const { clock, random, timeoutMs, allowsBookmarks } = this.#plan
    this.#sink = sink
    this.#timers.push(clock.schedule(timeoutMs, () => this.#end()))
    const { retired } = this.#plan.kind
    if (retired !== undefined) this.#timers.push(onAbort(retired, () => this.#end()))
    if (allowsBookmarks) {
      this.#scheduleBookmark(bookmarkEveryMs - randomInt(random, bookmarkEveryMs / 4))
      if (timeoutMs > lastBookmarkMs) this.#timers.push(clock.schedule(timeoutMs - lastBookmarkMs, () => this.#mark()))
    }
    this.#pump()
    return { [Symbol.dispose]: () => this.close() }
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
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
    if (seen !== undefined) this.#waiting.push(seen)
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
    this.#waiting.push({ type: 'BOOKMARK', object: undefined })
    this.#pump()
  }

  /** Sends what waits. Forms that have to be rendered take turns; plain ones go out in the tick that made them. */
  #pump(): void {
    if (this.#sink === undefined || this.#isPumping || this.#isClosed) return
    if (this.#waiting.length > backlogLimit + this.#plan.initial.length) return this.#end()
    if (this.#plan.isPlain) return this.#sendPlain()
    this.#isPumping = true
    void this.#sendRendered().finally(() => {
      this.#isPumping = false
    })
  }

  #sendPlain(): void {
    // Nothing is added meanwhile: whoever is written to does not write back.
    for (const { type, object, isInitialEnd = false } of this.#waiting) {
      this.#write(object === undefined ? this.#bookmark(isInitialEnd) : plainLine(type, object))
    }
    this.#waiting.length = 0
  }

  async #sendRendered(): Promise<void> {
    const { kind, form, clock } = this.#plan
    for (let next = this.#waiting.shift(); next !== undefined && !this.#isClosed; next = this.#waiting.shift()) {
      // Nothing a watch sends is a list; the server notices when it comes to the first object.
      if (form.rendering === 'PartialObjectMetadataList') return this.#end()
      const { type, object, isInitialEnd = false } = next
      if (object === undefined) this.#write(this.#bookmark(isInitialEnd))
      else
        this.#write(await renderedLine(kind, form, { type, object, nowMs: clock.now(), hasColumns: !this.#hasSentRow }))
      this.#hasSentRow = true
    }
  }

  #bookmark(isInitialEnd: boolean): Uint8Array {
    const { kind, form, newestRevision, revision, empty, clock } = this.#plan
    return bookmarkLine(kind, form, {
      empty,
      revision: isInitialEnd ? revision : Math.max(this.#revision, newestRevision()),
      isInitialEnd,
      nowMs: clock.now(),
      hasColumns: !this.#hasSentRow,
    })
  }

  /** A reader that does not drain is not waited for: it is cut off and may come back. */
  #write(line: Uint8Array): void {
    if (!this.#isClosed && !this.#sink!.write(line)) this.#end()
  }
}
