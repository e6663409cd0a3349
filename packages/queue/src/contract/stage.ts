/**
 * Plays a script against a queue under virtual time and logs which key was handed out when.
 *
 * | step | what happens |
 * |---|---|
 * | `add a after=5s priority=1 reason=x` | the key `a` is added |
 * | `take` | a worker takes a key, now or when there is one, and keeps it |
 * | `work`, `fail` | a worker takes a key, now or when there is one, and hands it back at once: done, or to be retried |
 * | `done a`, `retry a`, `again a 1m` | the worker that keeps `a` hands it back |
 * | `pass 5ms` | time passes |
 * | `close`, `close drop` | the queue closes |
 *
 * The log has `a` for a key handed out at the start, `a@5` for one handed out five milliseconds later, and `closed` for a
 * worker whose `take` returned `undefined`.
 */
import { deepStrictEqual } from 'node:assert/strict'
import { parseDuration } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import type { AddOptions } from '../pending-request.ts'
import type { OnClose, Queue } from '../queue.ts'
import type { QueueOptions } from '../queue-options.ts'
import type { Task } from '../task.ts'
import type { ContractCase, CreateQueue } from './contract-case.ts'

export interface Script {
  readonly name: string
  readonly options?: QueueOptions<string>
  readonly play: readonly string[]
  readonly got: readonly string[]
}

/** Cases of one guarantee, as scripts. `options` are the defaults for all of them. */
export function scripts(guarantee: string, options: QueueOptions<string>, table: readonly Script[]): ContractCase[] {
  return table.map((script) => ({
    guarantee,
    name: script.name,
    async run(create) {
      const stage = new Stage(create, { ...options, ...script.options })
      for (const step of script.play) await stage.play(step)
      const { log } = stage
      await stage.end()
      deepStrictEqual(log, script.got)
    },
  }))
}

type Deed = (task: Task<string>) => void

export class Stage {
  readonly clock = new VirtualClock()
  readonly queue: Queue<string>
  readonly #held = new Map<string, Task<string>>()
  #log: string[] = []
  /** An error while a worker took a key or handed it back. */
  #mishap: { readonly cause: unknown } | undefined

  constructor(create: CreateQueue, options: QueueOptions<string> = {}) {
    this.queue = create({ ...options, clock: this.clock })
  }

  /** The hand-outs so far. */
  get log(): readonly string[] {
    return [...this.#log]
  }

  async play(step: string): Promise<void> {
    const [verb = '', ...words] = step.split(' ')
    const act = this.#verbs[verb]
    if (!act) throw new Error(`There is no step ${step}`)
    await act(...words)
    await this.clock.advance(0) // until no further progress is possible
    if (this.#mishap) throw this.#mishap.cause
  }

  /** The task of a key that a worker keeps. */
  held(key: string): Task<string> {
    const task = this.#held.get(key)
    if (!task) throw new Error(`No worker keeps ${key}; what happened is ${this.#log.join(' ')}`)
    return task
  }

  /** Closes the queue, so that no worker and no timer is left when the case ends. */
  async end(): Promise<void> {
    this.queue.close('drop')
    await this.clock.advance(0)
    deepStrictEqual(this.clock.pending, [])
  }

  readonly #verbs: Record<string, (...words: string[]) => void | Promise<void>> = {
    add: (key, ...settings) => this.queue.add(key!, parseSettings(settings)),
    take: () => this.#send((task) => this.#held.set(task.key, task)),
    work: () => this.#send((task) => task[Symbol.dispose]()),
    fail: () =>
      this.#send((task) => {
        task.retry()
        task[Symbol.dispose]()
      }),
    done: (key) => this.#handBack(key!, (task) => task.done()),
    retry: (key) => this.#handBack(key!, (task) => task.retry()),
    again: (key, after, ...settings) =>
      this.#handBack(key!, (task) => task.again(parseDuration(after!), parseSettings(settings))),
    pass: (duration) => this.clock.advance(parseDuration(duration!)),
    close: (waiting) => this.queue.close(waiting as OnClose | undefined),
  }

  #send(deed: Deed): void {
    const send = async () => {
      const task = await this.queue.take()
      const at = this.clock.elapsed()
      this.#log.push(`${task ? task.key : 'closed'}${at > 0 ? `@${at}` : ''}`)
      if (task) deed(task)
    }
    send().catch((cause: unknown) => (this.#mishap = { cause }))
  }

  #handBack(key: string, deed: Deed): void {
    const task = this.held(key)
    this.#held.delete(key)
    deed(task)
    task[Symbol.dispose]()
  }
}

function parseSettings(settings: readonly string[]): AddOptions {
  const { after, priority, reason } = Object.fromEntries(settings.map((setting) => setting.split('='))) as {
    [name in keyof AddOptions]?: string
  }
  return {
    ...(after !== undefined && { after: parseDuration(after) }),
    ...(priority !== undefined && { priority: Number(priority) }),
    ...(reason !== undefined && { reason }),
  }
}

/** One `add` step per key. */
export function add(...keys: string[]): string[] {
  return keys.map((key) => `add ${key}`)
}

/** `count` steps of `work`. */
export function work(count: number): string[] {
  return Array.from({ length: count }, () => 'work')
}
