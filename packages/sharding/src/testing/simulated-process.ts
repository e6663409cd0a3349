/**
 * A process of a simulated fleet: its own clocks, its own connection, and everything that can happen to both. What it schedules
 * or waits for does not happen while it stands still, and never once it is dead.
 */
import type { Client } from '@kubewright/client'
import { type Clock, type KubeObject, onAbort, type Random, randomInt } from '@kubewright/core'
import { type Change, fault, matcherOf, type SimulatedApi } from './simulated-api.ts'
import type { SimulatedTime } from './simulated-time.ts'

export interface World {
  readonly time: SimulatedTime
  readonly api: SimulatedApi
  readonly random: Random
  /** Whether the server answers anybody. */
  isOut: boolean
  /** Whether requests and answers get lost now and then, or take their time. */
  isNoisy: boolean
}

/** How long a request takes at most from being sent to being carried out. */
const longestTransitMs = 4_000

type Answer<T> = { readonly value: T } | { readonly error: Error }

export class SimulatedProcess {
  readonly name: string
  readonly clock: Clock
  readonly client: Client
  readonly #world: World
  /** What happens once it goes on. */
  #backlog: (() => void)[] | undefined
  #isDead = false
  #isBuried = false
  #wallMs: number
  readonly #rate: number
  #suspendedMs = 0
  #pausedAt = 0
  isPartitioned = false
  readonly #pending = new Set<() => void>()
  readonly #streams = new Set<Stream>()

