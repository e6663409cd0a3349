/**
 * A process of a simulated fleet: its own clocks, its own connection, and faults of both. Its timers and callbacks do not run
 * while it is paused, and never once it is dead.
 */
import type { Clock } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import { onAbort } from '@kubewright/core/tasks'
import { fault, type SimulatedApi } from './simulated-api.ts'
import type { SimulatedTime } from './simulated-time.ts'
import type { SimulatedWatch } from './simulated-watch.ts'

/** Probability of request faults, from 0 to 1. */
export interface Noise {
  /** The request, or its response, takes up to `longestTransitMs`. */
  readonly slow: number
  /** The same for requests of reconciles. */
  readonly slowWork: number
  /** It is executed, but the response is lost. */
  readonly lost: number
  /** The sender abandons it while it is in flight. */
  readonly givenUp: number
}

export const quiet: Noise = { slow: 0, slowWork: 0, lost: 0, givenUp: 0 }

export interface World {
  readonly time: SimulatedTime
  readonly api: SimulatedApi
  readonly random: Random
  /** Fraction of all requests that the server fails without executing them, from 0 to 1. */
  outage: number
  noise: Noise
  /** Whether the last fault is over: from then on no reconcile is long. */
  isCalm: boolean
}

/** Maximum time from sending a request to its execution. */
const longestTransitMs = 4_000

/** The kind of a request, which determines how often it is slow. */
export type How = 'slow' | 'slowWork' | 'lease'

/** The connection of a request. */
export interface Wire {
  readonly isPartitioned: boolean
}

type Answer<T> = { readonly value: T } | { readonly error: Error }

/** Events of a paused process, delivered when it resumes: timers first, as in an event loop. */
interface Backlog {
  readonly timers: (() => void)[]
  readonly arrivals: (() => void)[]
}

export class SimulatedProcess {
  readonly name: string
  readonly clock: Clock
  readonly world: World
  readonly watches = new Set<SimulatedWatch>()
  isPartitioned = false
  /** Whether all its lease requests are lost, while all others arrive. */
  isLeaseCut = false
  #backlog: Backlog | undefined
  #isDead = false
  #isBuried = false
  #wallMs: number
  readonly #rate: number
  #suspendedMs = 0
  #pausedAt = 0
  /** Callbacks that end everything pending. */
  readonly #pending = new Set<() => void>()

  constructor(name: string, world: World) {
    this.name = name
    this.world = world
    this.#wallMs = (world.random.next() - 0.5) * 7_200_000
    this.#rate = 0.95 + world.random.next() * 0.1
    this.clock = {
      now: () => Math.floor(1_767_225_600_000 + this.#wallMs + world.time.now),
      elapsed: () => (world.time.now - this.#suspendedMs) * this.#rate,
      schedule: (ms, run) => this.#schedule(ms > 0 ? ms : 0, run),
    }
  }

  get isRunning(): boolean {
    return !this.#isDead && this.#backlog === undefined
  }

  pause(): void {
    if (this.#isDead || this.#backlog !== undefined) return
    this.#backlog = { timers: [], arrivals: [] }
    this.#pausedAt = this.world.time.now
  }

  /** @param isSuspended whether the monotonic clock stopped too, as when a machine sleeps */
  resume(isSuspended: boolean): void {
    const backlog = this.#backlog
    if (backlog === undefined) return
    this.#backlog = undefined
    if (isSuspended) this.#suspendedMs += this.world.time.now - this.#pausedAt
    for (const run of backlog.timers) this.world.time.after(0, () => this.#happen(run, 'timers'))
    for (const run of backlog.arrivals) this.world.time.after(0, () => this.deliver(run))
  }

  /** Sets the wall clock. */
  jump(ms: number): void {
    this.#wallMs += ms
  }

  kill(): void {
    this.#isDead = true
    this.#backlog = undefined
  }

  /** Ends everything pending at once, so that nothing is left after the simulation. */
  bury(): void {
    this.#isBuried = true
    this.#isDead = false
    this.#backlog = undefined
    const waiting = [...this.#pending]
    for (const end of waiting) end()
    this.breakWatches()
  }

  breakWatches(): void {
    for (const watch of this.watches) watch.break()
  }

  /** Stalls all watches, or some; they catch up later. */
  stall(ms: number, part = 1): void {
    const until = this.world.time.now + ms
    for (const watch of this.watches) if (this.world.random.next() < part) watch.stalledUntil = until
  }

  /** Delivers an event from outside. */
  deliver(run: () => void): void {
    this.#happen(run, 'arrivals')
  }

  #happen(run: () => void, how: keyof Backlog): void {
    if (this.#isDead) return
    if (this.#backlog !== undefined) this.#backlog[how].push(run)
    else run()
  }

  #schedule(ms: number, run: () => void): Disposable {
    const due = this.clock.elapsed() + ms
    let event: Disposable | undefined
    const dispose = () => {
      event?.[Symbol.dispose]()
      this.#pending.delete(end)
    }
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      dispose()
      run()
    }
    const arrive = () => {
      const rest = due - this.clock.elapsed()
      if (rest > 0.001 && !this.#isBuried) arm(rest / this.#rate)
      else end()
    }
    const arm = (left: number) => {
      event = this.world.time.after(left, () => this.#happen(() => isOver || arrive(), 'timers'))
    }
    this.#pending.add(end)
    // Not zero: a retry loop would never let time advance.
    arm(this.#isBuried ? 10 : ms / this.#rate)
    return {
      [Symbol.dispose]: () => {
        isOver = true
        dispose()
      },
    }
  }

  #transitMs(how: How): number {
    const { random, noise } = this.world
    return random.next() < noise[how === 'lease' ? 'slow' : how]
      ? random.next() * longestTransitMs
      : 1 + random.next() * 30
  }

  /**
   * One request: sent now, executed a little later if it arrives, answered a little later if the response does.
   *
   * @param how the kind of request, which determines how often it is slow
   * @param wire its connection @default the one to the API server
   */
  call<T>(carryOut: () => T, signal?: AbortSignal, how: How = 'slow', wire: Wire = this): Promise<T> {
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
      const give = () => finish(lost())
      listening = signal && onAbort(signal, () => finish({ error: signal.reason as Error }))
      this.#pending.add(give)
      if (this.#isBuried) give()
      else this.#send(carryOut, finish, how, wire)
    })
  }

  #send<T>(carryOut: () => T, finish: (answer: Answer<T>) => void, how: How, wire: Wire): void {
    const { time, random } = this.world
    const isHome = wire === this
    const answer = (after: number, given: Answer<T>) => {
      time.after(after, () => this.deliver(() => finish(given)))
    }
    const isCut = wire.isPartitioned || (how === 'lease' && this.isLeaseCut)
    if (isCut) return answer(200 + random.next() * 5_000, lost())
    time.after(this.#transitMs(how), () => {
      const { outage, noise } = this.world
      if (isHome && outage > 0 && random.next() < outage) return answer(500, lost())
      const given = attempt(carryOut)
      const isLost = wire.isPartitioned || random.next() < noise.lost
      answer(this.#transitMs(how), isLost ? lost() : given)
    })
    // Some requests are abandoned before the response arrives.
    if (random.next() < this.world.noise.givenUp) answer(random.next() * 200, lost())
  }
}

function lost(): { readonly error: Error } {
  return { error: fault('KW_CLIENT_CONNECTION_LOST', 'read the response') }
}

function attempt<T>(carryOut: () => T): Answer<T> {
  try {
    return { value: carryOut() }
  } catch (error) {
    return { error: error as Error }
  }
}
