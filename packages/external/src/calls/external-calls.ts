/**
 * Calls to an external API: admitted by its provider, with a deadline, reported to the observer. A call that ignores its signal is
 * abandoned but tracked: until it ends, nothing else is done for the object.
 */
import { type Clock, type Duration, formatDuration, formatRef, type Ref, toMs } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import { deadline } from '@kubewright/core/time'
import { failureOf } from './call-failure.ts'
import { externalErrors } from '../errors.ts'
import type { CallResult, ExternalObserver, ExternalVerb } from '../operations/external-observer.ts'
import type { Provider } from '../operations/provider.ts'

/** Not a failure: the provider admits no calls now. */
export class NotNow extends Error {
  override readonly name = 'NotNow'
  readonly afterMs: number

  constructor(afterMs: number) {
    super(`the provider takes no calls for ${afterMs} ms`)
    this.afterMs = afterMs
  }
}

/** A failure of user code, as opposed to the framework's own. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly verb: ExternalVerb | 'complete'
  override readonly cause: unknown

  constructor(verb: ExternalVerb | 'complete', cause: unknown) {
    super(`${verb} failed`)
    this.verb = verb
    this.cause = cause
  }
}

export interface ExternalCallsOptions {
  readonly controller: string
  readonly object: Ref & { readonly uid: string }
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly timeout: Duration
  readonly provider?: Provider | undefined
  readonly observer?: ExternalObserver | undefined
  /** By uid: abandoned calls that have not ended. Shared by all reconciles. */
  readonly unfinished: Map<string, ExternalVerb>
}

/** The calls of one reconcile. */
export class ExternalCalls {
  readonly #options: ExternalCallsOptions
  readonly #made = new Set<ExternalVerb>()
  #isAdmitted = false

  constructor(options: ExternalCallsOptions) {
    this.#options = options
  }

  /** Whether the verb was called in this reconcile: changing verbs are called at most once. */
  hasMade(verb: ExternalVerb): boolean {
    return this.#made.has(verb)
  }

  /** Whether this reconcile may have changed something. */
  get hasChanged(): boolean {
    return [...this.#made].some((verb) => verb !== 'verify')
  }

  /** Failure: `CallFailed`, or `NotNow` if the provider admits none. */
  async make<Result>(verb: ExternalVerb, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    this.#admit()
    this.#made.add(verb)
    const { clock, timeout, signal, provider } = this.#options
    using limit = deadline(clock, timeout, () => this.#tooLate(verb), signal)
    const begun = clock.elapsed()
    try {
      const result = await this.#unlessAborted(verb, work(limit.signal), limit.signal)
      provider?.succeeded()
      this.#report(verb, 'ok', begun)
      return result
    } catch (error) {
      const isLate = limit.signal.aborted && !signal.aborted
      throw this.#failed(verb, isLate ? limit.signal.reason : error, isLate, begun)
    }
  }

  /** An admitted reconcile may exceed the rate to finish: a half-finished one would restart again and again. */
  #admit(): void {
    const { clock, provider } = this.#options
    const afterMs = this.#isAdmitted ? provider?.takeMore(clock) : provider?.take(clock)
    if (afterMs !== undefined && afterMs > 0) throw new NotNow(afterMs)
    this.#isAdmitted = true
  }

  #failed(verb: ExternalVerb, error: unknown, isLate: boolean, begun: number): CallFailed {
    const { clock, provider } = this.#options
    const { isThrottled, nothingDone, retryAfterMs } = failureOf(error, clock.now())
    if (isThrottled) provider?.throttled(clock, retryAfterMs)
    this.#report(verb, isLate ? 'timeout' : isThrottled ? 'throttled' : nothingDone ? 'refused' : 'failed', begun)
    return new CallFailed(verb, error)
  }

  #report(verb: ExternalVerb, result: CallResult, begun: number): void {
    const { observer, controller, object, clock } = this.#options
    observer?.called?.({ controller, object, verb, result, durationMs: clock.elapsed() - begun })
  }

  async #unlessAborted<Result>(verb: ExternalVerb, work: Promise<Result>, signal: AbortSignal): Promise<Result> {
    const { unfinished, object } = this.#options
    let isOver = false
    const watched = work.finally(() => {
      isOver = true
      unfinished.delete(object.uid)
    })
    let listening: Disposable | undefined
    const aborted = new Promise<never>((_, reject) => {
      if (signal.aborted) return reject(signal.reason as Error)
      listening = onAbort(signal, () => reject(signal.reason as Error))
    })
    try {
      return await Promise.race([watched, aborted])
    } catch (error) {
      if (!isOver) unfinished.set(object.uid, verb)
      watched.catch(() => undefined) // abandoned: its result is ignored
      throw error
    } finally {
      listening?.[Symbol.dispose]()
    }
  }

  #tooLate(verb: ExternalVerb): Error {
    const { controller, object, timeout } = this.#options
    return externalErrors('KW_EXTERNAL_TIMEOUT', {
      what: `${verb} ${formatRef(object)} within ${formatDuration(toMs(timeout))}`,
      why: `the API that ${controller} calls did not answer`,
      next: 'The reconcile is retried with back-off. Set a longer `timeout` if the API needs it.',
      details: { controller, object: formatRef(object), verb },
    })
  }
}
