/**
 * The connection to a protocol worker. A request that takes too long terminates the worker, so that no text or search blocks
 * the page; the next request starts another one.
 * See decision 0403.
 */
import { later } from '../browser-clock.ts'
import { ownScript } from '../objects/own-script.ts'
import type { ProtocolAnswer, Question, Questions } from './protocol-request.ts'

/** The error of a terminated request. */
export class TookTooLong extends Error {}

interface Waiting {
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
  readonly stop: () => void
}

export class WorkerLink {
  #worker: Worker | undefined
  #waiting = new Map<number, Waiting>()
  #last = 0

  /** Failure: rejects with the library's error, or with `TookTooLong` after `withinMs`. */
  ask<Name extends Question>(
    question: Name,
    ask: Questions[Name]['ask'],
    withinMs = 10_000,
  ): Promise<Questions[Name]['answer']> {
    const id = ++this.#last
    const worker = (this.#worker ??= this.#start())
    return new Promise((resolve, reject) => {
      const stop = later(withinMs, () => this.#end(id, withinMs))
      this.#waiting.set(id, { resolve, reject, stop })
      worker.postMessage({ id, question, ...ask })
    })
  }

  /** Cancels the pending requests. They reject with `TookTooLong`. */
  stop(): void {
    this.#fail(() => new TookTooLong('It was stopped.'))
  }

  #start(): Worker {
    const worker = new Worker(ownScript('/protocol-worker.js') as string, { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<ProtocolAnswer>) => this.#hear(data))
    worker.addEventListener('error', () => {
      if (worker === this.#worker) this.#fail(() => new Error('The worker of the page failed; reload the page.'))
    })
    return worker
  }

  #hear(answer: ProtocolAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    waiting?.stop()
    if ('failure' in answer) waiting?.reject(new Error(answer.failure))
    else waiting?.resolve(answer.value as never)
  }

  #end(late: number, withinMs: number): void {
    const seconds = Math.round(withinMs / 1_000)
    this.#fail((id) =>
      id === late
        ? new TookTooLong(`It was stopped after ${seconds} s without an answer.`)
        : new TookTooLong('It was stopped together with another request that took too long.'),
    )
  }

  #fail(reason: (id: number) => Error): void {
    this.#worker?.terminate()
    this.#worker = undefined
    const waiting = this.#waiting
    this.#waiting = new Map()
    for (const [id, { reject, stop }] of waiting) {
      stop()
      reject(reason(id))
    }
  }
}
