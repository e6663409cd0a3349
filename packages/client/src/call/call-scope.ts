/**
 * How long a call may live: until its deadline, until its caller's signal, or until the client is closed. Whatever comes
 * first aborts `signal`, with an error that says which.
 */
import { type Clock, onAbort } from '@kubewright/core'

export interface ScopeOptions {
  readonly clock: Clock
  /** The caller's own signal. */
  readonly parent?: AbortSignal | undefined
  readonly timeoutMs: number
  /** The reason when the time is over; made only then. */
  readonly onTimeout: () => Error
  /** The reason when the client is closed. */
  readonly onClose: () => Error
}

export class CallScope implements Disposable {
  /** `signal` is aborted by then, unless the timer is stopped. */
  readonly timeoutMs: number
  readonly #controller = new AbortController()
  readonly #open: Set<CallScope>
  readonly #onClose: () => Error
  #timer: Disposable | undefined
  /** Only while the parent may still be aborted; hundreds of calls may have the same. */
  #listening: Disposable | undefined

  /** `open` holds all scopes that live; this one adds and removes itself. */
  constructor(open: Set<CallScope>, { clock, parent, timeoutMs, onTimeout, onClose }: ScopeOptions) {
    this.timeoutMs = timeoutMs
    this.#onClose = onClose
    this.#open = open
    open.add(this)
    this.#timer = clock.schedule(timeoutMs, () => this.abort(onTimeout()))
    if (parent === undefined) return
    const follow = () => this.abort(parent.reason)
    if (parent.aborted) follow()
    else this.#listening = onAbort(parent, follow)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason)
    this[Symbol.dispose]()
  }

  close(): void {
    this.abort(this.#onClose())
  }

  /** The deadline no longer holds: what was waited for is there. */
  stopTimer(): void {
    this.#timer?.[Symbol.dispose]()
    this.#timer = undefined
  }

  [Symbol.dispose](): void {
    this.stopTimer()
    this.#listening?.[Symbol.dispose]()
    this.#listening = undefined
    this.#open.delete(this)
  }
}
