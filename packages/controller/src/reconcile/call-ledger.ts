/**
 * Detects calls of `ctx` that a reconcile did not await. A forgotten `await` lets the next reconcile of the object start while a
 * write is still in flight, and its failure would end the process as an unhandled rejection.
 *
 * Guarantees
 * - No tracked call ends as an unhandled rejection: a failure that is not awaited is reported.
 * - A write in flight when the reconcile returns is awaited, and its failure fails the reconcile, as with `await`.
 *
 * See decision 0278.
 */
import { onAbort } from '@kubewright/core/tasks'

/** A call that was not awaited. */
export interface ForgottenCall {
  /** `client.create`, `own`, … */
  readonly name: string
  /** The call site: `reconcile (file:///…/websites.ts:12:15)`. */
  readonly line: string
  /** Set if the call failed. */
  readonly error?: unknown
}

export interface CallKind {
  readonly name: string
  /** Whether it writes: the reconcile does not end before its writes do. */
  readonly isWrite: boolean
}

class Call {
  readonly kind: CallKind
  /** Captured, not formatted: formatting a stack is slow and only needed for forgotten calls. */
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

/** More than one, since a library may call on behalf of the program. */
const mostFrames = 2

/** Captures few frames: capturing dominates the cost of tracking a call. */
function placeOf(caller: (...args: never[]) => unknown): { readonly stack?: string } {
  const place: { stack?: string } = {}
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = mostFrames
  Error.captureStackTrace(place, caller)
  Error.stackTraceLimit = stackTraceLimit
  return place
}

/** The first frame outside `node_modules`, without `at`. */
function lineOf(stack: string | undefined): string {
  const frames = stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? []
  const frame = frames.find((line) => !line.includes('node_modules')) ?? frames[0]
  return frame?.trim().slice('at '.length) ?? 'an unknown line'
}

/** The stack of an async error ends at the call's promise. Adds the line that made the call. */
function addLine(error: unknown, { stack }: { readonly stack?: string }): void {
  if (!(error instanceof Error) || typeof error.stack !== 'string' || Object.isFrozen(error)) return
  const line = lineOf(stack)
  if (!error.stack.includes(line)) error.stack = `${error.stack}\n    at async ${line}`
}

/** A promise that records whether it is awaited. */
class ObservedPromise<T> extends Promise<T> {
  call: Call | undefined
  ledger: CallLedger | undefined

  // oxlint-disable-next-line unicorn/no-thenable -- a promise can only observe by then() that it is awaited
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

  /** @param late receives calls that fail after the end without being awaited */
  constructor(late: (call: ForgottenCall) => void) {
    this.#late = late
  }

  /** @param caller the function the user called; the reported line is the frame above it */
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

  /** A promise derived from a call may be forgotten as well, so its failure is tracked too. */
  chained<T>(promise: ObservedPromise<T>, { kind, place }: Call): ObservedPromise<T> {
    return this.#follow(promise, new Call(kind, place))
  }

  /** Whether no call is in flight and no unawaited call has failed. */
  get isSettled(): boolean {
    return this.#pending.size + this.#failed.size === 0
  }

  /** Called when the reconcile has returned. Resolves to the calls it did not await, once their writes end or the signal aborts. */
  async close(signal: AbortSignal): Promise<readonly ForgottenCall[]> {
    const open = [...this.#pending].filter(({ kind, isObserved }) => kind.isWrite || !isObserved)
    using _ = onAbort(signal, () => this.#resume())
    while (!signal.aborted && open.some((call) => call.kind.isWrite && this.#pending.has(call))) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    // Chained promises reject some microtasks later.
    for (let turn = 0; turn < chainTurns; turn++) await Promise.resolve()
    this.#isClosed = true
    // A call and the promises chained to it are reported as one.
    const byPlace = new Map([...open, ...this.#failed].map((call) => [call.place, call]))
    return [...byPlace.values()].map((call) => call.toForgotten())
  }

  #resume(): void {
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
    this.#resume()
  }
}

/** How many chained promises can reject in time to be included; failures further down the chain are reported late. */
const chainTurns = 5
