/**
 * Waits until an object meets a condition. It lists first and then watches from that resourceVersion, so no change in between is missed;
 * lost connections, ended streams and expired versions only cause another list.
 */
import { type Clock, type Duration, formatDuration, isKubewrightError, type KubeObject, sleep } from '@kubewright/core'
import { type Random, withJitter } from '@kubewright/core/random'
import { backOffMs, deadline } from '@kubewright/core/time'
import { ApiError } from '../error/api-error.ts'
import { describeOperation, type Operation } from '../error/operation.ts'
import { checkSignal, durationMs } from '../verb/check-options.ts'
import type { ListCall } from '../verb/list.ts'
import type { WatchEvent } from '../watch/watch-event.ts'
import type { Goal } from './goal.ts'

/** Options of `client.waitFor`. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined
  /**
   * The deadline.
   *
   * @default '30s'
   */
  readonly timeout?: Duration | undefined
}

/** One object, as a list of at most one item and a watch restricted to it. */
export interface ObservedObject<Item extends KubeObject> {
  readonly operation: Operation
  list(signal: AbortSignal): ListCall<Item>
  watch(resourceVersion: string, signal: AbortSignal): AsyncIterable<WatchEvent<Item>>
}

export interface WaitContext {
  readonly clock: Clock
  readonly random: Random
}

/** Transient failures. Others, such as a missing permission, end the wait. */
const passing: ReadonlySet<string> = new Set([
  'KW_CLIENT_UNREACHABLE',
  'KW_CLIENT_CONNECTION_LOST',
  'KW_CLIENT_WATCH_IDLE',
  'KW_CLIENT_EVENT',
  'KW_CLIENT_EXPIRED',
  'KW_CLIENT_TIMEOUT',
  'KW_CLIENT_SERVER_TIMEOUT',
  'KW_CLIENT_SERVER_FAILED',
  'KW_CLIENT_UNAVAILABLE',
  'KW_CLIENT_TOO_MANY_REQUESTS',
])

const shortestPauseMs = 100
const longestPauseMs = 5_000

/**
 * Resolves to the goal's result for the object that reached it.
 *
 * Failure: `KW_CLIENT_WAIT_TIMEOUT` with the last observed state, `KW_CLIENT_WAIT_IMPOSSIBLE` if the condition cannot become true.
 */
export async function waitUntil<Item extends KubeObject, Result>(
  context: WaitContext,
  observed: ObservedObject<Item>,
  goal: Goal<Item, Result>,
  { timeout = '30s', signal }: WaitOptions,
): Promise<Result> {
  const wait = new Wait(context, observed, goal)
  const timeoutMs = durationMs('timeout', timeout)
  const limit = deadline(context.clock, timeoutMs, () => wait.timedOut(timeoutMs), checkSignal(signal))
  try {
    return await wait.run(limit.signal)
  } finally {
    limit[Symbol.dispose]()
  }
}

class Wait<Item extends KubeObject, Result> {
  readonly #context: WaitContext
  readonly #observed: ObservedObject<Item>
  readonly #goal: Goal<Item, Result>
  /** The last observed state, for the timeout message. */
  #seen = 'nothing, because the server has not responded'
  /** Why the last attempt ended, unless an event has arrived since. */
  #failure: string | undefined
  /** Consecutive attempts without an event. */
  #failures = 0

  constructor(context: WaitContext, observed: ObservedObject<Item>, goal: Goal<Item, Result>) {
    this.#context = context
    this.#observed = observed
    this.#goal = goal
  }

  async run(signal: AbortSignal): Promise<Result> {
    for (;;) {
      try {
        const reached = await this.#look(signal)
        if (reached !== undefined) return reached.result
      } catch (error) {
        if (signal.aborted) throw signal.reason
        if (!isKubewrightError(error) || !passing.has(error.code)) throw error
        this.#failure = error.message
      }
      await this.#pause(signal)
    }
  }

  timedOut(afterMs: number): Error {
    const { operation } = this.#observed
    const failure = this.#failure === undefined ? '' : `; the last attempt failed: ${this.#failure.replace(/\.$/, '')}`
    const why = `the condition was not met after ${formatDuration(afterMs)}; last observed: ${this.#seen}${failure}`
    const next = "Check its conditions and events, or wait longer: { timeout: '5m' }."
    return new ApiError('KW_CLIENT_WAIT_TIMEOUT', { what: this.#what(), why, next }, operation)
  }

  /** Lists once, then watches until the stream ends. */
  async #look(signal: AbortSignal): Promise<{ readonly result: Result } | undefined> {
    const { items, metadata } = await this.#observed.list(signal)
    const reached = this.#judge(items[0])
    if (reached !== undefined) return reached
    for await (const event of this.#observed.watch(metadata.resourceVersion, signal)) {
      this.#failures = 0
      this.#failure = undefined
      if (event.type === 'BOOKMARK') continue
      const now = this.#judge(event.type === 'DELETED' ? undefined : event.object)
      if (now !== undefined) return now
    }
    return undefined
  }

  #judge(object: Item | undefined): { readonly result: Result } | undefined {
    const verdict = this.#goal.judge(object)
    if ('result' in verdict) return verdict
    this.#seen = verdict.seen
    if (verdict.isHopeless) throw this.#hopeless()
    return undefined
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const { clock, random } = this.#context
    const ms = backOffMs(++this.#failures, shortestPauseMs, longestPauseMs)
    await sleep(clock, withJitter(random, ms, 0.5), signal)
  }

  #hopeless(): Error {
    const { operation } = this.#observed
    const fault = { what: this.#what(), why: `it has reached another final state: ${this.#seen}` }
    return new ApiError('KW_CLIENT_WAIT_IMPOSSIBLE', fault, operation)
  }

  #what(): string {
    // "get websites.web.example.dev default/blog", without its verb.
    const object = describeOperation(this.#observed.operation).replace(/^\w+ /, '')
    return `wait until ${object} ${this.#goal.words}`
  }
}
