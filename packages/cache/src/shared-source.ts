/** One watch with its state and its followers, shared by all who hold it. It runs while somebody does. */
import { type Client, type PartialObject } from '@kubewright/client'
import {
  type Clock,
  compileLabelSelector,
  deadline,
  deepFreeze,
  type Duration,
  formatDuration,
  type KubeObject,
  type LabelMatcher,
  type Random,
  toMs,
  track,
} from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { WriteWindow } from './cache.ts'
import type { CacheObserver } from './cache-observer.ts'
import type { Change } from './change.ts'
import { cacheErrors } from './errors.ts'
import { FollowedObjects } from './followed-objects.ts'
import { holdBytes, holdObject } from './held-object.ts'
import { keyOf } from './object-store.ts'
import type { SourceOptions, SourceScope } from './source.ts'
import { describeFailure, nameOf } from './source-failure.ts'
import type { SourceState } from './source-state.ts'
import { Subscribers } from './subscribers.ts'
import { WatchLoop, type WatchedServer } from './watch-loop.ts'

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
  readonly followed: FollowedObjects
  readonly #options: SharedSourceOptions
  readonly #subscribers: Subscribers<KubeObject>
  readonly #isLabelled: LabelMatcher
  readonly #stop = new AbortController()
  readonly #waiters = new Set<() => void>()
  #running: Promise<void> | undefined
  #state: SourceState = { phase: 'idle' }
  #holds = 0

  constructor(options: SharedSourceOptions) {
    const { resource, scope, clock, how, observer, report } = options
    this.#options = options
    this.resource = resource
    this.scope = scope
    this.#isLabelled = scope.labels === undefined ? () => true : compileLabelSelector(scope.labels)
    this.#subscribers = new Subscribers(clock, report)
    this.followed = new FollowedObjects({
      hold: how.holds === 'bytes' ? holdBytes : holdObject,
      now: () => clock.elapsed(),
      tell: (change) => this.#subscribers.tell(change),
      echoed: (lagMs) => observer.echoed?.(lagMs),
    })
  }

  get state(): SourceState {
    return this.#state
  }

  /** How many changes followers have not been told yet. */
  get untold(): number {
    return this.#subscribers.waiting
  }

  get holds(): number {
    return this.#holds
  }

  hold(): void {
    this.#holds++
    this.#running ??= track(`watch ${nameOf(this.resource)}`, this.#run())
  }

  /** Returns whether nobody holds it any more. */
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

  #initial(): readonly Change[] {
    const heardAt = this.#options.clock.elapsed()
    const objects = this.followed.store.list()
    return objects.map((object) => ({
      type: 'added',
      object,
      previous: undefined,
      isInitial: true,
      echoOf: undefined,
      heardAt,
    }))
  }

  async synced({
    signal,
    timeout,
  }: {
    readonly signal?: AbortSignal
    readonly timeout?: Duration
  } = {}): Promise<void> {
    const { clock } = this.#options
    using limit = timeout === undefined ? undefined : deadline(clock, timeout, () => this.#notSynced(timeout), signal)
    const stop = limit?.signal ?? signal
    while (!this.followed.isSynced) {
      if (this.#state.phase === 'stopped') throw this.#notSynced(undefined)
      await this.#moved(stop)
    }
  }

  /** Whether an object belongs to the source, as far as its metadata tell; of other fields only the server knows. */
  covers({ metadata }: KubeObject): boolean {
    if (this.scope.namespace !== undefined && metadata.namespace !== this.scope.namespace) return false
    if (!this.#isLabelled(metadata.labels)) return false
    return this.scope.fields === undefined || this.followed.store.peek(keyOf(metadata)) !== undefined
  }

  wrote(object: KubeObject, writer: string): void {
    if (this.#options.how.metadataOnly) return
    this.followed.wrote(this.#prepare(object), this.covers(object), writer)
  }

  /** This process writes the object: see `FollowedObjects`. Dispose the result once the write is answered and noted. */
  writing(key: string, writer: string): WriteWindow {
    const write = this.followed.beginWrite(key)
    return {
      wrote: (object) => this.wrote(object, writer),
      removed: () => this.followed.removed(write, writer),
      [Symbol.dispose]: () => this.followed.endWrite(write),
    }
  }

  #moved(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const done = (settle: () => void) => {
        this.#waiters.delete(wake)
        signal?.removeEventListener('abort', abort)
        settle()
      }
      const wake = () => done(resolve)
      const abort = () => done(() => reject(signal!.reason as Error))
      this.#waiters.add(wake)
      signal?.addEventListener('abort', abort)
    })
  }

  #run(): Promise<void> {
    const { clock, random, observer, resource, scope } = this.#options
    const loop = new WatchLoop({
      server: this.#server(),
      sink: this.followed,
      clock,
      random,
      observer,
      describe: (error) => describeFailure(error, resource, scope),
      moved: (state) => {
        this.#state = state
        const waiters = [...this.#waiters]
        for (const wake of waiters) wake()
      },
    })
    return loop.run(this.#stop.signal)
  }

  #server(): WatchedServer<KubeObject> {
    const { client, resource, scope, how } = this.#options
    const verbs = (how.metadataOnly ? client.metadata : client) as Client & { list: Client['metadata']['list'] }
    const selection = { ...scopeQuery(scope), omitManagedFields: true }
    const prepare = (object: KubeObject | PartialObject) => this.#prepare(object as KubeObject)
    return {
      async *pages(signal) {
        for await (const { items, metadata } of verbs.list(resource, { ...selection, signal }).pages()) {
          yield { items: items.map(prepare), version: metadata.resourceVersion }
        }
      },
      async *watch(version, signal) {
        const from = version === undefined ? { sendInitialEvents: true } : { resourceVersion: version }
        for await (const event of verbs.watch(resource, { ...selection, ...from, signal })) {
          if (event.type === 'BOOKMARK') yield event
          else
            yield {
              type: event.type,
              resourceVersion: event.resourceVersion,
              object: prepare(event.object),
            } as typeof event
        }
      },
    }
  }

  #prepare(object: KubeObject): KubeObject {
    const { how, freezes } = this.#options
    const kept = how.transform?.(object) ?? withoutManagedFields(object)
    return freezes ? (deepFreeze(kept) as KubeObject) : kept
  }

  #notSynced(timeout: Duration | undefined): Error {
    const state = this.#state
    const why = state.phase === 'failing' ? state.failure.message : `it is ${state.phase}`
    return cacheErrors('KW_CACHE_NOT_SYNCED', {
      what: `hear everything of ${nameOf(this.resource)}${timeout === undefined ? '' : ` within ${formatDuration(toMs(timeout))}`}`,
      why,
      next: 'See to what makes it fail, or give it more time.',
      details: { kind: this.resource.kind, state: state.phase },
    })
  }
}

function scopeQuery({ namespace, labels, fields }: SourceScope) {
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels === undefined ? {} : { labels }),
    ...(fields === undefined ? {} : { fields }),
  }
}

/** What a write returns may have them; what a watch shows does not. */
function withoutManagedFields(object: KubeObject): KubeObject {
  if (object.metadata.managedFields === undefined) return object
  const { managedFields: _, ...metadata } = object.metadata
  return { ...object, metadata }
}
