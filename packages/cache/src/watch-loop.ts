/**
 * Keeps one watch alive: fetches everything there is, follows what happens, resumes when the connection ends, starts over
 * when too much was missed, and tries again, later and later, when it fails.
 */
import { isExpired, isInvalid, type WatchEvent } from '@kubewright/client'
import { type Clock, compareResourceVersions, type KubeObject, type Random, sleep } from '@kubewright/core'
import type { CacheObserver } from './cache-observer.ts'
import { RetryDelay } from './retry-delay.ts'
import type { SourceFailure, SourceState } from './source-state.ts'

/** What the loop asks the server. */
export interface WatchedServer<Object extends KubeObject> {
  /** Everything, page by page; each with the version of the whole. */
  pages(signal: AbortSignal): AsyncIterable<{ readonly items: readonly Object[]; readonly version: string }>
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

/** A watch that ends sooner than this and said nothing was not a watch: something in between cuts it off. */
const shortestWatchMs = 1_000

class StaleState extends Error {
  override readonly message = 'the server showed an older state than before: it lags behind the others'
}

class WatchCutShort extends Error {
  override readonly message = 'the watch was cut off before it had sent anything'
}

export class WatchLoop<Object extends KubeObject> {
  readonly #options: WatchLoopOptions<Object>
  readonly #delay: RetryDelay
  /** Where to go on from; `undefined` when everything has to be fetched. */
  #version: string | undefined
  /** Servers that cannot begin a watch with everything are asked for a list instead. */
  #streams = true
  /** The newest version ever heard of: a server that lags behind it is not believed. */
  #newest: string | undefined
  #hasFilled = false

  constructor(options: WatchLoopOptions<Object>) {
    this.#options = options
    this.#delay = new RetryDelay(options.clock, options.random)
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
    if (this.#version === undefined && !this.#streams) await this.#list(signal)
    if (this.#version === undefined) return this.#fillByStream(signal)
    this.#move({ phase: 'live', resourceVersion: this.#version })
    const begun = this.#options.clock.elapsed()
    let heard = 0
    for await (const event of this.#options.server.watch(this.#version, signal)) {
      this.#follow(event)
      heard++
    }
    if (heard === 0 && this.#options.clock.elapsed() - begun < shortestWatchMs) throw new WatchCutShort()
    this.#ended()
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { sink, server } = this.#options
    let received = 0
    let version = ''
    sink.beginFill()
    for await (const page of server.pages(signal)) {
      for (const object of page.items) sink.fill(object)
      version = page.version
      this.#move(this.#filling('list', (received += page.items.length)))
    }
    this.#filled(version)
  }

  async #fillByStream(signal: AbortSignal): Promise<void> {
    const { sink, server } = this.#options
    let received = 0
    sink.beginFill()
    this.#move(this.#filling('stream', 0))
    for await (const event of server.watch(undefined, signal)) {
      if (this.#version !== undefined) this.#follow(event)
      else if (event.type === 'BOOKMARK') {
        if (event.isInitialEventsEnd) this.#filled(event.resourceVersion)
      } else if (event.type === 'DELETED') sink.fillRemoved(event.object)
      else {
        sink.fill(event.object)
        if (++received % 500 === 0) this.#move(this.#filling('stream', received))
      }
    }
    if (this.#version === undefined) throw new WatchCutShort()
    this.#ended()
  }

  #filling(by: 'list' | 'stream', received: number): SourceState {
    return this.#hasFilled ? { phase: 'refilling', received } : { phase: 'filling', by, received }
  }

  #filled(version: string): void {
    if (this.#newest !== undefined && compareResourceVersions(version, this.#newest) < 0) throw new StaleState()
    this.#options.sink.endFill(version)
    if (this.#hasFilled) this.#options.observer.relisted?.()
    this.#hasFilled = true
    this.#version = version
    this.#newest = version
    this.#move({ phase: 'live', resourceVersion: version })
  }

  #follow(event: WatchEvent<Object>): void {
    this.#version = event.resourceVersion
    this.#newest = event.resourceVersion
    if (event.type === 'BOOKMARK') this.#options.sink.reached(event.resourceVersion)
    else this.#options.sink.change(event.type, event.object)
    this.#options.observer.heard?.(event.type)
  }

  /** The server ends every watch after some minutes: that is no failure. */
  #ended(): void {
    this.#options.observer.reconnected?.()
    if (this.#version !== undefined) this.#move({ phase: 'resuming', resourceVersion: this.#version })
  }

  async #recover(error: unknown, signal: AbortSignal): Promise<void> {
    const { sink, describe, clock, observer } = this.#options
    sink.abandonFill()
    if (isExpired(error)) {
      const isFirst = this.#version !== undefined
      this.#version = undefined
      if (isFirst) return // the next attempt fetches everything; only if that fails too it waits
    }
    if (this.#version === undefined && this.#streams && isInvalid(error)) {
      this.#streams = false
      return
    }
    const failure = describe(error)
    observer.failed?.(failure)
    const retryInMs = this.#delay.next()
    this.#move({ phase: 'failing', failure, attempts: this.#delay.attempts, retryInMs })
    await sleep(clock, retryInMs, signal).catch(() => undefined) // aborted: the loop sees it
  }

  #move(state: SourceState): void {
    this.#options.moved(state)
  }
}
