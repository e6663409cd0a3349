/**
 * A participant in a world: an instance of the operator, the user, or the cluster itself. Its clock and its calls go through here, so that
 * a crashed instance can be fenced: its calls do not arrive, and its timers never fire.
 */
import type { Clock } from '@kubewright/core'
import { nextTurn } from '@kubewright/core/testing'

/** Who sends a request: the operator under test, the user of the scenario, or the cluster itself. */
export type Role = 'operator' | 'user' | 'cluster'

export class Actor {
  readonly name: string
  readonly role: Role
  readonly clock: Clock
  /** The clock of its client. */
  readonly connectionClock: Clock
  /** The actor has crashed: its calls and timers have no effect. */
  isFenced = false
  /** The actor is suspended: none of its actions happen. */
  isPaused = false
  /** The actor has lost the lease: its remaining calls are not counted. */
  hasLost = false
  /** The actor keeps its caches synced but may not act: its calls and events are not counted. */
  isStandby = false
  /** The kinds whose events its own mapping functions map to objects: the timing of their events matters. */
  mappedKinds: ReadonlySet<string> = new Set()
  /** The last delivered watch state of each kind, by object. */
  readonly view = new Map<string, Map<string, string>>()
  readonly #due = new Set<ActorTimer>()
  /** Callbacks that end pending waits once the run is over. */
  readonly #abandoned = new Set<(reason: Error) => void>()
  #isOver = false

  constructor(name: string, role: Role, clock: Clock, connectionClock: Clock = clock) {
    this.name = name
    this.role = role
    this.clock = this.#fenced(clock)
    this.connectionClock = this.#fenced(connectionClock)
  }

  #fenced(clock: Clock): Clock {
    return {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      schedule: (ms, run) => {
        if (this.#isOver) return soon(run)
        if (this.isFenced) return { [Symbol.dispose]: () => undefined }
        // A paused actor is fenced once its last call has arrived, so its timers are not missed.
        return new ActorTimer(this.#due, clock, ms, () => void (this.isFenced || this.isPaused || run()))
      },
    }
  }

  /** The remaining time of each of its timers. */
  get dueInMs(): readonly number[] {
    return [...this.#due].map(({ inMs }) => inMs)
  }

  /** A promise that stays pending until the run is over. */
  never<T>(): Promise<T> {
    if (this.#isOver) return Promise.reject(new RunIsOver())
    return new Promise<T>((_, reject) => void this.#abandoned.add(reject))
  }

  /** Calls `end` when the run is over, to release a pending wait. */
  onEnd(end: (reason: Error) => void): void {
    if (this.#isOver) end(new RunIsOver())
    else this.#abandoned.add(end)
  }

  /** Removes a callback of `onEnd`. */
  forget(end: (reason: Error) => void): void {
    this.#abandoned.delete(end)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** Ends the run for this actor: every pending wait is rejected, so that nothing leaks. */
  end(): void {
    this.isFenced = true
    this.#isOver = true
    const over = new RunIsOver()
    for (const end of this.#abandoned) end(over)
    this.#abandoned.clear()
  }
}

class ActorTimer implements Disposable {
  readonly #at: number
  readonly #clock: Clock
  readonly #due: Set<ActorTimer>
  readonly #scheduled: Disposable

  constructor(due: Set<ActorTimer>, clock: Clock, ms: number, run: () => void) {
    this.#at = clock.elapsed() + ms
    this.#clock = clock
    this.#due = due
    due.add(this)
    this.#scheduled = clock.schedule(ms, () => {
      due.delete(this)
      run()
    })
  }

  get inMs(): number {
    return this.#at - this.#clock.elapsed()
  }

  [Symbol.dispose](): void {
    this.#due.delete(this)
    this.#scheduled[Symbol.dispose]()
  }
}

/** Rejects the waits of fenced code, after the run has been judged. */
class RunIsOver extends Error {
  override readonly name = 'RunIsOver'

  constructor() {
    super('the run of the exploration is over')
  }
}

/** After the run nothing advances its clock. The delay of a turn lets other work proceed, so that retry loops can be ended. */
function soon(run: () => void): Disposable {
  let isWanted = true
  void nextTurn().then(() => isWanted && run())
  return { [Symbol.dispose]: () => void (isWanted = false) }
}
