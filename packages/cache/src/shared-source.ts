/** One watch with its state and its subscribers, shared by all its holds. It runs while there is a hold. */
import type { Client } from '@kubewright/client'
import { type Clock, type Duration, formatDuration, type KubeObject, toMs } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import { track } from '@kubewright/core/tasks'
import { deadline } from '@kubewright/core/time'
import type { Resource } from '@kubewright/resource'
import type { WriteWindow } from './cache.ts'
import type { CacheObserver } from './cache-observer.ts'
import type { Change } from './change.ts'
import { cacheErrors } from './errors.ts'
import { estimateBytes } from './estimated-bytes.ts'
import { FollowedObjects } from './followed-objects.ts'
import { holdBytes } from './held-bytes.ts'
import { holdObject } from './held-object.ts'
import { keyOf } from './object-store.ts'
import { preparation } from './prepared-object.ts'
import type { AskedChange } from './requested-change.ts'
import type { SourceOptions, SourceScope } from './source.ts'
import { describeFailure, nameOf } from './source-failure.ts'
import { type SourceSelection, sourceSelection } from './source-selection.ts'
import { sourceServer } from './source-server.ts'
import type { SourceState } from './source-state.ts'
import { StateWaiters } from './state-waiters.ts'
import { Subscribers } from './subscribers.ts'
import { WatchLoop, type WatchSink } from './watch-loop.ts'

export interface SharedSourceOptions {
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly resource: Resource
  readonly scope: SourceScope
  readonly how: SourceOptions
  readonly freezes: boolean
  readonly observer: CacheObserver
  readonly report: (error: unknown) => void
}

export class SharedSource {
  readonly resource: Resource
  readonly scope: SourceScope
  readonly how: SourceOptions
  readonly followed: FollowedObjects
  readonly #options: SharedSourceOptions
  readonly #subscribers: Subscribers<KubeObject>
  readonly #selection: SourceSelection
  readonly #prepare: (object: KubeObject) => KubeObject
  /** Callbacks that see objects before anything is stripped. */
  readonly #inspectors = new Set<(object: KubeObject) => void>()
  readonly #loop: WatchLoop<KubeObject>
  readonly #stop = new AbortController()
  readonly #waiters = new StateWaiters()
  #running: Promise<void> | undefined
  #state: SourceState = { phase: 'idle' }
  #holds = 0

  constructor(options: SharedSourceOptions) {
    const { resource, scope, clock, how, observer, report, freezes } = options
    this.#options = options
    this.resource = resource
    this.scope = scope
    this.how = how
    this.#selection = sourceSelection(scope)
    const prepare = preparation(how, freezes)
    this.#prepare = (object) => {
      if (this.#inspectors.size > 0) this.#inspect(object)
      return prepare(object)
    }
    this.#subscribers = new Subscribers(clock, report)
    this.followed = new FollowedObjects({
      hold: how.holds === 'bytes' ? holdBytes(freezes) : holdObject,
      now: () => clock.elapsed(),
      tell: (changes) => this.#subscribers.tell(changes),
      report,
      echoed: (lagMs) => observer.echoed?.(lagMs),
    })
    this.#loop = this.#createLoop()
  }

  get state(): SourceState {
    if (this.#state.phase !== 'live') return this.#state
    return { phase: 'live', resourceVersion: this.followed.progress }
  }

  get estimatedBytes(): number {
    const { store } = this.followed
    return estimateBytes(store.held(), store.size)
  }

  get silentMs(): number | undefined {
    const { heardAt } = this.#loop
    return heardAt === undefined ? undefined : this.#options.clock.elapsed() - heardAt
  }

  hold(): void {
    this.#holds++
    this.#running ??= track(`watch ${nameOf(this.resource)}`, this.#run())
  }

  /** Starts a microtask later, so that inspectors added in the same turn also see the first objects. */
  async #run(): Promise<void> {
    await Promise.resolve()
    await this.#loop.run(this.#stop.signal)
  }

  /** Calls `inspect` with every object until the result is disposed. */
  addInspector(inspect: (object: KubeObject) => void): Disposable {
    // A wrapper keeps two registrations of the same function distinct.
    const own = (object: KubeObject) => inspect(object)
    this.#inspectors.add(own)
    return { [Symbol.dispose]: () => void this.#inspectors.delete(own) }
  }

  #inspect(object: KubeObject): void {
    for (const inspect of this.#inspectors) {
      try {
        inspect(object)
      } catch (error) {
        this.#options.report(error)
      }
    }
  }

