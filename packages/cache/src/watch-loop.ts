/**
 * Keeps one watch alive: fetches everything there is, follows what happens, resumes when the connection ends, starts over
 * when too much was missed, and tries again, later and later, when it fails.
 *
 * Guarantees
 * - The sink is filled with one state of the whole, never with an older one than it had.
 * - It ends when its signal is aborted, wherever it is, and leaves nothing open.
 */
import { isExpired, isInvalid, type WatchEvent } from '@kubewright/client'
import {
  type Clock,
  compareResourceVersions,
  isKubewrightError,
  type KubeObject,
  type Random,
  sleep,
  TimeSlice,
} from '@kubewright/core'
import type { CacheObserver } from './cache-observer.ts'
import { RetryDelay } from './retry-delay.ts'
import type { SourceFailure, SourceState } from './source-state.ts'
import { NoInitialEvents, StaleState, WatchCutShort } from './watch-failure.ts'

/** What the loop asks the server. */
export interface WatchedServer<Object extends KubeObject> {
  /** Everything, page by page, or in one piece; each page with the version of the whole. */
  pages(
    how: { readonly isWhole: boolean },
    signal: AbortSignal,
  ): AsyncIterable<{ readonly items: readonly Object[]; readonly version: string }>
  /** What happens after `version`, or everything first if there is none. */
  watch(version: string | undefined, signal: AbortSignal): AsyncIterable<WatchEvent<Object>>
}

/** What the loop fills. */
export interface WatchSink<Object extends KubeObject> {
  beginFill(): void
  fill(object: Object): void
  fillRemoved(object: Object): void
  endFill(version: string): void
  abandonFill(): void
  change(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: Object): void
  /** Nothing happened up to `version` but what was told. */
  reached(version: string): void
}

export interface WatchLoopOptions<Object extends KubeObject> {
  readonly server: WatchedServer<Object>
  readonly sink: WatchSink<Object>
  readonly clock: Clock
  readonly random: Random
  readonly observer: CacheObserver
  readonly describe: (error: unknown) => SourceFailure
  readonly moved: (state: SourceState) => void
}

/** A watch that ends sooner than this and got nowhere was not a watch: something in between cuts it off. */
const shortestWatchMs = 1_000
/** Starting over costs the server a whole list: sooner than this after the last time, it waits as after any failure. */
const startOverEveryMs = 60_000

export class WatchLoop<Object extends KubeObject> {
  readonly #options: WatchLoopOptions<Object>
  readonly #delay: RetryDelay
  /** Where to go on from; `undefined` when everything has to be fetched. */
  #version: string | undefined
  /** The newest version ever heard of: a server that lags behind it is not believed. */
  #newest = '0'
  /** Servers that cannot begin a watch with everything are asked for a list instead. */
  #streams = true
  /** Lists that take longer than the server remembers are asked for in one piece. */
  #isWhole = false
  #hasFilled = false
  #hasWatched = false
  #phase: SourceState['phase'] = 'idle'
  #heardAt: number | undefined
  /** When the first failure came after which nothing was heard. */
  #failingSince: number | undefined
  /** When it last started over without waiting. */
  #startedOverAt = -Infinity

  constructor(options: WatchLoopOptions<Object>) {
    this.#options = options
    this.#delay = new RetryDelay(options.clock, options.random)
  }

  /** When the server was last heard, as `clock.elapsed()`. */
  get heardAt(): number | undefined {
    return this.#heardAt
  }

