/**
 * How long a call may live: until its deadline, until its caller's signal, or until the client is closed. Whatever comes
 * first aborts it, with an error that says which.
 */
import { type Clock, onAbort } from '@kubewright/core'
import type { RequestScope } from '../transport.ts'

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

export class CallScope implements RequestScope, Disposable {
  /** It is aborted by then, unless the timer is stopped. */
  readonly timeoutMs: number
  readonly #open: Set<CallScope>
  readonly #onClose: () => Error
  #timer: Disposable | undefined
  /** Only while the parent may still be aborted; hundreds of calls may have the same. */
  #listening: Disposable | undefined
  #end: { readonly reason: unknown } | undefined
  /** Made when somebody wants it: most calls are carried by a transport that needs none. */
  #controller: AbortController | undefined
  /** Who is told when it is aborted. */
  #told: readonly (() => void)[] = []

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

  get aborted(): boolean {
    return this.#end !== undefined
  }

  get reason(): unknown {
    return this.#end?.reason
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#end !== undefined) this.#controller.abort(this.#end.reason)
    }
    return this.#controller.signal
  }

  onAbort(run: () => void): Disposable {
    const told = () => run() // so that the same function can be told twice
    this.#told = [...this.#told, told]
    return { [Symbol.dispose]: () => (this.#told = this.#told.filter((one) => one !== told)) }
  }

  abort(reason: unknown): void {
    if (this.#end !== undefined) return
    this.#end = { reason }
    this[Symbol.dispose]()
    this.#controller?.abort(reason)
    const told = this.#told
    this.#told = []
    for (const run of told) run()
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
