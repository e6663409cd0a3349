/**
 * A key on loan to one worker.
 *
 * The worker sets the outcome; disposing the task hands the key back. The outcome takes effect only then, so the worker has
 * exclusive use of the key until it disposes the task.
 *
 * See decision 0012.
 */
import type { Duration } from '@kubewright/core'
import { durationMs } from './duration-option.ts'
import { assertOption, queueErrors } from './errors.ts'
import type { PendingRequest } from './pending-request.ts'

/** Options of `Task.again`. */
export interface AgainOptions<Reason = string> {
  /**
   * The priority of the next run.
   *
   * @default the priority of this one
   */
  readonly priority?: number
  /** Why it should run again. */
  readonly reason?: Reason
}

/** Options of `Task.retry`. */
export interface RetryOptions<Reason = string> {
  /** Why the run failed: added to the reasons of this run, which the next run inherits. */
  readonly reason?: Reason
}

/**
 * A key on loan. Disposing it hands the key back; disposing it again is a no-op.
 *
 * A task without an outcome counts as done, even if its worker throws past its `using`: catch errors and call `retry`.
 */
export interface Task<Key, Reason = string> extends Disposable {
  readonly key: Key
  readonly priority: number
  /** The reasons for this run: the first one and the latest ones. After a failure, those of the failed run as well. */
  readonly reasons: readonly Reason[]
  /** How many times the key was added for this run. */
  readonly adds: number
  /** Consecutive failures of the key: 0, unless this run is a retry or was brought forward from one. */
  readonly failures: number
  /** How long the key waited for a worker once it was ready. */
  readonly waitedMs: number

  /** The run succeeded. Resets the back-off. The default outcome. */
  done(): void
  /** The run failed. The key comes back after its back-off. */
  retry(options?: RetryOptions<Reason>): void
  /** The run succeeded, and the key should run again after a while. Resets the back-off. */
  again(after: Duration, options?: AgainOptions<Reason>): void
}

/** The outcome that a worker set. The last one counts. */
export type Outcome<Reason> =
  | { readonly kind: 'done' }
  | { readonly kind: 'retry'; readonly reason: Reason | undefined }
  | { readonly kind: 'again'; readonly afterMs: number; readonly priority: number; readonly reason: Reason | undefined }

/** The part of a queue's entry that a task exposes to its worker. */
export interface Lendable<Key, Reason> {
  readonly id: unknown
  readonly key: Key
  readonly lent: PendingRequest<Reason> | undefined
  readonly failing: { readonly failures: number } | undefined
  readonly waitedMs: number
}

/** The owner that a task is handed back to. */
export interface Lender<Item, Reason> {
  handBack(item: Item, outcome: Outcome<Reason>): void
}

const done = { kind: 'done' } as const

/** The queue's implementation of `Task`. */
export class Loan<Key, Reason, Item extends Lendable<Key, Reason>> implements Task<Key, Reason> {
  readonly failures: number
  readonly waitedMs: number
  readonly #item: Item
  readonly #request: PendingRequest<Reason>
  /** Unset once the task has been handed back. */
  #lender: Lender<Item, Reason> | undefined
  #outcome: Outcome<Reason> = done

  constructor(item: Item, lender: Lender<Item, Reason>) {
    this.failures = item.failing?.failures ?? 0
    this.waitedMs = item.waitedMs
    this.#item = item
    this.#request = item.lent!
    this.#lender = lender
  }

  get key(): Key {
    return this.#item.key
  }

  get priority(): number {
    return this.#request.priority
  }

  get reasons(): readonly Reason[] {
    return this.#request.reasons
  }

  get adds(): number {
    return this.#request.adds
  }

  done(): void {
    this.#say(done)
  }

  retry({ reason }: RetryOptions<Reason> = {}): void {
    this.#say({ kind: 'retry', reason })
  }

  again(after: Duration, { priority = this.priority, reason }: AgainOptions<Reason> = {}): void {
    assertOption('priority', priority, Number.isFinite(priority), 'a finite number')
    this.#say({ kind: 'again', afterMs: durationMs('after', after), priority, reason })
  }

  [Symbol.dispose](): void {
    const lender = this.#lender
    this.#lender = undefined
    lender?.handBack(this.#item, this.#outcome)
  }

  #say(outcome: Outcome<Reason>): void {
    if (!this.#lender) throw tooLate(this.#item.id, outcome.kind)
    this.#outcome = outcome
  }
}

function tooLate(id: unknown, kind: string): Error {
  return queueErrors('KW_QUEUE_TASK_OVER', {
    what: `end the task for ${String(id)} with "${kind}"`,
    why: 'it has been handed back already, and another worker may hold the key',
    next: 'Await all the work for a key before the block with its `using task` ends.',
    details: { key: id, outcome: kind },
  })
}
