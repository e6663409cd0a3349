/**
 * The lifetime of a call: until its deadline, its caller's signal, or the close of the client. The first of these aborts it, with an
 * error that names the cause.
 * See decision 0055.
 */
import type { Clock } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import type { RequestScope } from '../transport.ts'

export interface ScopeOptions {
  readonly clock: Clock
  /** The caller's own signal. */
  readonly parent?: AbortSignal | undefined
  readonly timeoutMs: number
  /** Creates the abort reason at the deadline. */
  readonly onTimeout: () => Error
  /** Creates the abort reason when the client is closed. */
  readonly onClose: () => Error
}

export class CallScope implements RequestScope, Disposable {
  /** The deadline, unless the timer is stopped. */
  readonly timeoutMs: number
  readonly #open: Set<CallScope>
  readonly #onClose: () => Error
  #timer: Disposable | undefined
  /** Set while the parent may still be aborted; hundreds of calls may share a parent. */
  #listening: Disposable | undefined
  #end: { readonly reason: unknown } | undefined
  /** Created on demand: most transports need none. */
  #controller: AbortController | undefined
  /** Abort listeners. */
  #told: readonly (() => void)[] = []

  /** `open` holds all live scopes; each adds and removes itself. */
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
    const told = () => run() // a new identity, so that the same function can be registered twice
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

  /** Cancels the deadline, once the response has begun. */
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