  constructor(name: string, world: World) {
    this.name = name
    this.#world = world
    this.#wallMs = (world.random.next() - 0.5) * 7_200_000
    this.#rate = 0.95 + world.random.next() * 0.1
    this.clock = {
      now: () => Math.floor(1_767_225_600_000 + this.#wallMs + this.#world.time.now),
      elapsed: () => (this.#world.time.now - this.#suspendedMs) * this.#rate,
      schedule: (ms, run) => this.#schedule(ms > 0 ? ms : 0, run),
    }
    this.client = this.#connect()
  }

  get isRunning(): boolean {
    return !this.#isDead && this.#backlog === undefined
  }

  get isDead(): boolean {
    return this.#isDead
  }

  pause(): void {
    if (this.#isDead || this.#backlog !== undefined) return
    this.#backlog = []
    this.#pausedAt = this.#world.time.now
  }

  /** @param isSuspended whether the clock that only grows stood still too, as when a machine sleeps */
  resume(isSuspended: boolean): void {
    const backlog = this.#backlog
    if (backlog === undefined) return
    this.#backlog = undefined
    if (isSuspended) this.#suspendedMs += this.#world.time.now - this.#pausedAt
    for (const run of backlog) this.#world.time.after(0, () => this.#happen(run))
  }

  jump(ms: number): void {
    this.#wallMs += ms
  }

  kill(): void {
    this.#isDead = true
    this.#backlog = undefined
  }

  /** Everything that waits ends at once, so that nothing is left when the simulation is over. */
  bury(): void {
    this.#isBuried = true
    this.#isDead = false
    this.#backlog = undefined
    const waiting = [...this.#pending]
    for (const end of waiting) end()
    this.breakStreams()
  }

  breakStreams(): void {
    for (const stream of this.#streams) stream.break()
  }

  /** Watches go silent and catch up later. */
  stall(ms: number): void {
    const until = this.#world.time.now + ms
    for (const stream of this.#streams) stream.stalledUntil = until
  }

  #happen(run: () => void): void {
    if (this.#isDead) return
    if (this.#backlog !== undefined) this.#backlog.push(run)
    else run()
  }

  #schedule(ms: number, run: () => void): Disposable {
    const due = this.clock.elapsed() + ms
    let isDisposed = false
    const end = () => {
      if (isDisposed) return
      isDisposed = true
      this.#pending.delete(end)
      run()
    }
    const arm = (left: number) =>
      this.#world.time.after(left, () => {
        if (isDisposed) return
        this.#happen(() => {
          const rest = due - this.clock.elapsed()
          if (rest > 0.001 && !this.#isBuried) arm(rest / this.#rate)
          else end()
        })
      })
    this.#pending.add(end)
    arm(this.#isBuried ? 0 : ms / this.#rate)
    const dispose = () => {
      isDisposed = true
      this.#pending.delete(end)
    }
    return { [Symbol.dispose]: dispose }
  }

  #transitMs(): number {
    const { random, isNoisy } = this.#world
    return isNoisy && random.next() < 0.02 ? random.next() * longestTransitMs : 1 + random.next() * 30
  }

  /** One request: sent now, carried out a little later if it gets there, answered a little later if the answer does. */
  call<T>(carryOut: () => T, signal?: AbortSignal): Promise<T> {
    const { time, random } = this.#world
    return new Promise<T>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      let isOver = false
      let listening: Disposable | undefined
      const finish = (answer: Answer<T>) => {
        if (isOver) return
        isOver = true
        this.#pending.delete(give)
        listening?.[Symbol.dispose]()
        if ('value' in answer) resolve(answer.value)
        else reject(answer.error)
      }
      const lost = () => ({ error: fault('KW_CLIENT_CONNECTION_LOST', 'hear the answer') })
      const give = () => finish(lost())
      const abort = () => finish({ error: signal!.reason as Error })
      listening = signal && onAbort(signal, abort)
      this.#pending.add(give)
      if (this.#isBuried) return give()
      if (this.isPartitioned) return time.after(200 + random.next() * 5_000, () => this.#happen(give))
      time.after(this.#transitMs(), () => {
        if (this.#world.isOut) return time.after(500, () => this.#happen(give))
        const answer = attempt(carryOut)
        const isLost = this.isPartitioned || (this.#world.isNoisy && random.next() < 0.01)
        time.after(this.#transitMs(), () => this.#happen(() => finish(isLost ? lost() : answer)))
      })
      // Some answers are given up before they come.
      if (this.#world.isNoisy && random.next() < 0.005) time.after(random.next() * 200, () => this.#happen(give))
    })
  }

  #connect(): Client {
    const { api } = this.#world
    const kindOf = (resource: { kind: string }) => resource.kind
    type Options = { signal?: AbortSignal; labels?: unknown; resourceVersion?: string; preconditions?: object }
    const get = (resource: { kind: string }, { name }: { name: string }, options: Options = {}) =>
      this.call(() => found(api.get(kindOf(resource), name), name), options.signal)
    const patch = (resource: { kind: string }, { name }: { name: string }, change: object, options: Options = {}) =>
      this.call(() => api.patch(kindOf(resource), name, change), options.signal)
    const list = (resource: { kind: string }, { labels, signal }: Options = {}) =>
      this.call(() => {
        const items = api.list(kindOf(resource), matcherOf(labels))
        return { items, metadata: { resourceVersion: api.version } }
      }, signal)
    const watch = (resource: { kind: string }, options: Options = {}) => this.#watch(kindOf(resource), options)
    const verbs = {
      get,
      patch,
      list,
      watch,
      create: (resource: { kind: string }, object: object, { signal }: Options = {}) =>
        this.call(() => api.create(kindOf(resource), object), signal),
      delete: (resource: { kind: string }, { name }: { name: string }, { signal, preconditions }: Options = {}) =>
        this.call(() => api.delete(kindOf(resource), name, preconditions), signal),
    }
    return { ...verbs, metadata: verbs } as unknown as Client
  }

  async *#watch(
    kind: string,
    { labels, resourceVersion, signal }: { labels?: unknown; resourceVersion?: string; signal?: AbortSignal },
  ): AsyncGenerator<object> {
    const { api, time } = this.#world
    const matches = matcherOf(labels)
    const begun = await this.call(() => {
      if (resourceVersion !== undefined)
        return { from: Number(resourceVersion), initial: undefined, live: [] as Change[] }
      return { from: Number(api.version), initial: api.list(kind, matches), live: [] as Change[] }
    }, signal)
    const stream = new Stream(begun.from, (from) => api.changesSince(kind, from, matches), {
      time,
      deliver: (run) => this.#happen(run),
      transitMs: () => 1 + randomInt(this.#world.random, 40),
      isCut: () => this.isPartitioned || this.#world.isOut,
    })
    using _following = api.follow(() => stream.pull())
    this.#streams.add(stream)
    const stop = () => stream.end()
    using _listening = signal && onAbort(signal, stop)
    try {
      if (begun.initial !== undefined) {
        for (const object of begun.initial) yield eventOf({ type: 'ADDED', version: 0, object })
        yield { type: 'BOOKMARK', resourceVersion: String(begun.from), isInitialEventsEnd: true }
      }
      if (!signal?.aborted) stream.pull()
      while (!signal?.aborted) {
        const change = await stream.next()
        if (change === undefined) return
        yield eventOf(change)
      }
    } finally {
      this.#streams.delete(stream)
    }
  }
}

function attempt<T>(carryOut: () => T): Answer<T> {
  try {
    return { value: carryOut() }
  } catch (error) {
    return { error: error as Error }
  }
}

function found<T>(object: T | undefined, name: string): T {
  if (object === undefined) throw fault('KW_CLIENT_NOT_FOUND', `get ${name}`)
  return object
}

function eventOf({ type, object }: Change): object {
  const { name, namespace, uid, resourceVersion, labels } = object.metadata
  return { type, name, namespace, uid, resourceVersion, labels, object: object as KubeObject }
}

interface Wire {
  readonly time: SimulatedTime
  readonly deliver: (run: () => void) => void
  readonly transitMs: () => number
  /** Whether nothing gets through at this moment. */
  readonly isCut: () => boolean
}

/** One watch: changes in order, each a little later. */
class Stream {
  stalledUntil = 0
  readonly #changes: Change[] = []
  readonly #since: (version: number) => readonly Change[]
  readonly #wire: Wire
  #version: number
  #isPulling = false
  #end: Error | 'over' | undefined
  #wake: (() => void) | undefined

  constructor(version: number, since: (version: number) => readonly Change[], wire: Wire) {
    this.#version = version
    this.#since = since
    this.#wire = wire
  }

  /** There may be something new: it comes after a while. */
  pull(): void {
    if (this.#isPulling || this.#end !== undefined) return
    this.#isPulling = true
    const { time, transitMs, deliver } = this.#wire
    time.at(Math.max(time.now + transitMs(), this.stalledUntil), () => {
      this.#isPulling = false
      deliver(() => this.#receive())
    })
  }

  #receive(): void {
    if (this.#end !== undefined) return
    if (this.#wire.isCut()) return this.break()
    if (this.#wire.time.now < this.stalledUntil) return this.pull()
    try {
      for (const change of this.#since(this.#version)) {
        this.#changes.push(change)
        this.#version = change.version
      }
    } catch (error) {
      this.#end = error as Error
    }
    this.#wake?.()
  }

  break(): void {
    this.#end ??= fault('KW_CLIENT_CONNECTION_LOST', 'go on watching')
    this.#wire.deliver(() => this.#wake?.())
  }

  end(): void {
    this.#end ??= 'over'
    this.#wake?.()
  }

  async next(): Promise<Change | undefined> {
    for (;;) {
      const change = this.#changes.shift()
      if (change !== undefined) return change
      if (this.#end === 'over') return undefined
      if (this.#end !== undefined) throw this.#end
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
