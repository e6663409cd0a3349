/**
 * Keeps one watch alive: lists or streams the initial objects, follows changes, resumes when the connection ends, relists
 * when the resourceVersion has expired, and retries with back-off when it fails. A stream that worked and was cut is not a
 * failure: it resumes at once, so that a load balancer with a short timeout does not leave readers behind.
 *
 * Guarantees
 * - The sink is filled with one consistent state, never with an older one than it had.
 * - It ends when its signal is aborted, at any point, and leaves no request open.
 *
 * See decision 0276.
 */
import { isExpired, isInvalid, type WatchEvent } from '@kubewright/client'
import type { ChangeEvent } from '@kubewright/client/verbs'
import { type Clock, isKubewrightError, type KubeObject, sleep } from '@kubewright/core'
import { compareResourceVersions } from '@kubewright/core/object'
import { type Random, withJitter } from '@kubewright/core/random'
import { TimeSlice } from '@kubewright/core/time'
import type { CacheObserver } from './cache-observer.ts'
import { RetryDelay } from './retry-delay.ts'
import { SingleTimer } from './single-timer.ts'
import type { SourceFailure, SourceState } from './source-state.ts'
import { NoInitialEvents, StaleState, WatchCutShort } from './watch-failure.ts'

/** The requests of the loop. */
export interface WatchedServer<Item extends KubeObject> {
  /** A full list in pages, or in one piece; each page has the resourceVersion of the list. */
  pages(
    how: { readonly isWhole: boolean },
    signal: AbortSignal,
  ): AsyncIterable<{ readonly items: readonly Item[]; readonly version: string }>
  /** The changes after `version`; without one, the existing objects first. */
  watch(version: string | undefined, signal: AbortSignal, how: WatchRequest): AsyncIterable<WatchEvent<Item>>
}

export interface WatchRequest {
  /** To be called once the server has accepted the watch. */
  readonly onOpened: () => void
  /** The requested lifetime of the watch. The server sends a bookmark shortly before its end. */
  readonly timeoutSeconds: number | undefined
}

/** The receiver of the loop's events. */
export interface WatchSink<Item extends KubeObject> {
  beginFill(): void
  fill(object: Item): void
  fillRemoved(object: Item): void
  endFill(version: string): void
  abandonFill(): void
  /** The object is decoded on first access: a sink that has this version already need not read it. */
  change(event: ChangeEvent<Item>): void
  /** A bookmark: every change up to `version` has arrived. */
  reached(version: string): void
}

export interface WatchLoopOptions<Item extends KubeObject> {
  readonly server: WatchedServer<Item>
  readonly sink: WatchSink<Item>
  readonly clock: Clock
  readonly random: Random
  readonly observer: CacheObserver
  readonly describe: (error: unknown) => SourceFailure
  readonly moved: (state: SourceState) => void
}

/** A watch that ends sooner than this without progress was cut off by something in between, such as a proxy. */
const shortestWatchMs = 1_000
/** The back-off starts over after a stream that lasted this long. */
const workedMs = 10_000
/** The requested lifetime of watches of a quiet kind: the final bookmark tells a quiet kind from a dead connection. */
const quietSeconds = 30
/** A relist costs the server a full list: within this time of the last one, it backs off as after a failure. */
const startOverEveryMs = 60_000

export class WatchLoop<Item extends KubeObject> {
  readonly #options: WatchLoopOptions<Item>
  readonly #delay: RetryDelay
  /** The version to resume from; `undefined` if a full list is needed. */
  #version: string | undefined
  /** The newest version seen: a list from a server that lags behind it is rejected. */
  #newest = '0'
  /** Whether initial objects are streamed. False once the server has refused streaming lists. */
  #streams = true
  /** Whether to list in one piece, after a paged list took so long that its version expired. */
  #isWhole = false
  #hasFilled = false
  #hasWatched = false
  #phase: SourceState['phase'] = 'idle'
  #heardAt: number | undefined
  /** When the first failure occurred since the watch last worked. */
  #failingSince: number | undefined
  /** When the server accepted the current watch. */
  #openedAt: number | undefined
  /** Whether the current watch made progress. */
  #hasAdvanced = false
  /** Whether a watch went idle since the last change. */
  #isQuiet = false
  /** When it last relisted without back-off. */
  #startedOverAt = -Infinity

  constructor(options: WatchLoopOptions<Item>) {
    this.#options = options
    this.#delay = new RetryDelay(options.clock, options.random)
  }

  /** When the last event arrived, as `clock.elapsed()`. */
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

