/**
 * Somebody who acts in a world: an instance of the operator, the user, or the cluster itself. Its clock and its calls go through
 * here, so that an instance which has crashed can be cut off: nothing it does arrives, nothing it waits for ever comes.
 */
import type { Clock } from '@kubewright/core'
import { nextTurn } from '@kubewright/core/testing'

export type Role = 'operator' | 'user' | 'cluster'

export class Actor {
  readonly name: string
  readonly role: Role
  readonly clock: Clock
  /** For its client. */
  readonly connectionClock: Clock
  /** It has crashed: whatever it does is in vain. */
  isFenced = false
  /** It stands still: nothing of it happens. */
  isPaused = false
  /** The lease has passed on from it: what it still does is nobody's to count. */
  hasLost = false
  /** It follows everything and may not act: what it asks and hears is nobody's to count. */
  isStandby = false
  /** Kinds of which it makes a difference when it hears: others are looked at, to know whom a change concerns. */
  minds: ReadonlySet<string> = new Set()
  /** What it was told last of each kind, as a watch tells it, by object. */
  readonly view = new Map<string, Map<string, string>>()
  /** Its timers. */
  readonly #due = new Set<ActorTimer>()
  /** What ends the waiting of those that would wait for ever, once the run is over. */
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
        // One that stands still is cut off once its last call has arrived: its timers are not missed.
        return new ActorTimer(this.#due, clock, ms, () => void (this.isFenced || this.isPaused || run()))
      },
    }
  }

  /** How long each of its timers still takes. */
  get dueInMs(): readonly number[] {
    return [...this.#due].map(({ inMs }) => inMs)
  }

  /** A promise that never settles while the run lasts. */
  never<T>(): Promise<T> {
    if (this.#isOver) return Promise.reject(new RunIsOver())
    return new Promise<T>((_, reject) => void this.#abandoned.add(reject))
  }

  /** Calls `end` when the run is over, for whatever still waits then. */
  onEnd(end: (reason: Error) => void): void {
    if (this.#isOver) end(new RunIsOver())
    else this.#abandoned.add(end)
  }

  /** It need not be ended any more. */
  forget(end: (reason: Error) => void): void {
    this.#abandoned.delete(end)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** The run is over: everything that waits is told, so that nothing is left behind. */
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

/** Reaches code that was cut off, after everything has been judged. */
class RunIsOver extends Error {
  override readonly name = 'RunIsOver'

  constructor() {
    super('the run of the exploration is over')
  }
}

/** After the run nobody moves its clock any more. Everybody else has a turn first: who tries again and again is yet to be ended. */
function soon(run: () => void): Disposable {
  let isWanted = true
  void nextTurn().then(() => isWanted && run())
  return { [Symbol.dispose]: () => void (isWanted = false) }
}
