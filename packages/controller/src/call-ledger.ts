/**
 * Notices calls of `ctx` that a reconcile did not wait for. A forgotten `await` lets the next reconcile of an object begin while a
 * write of the last is under way, and its failure would end the process as an unhandled rejection.
 *
 * Guarantees
 * - Whatever becomes of a call, it is never an unhandled rejection: a failure that nobody waits for is reported.
 * - A write that is under way when the reconcile returns is waited for, and its failure is the reconcile's, as with `await`.
 */
import { onAbort } from '@kubewright/core'

/** A call that was not awaited. */
export interface ForgottenCall {
  /** `client.create`, `own`, … */
  readonly name: string
  /** Where it was made: `reconcile (file:///…/websites.ts:12:15)`. */
  readonly line: string
  /** Why it failed, if it has. */
  readonly error?: unknown
}

export interface CallKind {
  readonly name: string
  /** Whether it changes something, so that the reconcile is not over before it is. */
  readonly isWrite: boolean
}

class Call {
  readonly kind: CallKind
  /** Formatting a stack takes time, and is needed for forgotten calls alone. */
  readonly place: { readonly stack?: string }
  isObserved = false
  failure: { readonly error: unknown } | undefined

  constructor(kind: CallKind, place: { readonly stack?: string }) {
    this.kind = kind
    this.place = place
  }

  toForgotten(): ForgottenCall {
    const { kind, place, failure, isObserved } = this
    return { name: kind.name, line: lineOf(place.stack), ...(isObserved ? {} : failure) }
  }
}

/** Some libraries call on behalf of the program. */
const mostFrames = 2

/** Few frames, since capturing them takes longer than all the rest. */
function placeOf(caller: (...args: never[]) => unknown): { readonly stack?: string } {
  const place: { stack?: string } = {}
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = mostFrames
  Error.captureStackTrace(place, caller)
  Error.stackTraceLimit = stackTraceLimit
  return place
}

/** The first frame that is the program's own, without the words around it. */
function lineOf(stack: string | undefined): string {
  const frames = stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? []
  const frame = frames.find((line) => !line.includes('node_modules')) ?? frames[0]
  return frame?.trim().slice('at '.length) ?? 'an unknown line'
}

/** The stack of an error ends at the promise of a call. The line that made the call is what its author looks for. */
function addLine(error: unknown, { stack }: { readonly stack?: string }): void {
  if (!(error instanceof Error) || typeof error.stack !== 'string' || Object.isFrozen(error)) return
  const line = lineOf(stack)
  if (!error.stack.includes(line)) error.stack = `${error.stack}\n    at async ${line}`
}

/** Knows whether anybody waits for it. */
class ObservedPromise<T> extends Promise<T> {
  call: Call | undefined
  ledger: CallLedger | undefined

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise, and this is how it learns that somebody waits for it
  override then<A = T, B = never>(
    done?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    const { call, ledger } = this
    const next = super.then(done, failed)
    if (call === undefined || ledger === undefined) return next
    ledger.observed(call)
    return ledger.chained(next as ObservedPromise<A | B>, call)
  }
}

export class CallLedger {
  readonly #pending = new Set<Call>()
  readonly #failed = new Set<Call>()
  readonly #late: (call: ForgottenCall) => void
  readonly #waiting: (() => void)[] = []
  #isClosed = false

  /** @param late hears of what fails after the end, and nobody waits for */
  constructor(late: (call: ForgottenCall) => void) {
    this.#late = late
  }

  /** @param caller the function the user has called: the line is the one above it */
  track<T>(kind: CallKind, work: Promise<T>, caller: (...args: never[]) => unknown): Promise<T> {
    const call = new Call(kind, placeOf(caller))
    const promise = new ObservedPromise<T>((resolve, reject) => {
      void work.then(resolve, (error: unknown) => {
        addLine(error, call.place)
        reject(error)
      })
    })
    this.#pending.add(call)
    return this.#follow(promise, call)
  }

  observed(call: Call): void {
    call.isObserved = true
    this.#failed.delete(call)
  }

  /** A promise made from that of a call may be forgotten as well: its failure matters. */
  chained<T>(promise: ObservedPromise<T>, { kind, place }: Call): ObservedPromise<T> {
    return this.#follow(promise, new Call(kind, place))
  }

  /** Whether nothing is under way, and nothing has failed that nobody waits for. */
  get isSettled(): boolean {
    return this.#pending.size + this.#failed.size === 0
  }

  /** The reconcile has returned. Resolves to what it did not wait for, once the writes among that are over or the signal ends. */
  async close(signal: AbortSignal): Promise<readonly ForgottenCall[]> {
    const open = [...this.#pending].filter(({ kind, isObserved }) => kind.isWrite || !isObserved)
    using _ = onAbort(signal, () => this.#wake())
    while (!signal.aborted && open.some((call) => call.kind.isWrite && this.#pending.has(call))) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    // What is chained to them fails some turns later.
    for (let turn = 0; turn < chainTurns; turn++) await Promise.resolve()
    this.#isClosed = true
    // A call and what is chained to it are one.
    const byPlace = new Map([...open, ...this.#failed].map((call) => [call.place, call]))
    return [...byPlace.values()].map((call) => call.toForgotten())
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #follow<T>(promise: ObservedPromise<T>, call: Call): ObservedPromise<T> {
    promise.call = call
    promise.ledger = this
    void Promise.prototype.then.call(
      promise,
      () => this.#over(call),
      (error: unknown) => {
        call.failure = { error }
        if (!call.isObserved) this.#fail(call)
        this.#over(call)
      },
    )
    return promise
  }

  #fail(call: Call): void {
    if (this.#isClosed && !this.#pending.has(call)) this.#late(call.toForgotten())
    else this.#failed.add(call)
  }

  #over(call: Call): void {
    this.#pending.delete(call)
    this.#wake()
  }
}

/** How many promises chained to a call are seen to fail in time; those behind them are reported later. */
const chainTurns = 5