  async #connect(signal: AbortSignal): Promise<void> {
    this.#openedAt = undefined
    this.#hasAdvanced = false
    try {
      if (this.#version !== undefined) await this.#resume(this.#version, signal)
      else await (this.#streams ? this.#fillByStream(signal) : this.#fillByList(signal))
    } finally {
      if (this.#openMs >= workedMs) this.#delay.reset()
    }
  }

  /** How long the current watch has been open; 0 if it was never accepted. */
  get #openMs(): number {
    return this.#openedAt === undefined ? 0 : this.#options.clock.elapsed() - this.#openedAt
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
    using proven = new SingleTimer(clock)
    const onOpened = () => this.#opened(from, proven)
    for await (const event of server.watch(from, signal, { onOpened, timeoutSeconds: this.#timeoutSeconds() })) {
      slice.resume()
      this.#follow(event)
      if (slice.isOver) await slice.next(signal)
      this.#heardAt = slice.now
    }
    // The server ends every watch after some minutes, which is not a failure.
    if (this.#version === from && clock.elapsed() - begun < shortestWatchMs) throw new WatchCutShort()
  }

  /** After a failure, an accepted watch counts as working only once it has lasted for a moment: some are cut off at once. */
  #opened(resourceVersion: string, proven: SingleTimer): void {
    const works = () => {
      this.#failingSince = undefined
      if (this.#phase !== 'live') this.#move({ phase: 'live', resourceVersion })
    }
    this.#openedAt = this.#options.clock.elapsed()
    if (this.#phase === 'failing') proven.schedule(shortestWatchMs, works)
    else works()
  }

  #timeoutSeconds(): number | undefined {
    return this.#isQuiet ? Math.floor(withJitter(this.#options.random, quietSeconds, 1 / 3)) : undefined
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
    const onOpened = () => void (this.#openedAt = clock.elapsed())
    for await (const event of server.watch(undefined, signal, { onOpened, timeoutSeconds: undefined })) {
      slice.resume()
      if (this.#version !== undefined) this.#follow(event)
      else if (this.#fillWith(event) && received++ % 500 === 0) this.#move(this.#filling('stream', received))
      if (slice.isOver) await slice.next(signal)
      this.#heardAt = slice.now
    }
    if (this.#version === undefined) throw new NoInitialEvents()
  }

  /** Handles one event before the end of the initial events. Returns whether it carried an object. */
  #fillWith(event: WatchEvent<Item>): boolean {
    const { sink } = this.#options
    if (event.type !== 'BOOKMARK') {
      if (event.type === 'DELETED') sink.fillRemoved(event.object)
      else sink.fill(event.object)
      return true
    }
    // A server without streaming lists ignores `sendInitialEvents`, and the end bookmark would never come.
    if (!event.isInitialEventsEnd) throw new NoInitialEvents()
    this.#filled(event.resourceVersion)
    return false
  }

  #beginFill(by: 'list' | 'stream'): void {
    this.#options.sink.beginFill()
    // After a failure the state stays `failing` until the watch works.
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
    this.#hasAdvanced = true
    this.#isWhole = false
    this.#version = version
    this.#newest = version
    this.#move({ phase: 'live', resourceVersion: version })
  }

  #follow(event: WatchEvent<Item>): void {
    const { sink, observer } = this.#options
    const { resourceVersion } = event
    this.#failingSince = undefined
    if (event.type === 'BOOKMARK') sink.reached(resourceVersion)
    else sink.change(event)
    if (event.type !== 'BOOKMARK') this.#isQuiet = false
    if (compareResourceVersions(resourceVersion, this.#newest) > 0) {
      this.#newest = this.#version = resourceVersion
      this.#hasAdvanced = true
    }
    if (this.#phase !== 'live') this.#move({ phase: 'live', resourceVersion })
    observer.heard?.(event.type)
  }

  async #recover(error: unknown, signal: AbortSignal): Promise<void> {
    const { sink, describe, clock, observer } = this.#options
    sink.abandonFill()
    if (this.#turns(error)) return // the next attempt uses another method; back off only if that fails too
    if (this.#wasCut(error)) return
    const failure = describe(error)
    observer.failed?.(failure)
    const retryInMs = this.#delay.next()
    const now = clock.elapsed()
    if (this.#delay.attempts === 1) this.#failingSince = now
    const failingMs = now - (this.#failingSince ??= now)
    this.#move({ phase: 'failing', failure, attempts: this.#delay.attempts, retryInMs, failingMs })
    await sleep(clock, retryInMs, signal).catch(() => undefined) // aborted: the loop checks the signal
  }

  /** Whether the failure calls for another method, to be tried at once. */
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

  /**
   * Whether a working stream lost its connection. A stream that was cut off at once is a failure: resuming it would be a hot
   * loop.
   */
  #wasCut(error: unknown): boolean {
    if (this.#version === undefined || !isKubewrightError(error) || !cuts.includes(error.code)) return false
    if (error.code === 'KW_CLIENT_WATCH_IDLE') this.#isQuiet = true
    return this.#openMs >= shortestWatchMs || this.#hasAdvanced
  }

  /** Limits relists: a server that answers every watch with 410, however new the list, would be listed in a loop. */
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

/** The connection was reset, fell silent, or ended in the middle of an event. */
const cuts: readonly string[] = ['KW_CLIENT_CONNECTION_LOST', 'KW_CLIENT_WATCH_IDLE', 'KW_CLIENT_EVENT']

/** 422 from servers that know streaming lists but have them disabled, 400 from older ones; or the end bookmark never comes. */
function refusesStreams(error: unknown): boolean {
  if (error instanceof NoInitialEvents || isInvalid(error)) return true
  return isKubewrightError(error) && ['KW_CLIENT_BAD_REQUEST', 'KW_CLIENT_WATCH_IDLE'].includes(error.code)
}