  /** Resolves once the signal is aborted; never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    this.#move({ phase: 'starting' })
    while (!signal.aborted) {
      try {
        await this.#connect(signal)
      } catch (error) {
        if (signal.aborted) break
        await this.#recover(error, signal)
      }
    }
    this.#options.sink.abandonFill()
    this.#move({ phase: 'stopped' })
  }

  #connect(signal: AbortSignal): Promise<void> {
    if (this.#version !== undefined) return this.#resume(this.#version, signal)
    return this.#streams ? this.#fillByStream(signal) : this.#fillByList(signal)
  }

  async #resume(from: string, signal: AbortSignal): Promise<void> {
    const { clock, server, observer } = this.#options
    if (this.#hasWatched) {
      observer.reconnected?.()
      this.#move({ phase: 'resuming', resourceVersion: from })
    }
    this.#hasWatched = true
    const begun = clock.elapsed()
    const slice = new TimeSlice(clock)
    for await (const event of server.watch(from, signal)) {
      slice.resume()
      this.#follow(event)
      if (slice.isOver) await slice.next(signal)
      this.#heardAt = slice.now
    }
    // The server ends every watch after some minutes, which is no failure.
    if (this.#version === from && clock.elapsed() - begun < shortestWatchMs) throw new WatchCutShort()
  }

  async #fillByList(signal: AbortSignal): Promise<void> {
    const { sink, server, clock } = this.#options
    const slice = new TimeSlice(clock)
    let received = 0
    let version = ''
    this.#beginFill('list')
    for await (const page of server.pages({ isWhole: this.#isWhole }, signal)) {
      slice.resume()
      this.#heardAt = slice.now
      for (const object of page.items) {
        sink.fill(object)
        if (slice.isOver) await slice.next(signal)
      }
      version = page.version
      this.#move(this.#filling('list', (received += page.items.length)))
    }
    signal.throwIfAborted()
    this.#filled(version)
    this.#hasWatched = false
  }

  async #fillByStream(signal: AbortSignal): Promise<void> {
    const { server, clock } = this.#options
    const slice = new TimeSlice(clock)
    let received = 0
    this.#beginFill('stream')
    this.#hasWatched = true
    for await (const event of server.watch(undefined, signal)) {
      slice.resume()
      if (this.#version !== undefined) this.#follow(event)
      else if (this.#fillWith(event) && received++ % 500 === 0) this.#move(this.#filling('stream', received))
      if (slice.isOver) await slice.next(signal)
      this.#heardAt = slice.now
    }
    if (this.#version === undefined) throw new NoInitialEvents()
  }

  /** One event before the end of the initial ones. Returns whether it showed an object. */
  #fillWith(event: WatchEvent<Object>): boolean {
    const { sink } = this.#options
    if (event.type !== 'BOOKMARK') {
      if (event.type === 'DELETED') sink.fillRemoved(event.object)
      else sink.fill(event.object)
      return true
    }
    // A server that does not know what was asked for sends objects and bookmarks as ever, and the end would never come.
    if (!event.isInitialEventsEnd) throw new NoInitialEvents()
    this.#filled(event.resourceVersion)
    return false
  }

  #beginFill(by: 'list' | 'stream'): void {
    this.#options.sink.beginFill()
    // After a failure, that it failed is to be seen until it works.
    if (this.#phase !== 'failing') this.#move(this.#filling(by, 0))
  }

  #filling(by: 'list' | 'stream', received: number): SourceState {
    return this.#hasFilled ? { phase: 'refilling', received } : { phase: 'filling', by, received }
  }

  #filled(version: string): void {
    if (compareResourceVersions(version, this.#newest) < 0) throw new StaleState()
    this.#options.sink.endFill(version)
    if (this.#hasFilled) this.#options.observer.relisted?.()
    this.#hasFilled = true
    this.#failingSince = undefined
    this.#isWhole = false
    this.#version = version
    this.#newest = version
    this.#move({ phase: 'live', resourceVersion: version })
  }

  #follow(event: WatchEvent<Object>): void {
    const { sink, observer } = this.#options
    const { resourceVersion } = event
    this.#failingSince = undefined
    if (event.type === 'BOOKMARK') sink.reached(resourceVersion)
    else sink.change(event.type, event.object)
    if (compareResourceVersions(resourceVersion, this.#newest) > 0) this.#newest = this.#version = resourceVersion
    if (this.#phase !== 'live') this.#move({ phase: 'live', resourceVersion })
    observer.heard?.(event.type)
  }

  async #recover(error: unknown, signal: AbortSignal): Promise<void> {
    const { sink, describe, clock, observer } = this.#options
    sink.abandonFill()
    if (this.#turns(error)) return // the next attempt goes another way; only if that fails too it waits
    const failure = describe(error)
    observer.failed?.(failure)
    const retryInMs = this.#delay.next()
    const now = clock.elapsed()
    if (this.#delay.attempts === 1) this.#failingSince = now
    const failingMs = now - (this.#failingSince ??= now)
    this.#move({ phase: 'failing', failure, attempts: this.#delay.attempts, retryInMs, failingMs })
    await sleep(clock, retryInMs, signal).catch(() => undefined) // aborted: the loop sees it
  }

  /** Whether the failure says that there is another way to be tried at once. */
  #turns(error: unknown): boolean {
    const isFilling = this.#version === undefined
    if (isExpired(error)) {
      this.#version = undefined
      if (isFilling) this.#isWhole = true
      return !isFilling && this.#mayStartOver()
    }
    if (!isFilling || !this.#streams || !refusesStreams(error)) return false
    this.#streams = false
    return true
  }

  /** A server that answers every watch with 410, however new the list, would be asked for one list after the other. */
  #mayStartOver(): boolean {
    const now = this.#options.clock.elapsed()
    if (now - this.#startedOverAt < startOverEveryMs) return false
    this.#startedOverAt = now
    return true
  }

  #move(state: SourceState): void {
    this.#phase = state.phase
    this.#options.moved(state)
  }
}

/** 422 from servers that know the question and do not answer it, 400 from those that do not know it; or the end never comes. */
function refusesStreams(error: unknown): boolean {
  if (error instanceof NoInitialEvents || isInvalid(error)) return true
  return isKubewrightError(error) && ['KW_CLIENT_BAD_REQUEST', 'KW_CLIENT_WATCH_IDLE'].includes(error.code)
}