  /** Returns whether this was the last hold. */
  release(): boolean {
    return --this.#holds === 0
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  subscribe(listener: (change: Change) => void): Disposable {
    return this.#subscribers.add(listener, this.followed.isSynced ? this.#initial() : [])
  }

  async synced(options: { readonly signal?: AbortSignal; readonly timeout?: Duration } = {}): Promise<void> {
    const { signal, timeout } = options
    const { clock } = this.#options
    using limit = timeout === undefined ? undefined : deadline(clock, timeout, () => this.#notSynced(timeout), signal)
    const stop = limit?.signal ?? signal
    while (!this.followed.isSynced) {
      if (this.#state.phase === 'stopped') throw this.#notSynced(undefined)
      await this.#waiters.next(stop)
    }
  }

  /** Records the result of an own write. The write has happened: errors of the transform are reported, not thrown. */
  wrote(object: KubeObject, writer: string, asked: AskedChange): void {
    const isPartial = object.kind === 'PartialObjectMetadata'
    if (isPartial && this.how.metadataOnly !== true) return // the rest of the object is unknown
    let kept: KubeObject
    try {
      kept = this.#prepare(object)
    } catch (error) {
      return this.#options.report(error)
    }
    this.followed.wrote(kept, { isSelected: this.#covers(object), writer, asked })
  }

  /** Opens a write window: see `FollowedObjects`. Dispose it once the response is recorded. */
  writing(key: string, writer: string): WriteWindow {
    const write = this.followed.beginWrite(key)
    let isOver = false
    return {
      wrote: (object, asked) => this.wrote(object, writer, asked),
      removed: (uid) => this.followed.removed(write, writer, uid),
      [Symbol.dispose]: () => {
        if (!isOver) this.followed.endWrite(write)
        isOver = true
      },
    }
  }

  #createLoop(): WatchLoop<KubeObject> {
    const { client, clock, random, observer, resource, scope, how } = this.#options
    return new WatchLoop({
      server: sourceServer(client, {
        resource,
        scope,
        how,
        wantsManagedFields: () => how.keepsManagedFields === true || this.#inspectors.size > 0,
      }),
      sink: this.#sink(),
      clock,
      random,
      observer,
      describe: (error) => describeFailure(error, resource, scope),
      moved: (state) => this.#moved(state),
    })
  }

  #sink(): WatchSink<KubeObject> {
    const { followed } = this
    return {
      beginFill: () => followed.beginFill(),
      fill: (object) => followed.fill(this.#prepare(object)),
      fillRemoved: (object) => followed.fillRemoved(object),
      endFill: (version) => followed.endFill(version),
      abandonFill: () => followed.abandonFill(),
      // The echo of an own write is held already: decoding it again would cost as much as the response did.
      change: (event) => {
        const isDeletion = event.type === 'DELETED'
        const held = isDeletion ? undefined : followed.sameVersion(event)
        followed.change({ type: event.type, object: held ?? this.#prepare(event.object) })
      },
      reached: (version) => followed.reached(version),
    }
  }

  #moved(state: SourceState): void {
    this.#state = state
    this.#waiters.wake()
    this.#options.observer.moved?.(state)
  }

  #initial(): readonly Change[] {
    const heardAt = this.#options.clock.elapsed()
    const rest = { type: 'added', previous: undefined, isInitial: true, echoOf: undefined, heardAt } as const
    return this.followed.told().map((object) => ({ ...rest, object }))
  }

  /** Only the server can evaluate most field selectors; an object that it has delivered belongs here until it removes it. */
  #covers(object: KubeObject): boolean {
    const belongs = this.#selection(object)
    return belongs === 'unknown' ? this.followed.store.peek(keyOf(object.metadata)) !== undefined : belongs === 'yes'
  }

  #notSynced(timeout: Duration | undefined): Error {
    const state = this.#state
    const why = state.phase === 'failing' ? state.failure.message : `it is ${state.phase}`
    const within = timeout === undefined ? '' : ` within ${formatDuration(toMs(timeout))}`
    return cacheErrors('KW_CACHE_NOT_SYNCED', {
      what: `sync the cache of ${nameOf(this.resource)}${within}`,
      why,
      next:
        state.phase === 'stopped'
          ? 'Dispose the cache, and the holds of this kind, after every part that uses them.'
          : 'If a list fails, grant the missing permission or install the CRD; otherwise wait longer.',
      details: { kind: this.resource.kind, state: state.phase },
    })
  }
}
