/**
 * Executes a call to its end: within its deadline, with retries where those are safe. The verbs above it build the requests; the
 * transport below it reaches the server.
 */
import { type Clock, formatDuration, isKubewrightError, sleep } from '@kubewright/core'
import type { Random } from '@kubewright/core/random'
import { adviseUncertain } from '../error/advice.ts'
import { ApiError } from '../error/api-error.ts'
import { apiFailure } from '../error/api-failure.ts'
import { describeOperation, type Operation } from '../error/operation.ts'
import { transportFailure } from '../error/transport-failure.ts'
import type { RequestScope, TransportResponse } from '../transport.ts'
import { Answer, readAnswer } from './answer.ts'
import type { Call } from './call.ts'
import { CallScope } from './call-scope.ts'
import type { ClientObserver } from './observer.ts'
import type { AttemptFailure } from './repeat.ts'
import { type RetryPolicy, retryDelay } from './retry.ts'
import { retryAfterMs } from './retry-after.ts'
import type { Sender } from './sender.ts'

export interface CallerOptions {
  readonly sender: Sender
  readonly host: string
  readonly clock: Clock
  readonly random: Random
  readonly retry: RetryPolicy
  readonly timeoutMs: number
  readonly observer?: ClientObserver | undefined
}

export interface SendOptions {
  readonly signal?: AbortSignal | undefined
  /** For the whole call, including queueing and all attempts. */
  readonly timeoutMs?: number | undefined
  /** The part of that time already spent by earlier requests of the same call. */
  readonly spentMs?: number | undefined
}

/** An open stream. Dispose it when it is read to its end, or no longer needed. */
export interface OpenStream extends Disposable {
  readonly response: TransportResponse
  /** Whether it was aborted, and why. */
  readonly scope: RequestScope
  /** Aborts the stream with `reason`. */
  abort(reason: unknown): void
}

/** The response to a delete that an earlier attempt must have completed. */
const gone = new Answer(200, {}, Buffer.alloc(0))

/** An attempt without a usable response. */
interface Failed {
  readonly failure: AttemptFailure
  /** Creates the error, if this was the last attempt. */
  readonly toError: (attempts: number) => unknown
}

export class Caller {
  readonly #options: CallerOptions
  readonly #open = new Set<CallScope>()
  #isClosed = false

  constructor(options: CallerOptions) {
    this.#options = options
  }

  /** Returns a successful response. Rejects with an `ApiError` otherwise. */
  async send(call: Call, options: SendOptions = {}): Promise<Answer> {
    const { clock, timeoutMs: defaultTimeoutMs } = this.#options
    const { signal, timeoutMs = defaultTimeoutMs, spentMs = 0 } = options
    const endsAt = clock.elapsed() + timeoutMs - spentMs
    const scope = this.#scope(call.operation, signal, timeoutMs, spentMs)
    try {
      return await this.#repeat(call, scope, endsAt)
    } finally {
      scope[Symbol.dispose]()
    }
  }

  /** Opens a stream; `timeoutMs` limits only the time until the response begins. Never retried. */
  async open(call: Call, options: SendOptions = {}): Promise<OpenStream> {
    const scope = this.#scope(call.operation, options.signal, options.timeoutMs ?? this.#options.timeoutMs)
    try {
      const response = await this.#options.sender.open(call, scope)
      if (response.status >= 300) throw await this.#refusal(call, response)
      scope.stopTimer()
      return {
        response,
        scope,
        abort: (reason) => scope.abort(reason),
        [Symbol.dispose]: () => scope[Symbol.dispose](),
      }
    } catch (error) {
      scope[Symbol.dispose]()
      throw scope.aborted ? scope.reason : transportFailure(call.operation, error, 1)
    }
  }

  /** Aborts all calls and streams in flight, and refuses new ones. */
  close(): void {
    this.#isClosed = true
    for (const scope of this.#open) scope.close()
  }

  #scope(operation: Operation, parent: AbortSignal | undefined, timeoutMs: number, spentMs = 0): CallScope {
    if (this.#isClosed) throw closed(operation)
    const onTimeout = () => timedOut(operation, timeoutMs)
    const onClose = () => closed(operation)
    const leftMs = Math.max(0, timeoutMs - spentMs)
    return new CallScope(this.#open, { clock: this.#options.clock, parent, timeoutMs: leftMs, onTimeout, onClose })
  }

  async #repeat(call: Call, scope: CallScope, endsAt: number): Promise<Answer> {
    /** Whether a failed attempt may have been executed. */
    let isUncertain = false
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#attempt(call, scope)
      if (outcome instanceof Answer) return outcome
      const { failure } = outcome
      if (isUncertain && call.isDoneWhenGone && statusOf(failure) === 404) return gone
      const delay = retryDelay(this.#options.retry, { repeat: call.repeat, failure, attempt }, this.#options.random)
      const isTooLate = delay !== undefined && this.#options.clock.elapsed() + delay >= endsAt
      if (delay === undefined || isTooLate) throw outcome.toError(attempt)
      isUncertain ||= failure.kind === 'lost' || statusOf(failure) >= 500
      await sleep(this.#options.clock, delay, scope.signal)
      this.#options.observer?.retried?.({ method: call.method, host: this.#options.host, code: codeOf(failure) })
    }
  }

  async #attempt(call: Call, scope: CallScope): Promise<Answer | Failed> {
    try {
      const answer = await this.#options.sender.send(call, scope)
      return answer.status < 400 ? answer : this.#refused(call, answer)
    } catch (error) {
      if (scope.aborted) throw scope.reason
      const kind = lossOf(error)
      if (kind === undefined) throw transportFailure(call.operation, error, 1)
      return { failure: { kind }, toError: (attempts) => transportFailure(call.operation, error, attempts) }
    }
  }

  #refused(call: Call, answer: Answer): Failed {
    const { status, text } = answer
    const wait = retryAfterMs(first(answer.headers['retry-after']), this.#options.clock.now())
    const facts = { status, text, retryAfterMs: wait, auditId: first(answer.headers['audit-id']), sent: call.body }
    return {
      failure: { kind: 'answered', status, retryAfterMs: wait },
      toError: (attempts) => apiFailure(call.operation, { ...facts, attempts }),
    }
  }

  async #refusal(call: Call, response: TransportResponse): Promise<unknown> {
    return this.#refused(call, await readAnswer(response)).toError(1)
  }
}

function lossOf(error: unknown): 'unreachable' | 'lost' | undefined {
  if (isKubewrightError(error, 'KW_CLIENT_UNREACHABLE')) return 'unreachable'
  return isKubewrightError(error, 'KW_CLIENT_CONNECTION_LOST') ? 'lost' : undefined
}

function statusOf(failure: AttemptFailure): number {
  return failure.kind === 'answered' ? failure.status : 0
}

function codeOf(failure: AttemptFailure): string {
  return failure.kind === 'answered' ? String(failure.status) : '<error>'
}

function first(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'object' ? header[0] : header
}

function closed(operation: Operation): Error {
  const why = 'the client has been closed'
  const next = 'Dispose the client after everything that uses it.'
  return new ApiError('KW_CLIENT_CLOSED', { what: describeOperation(operation), why, next }, operation)
}

function timedOut(operation: Operation, timeoutMs: number): Error {
  const what = describeOperation(operation)
  const uncertain = adviseUncertain(operation)
  const next =
    uncertain === undefined ? 'Retry, or pass a longer `timeout`.' : `${uncertain} Or pass a longer \`timeout\`.`
  return new ApiError(
    'KW_CLIENT_TIMEOUT',
    { what, why: `no response arrived within ${formatDuration(timeoutMs)}`, next },
    operation,
  )
}
