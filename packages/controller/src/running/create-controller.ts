/** Runs a controller: starts its watches, maintains its queue, and works through it. */
import type { Ref } from '@kubewright/core'
import { onAbort } from '@kubewright/core/tasks'
import type { QueueSnapshot } from '@kubewright/queue'
import type { Controller } from '../definition/define-controller.ts'
import type { ControllerHost } from '../host/controller-host.ts'
import type { HotLoop } from '../host/controller-observer.ts'
import type { ReconcileRecord } from '../host/reconcile-record.ts'
import type { RunningController } from '../host/running-controller.ts'
import type { TriggerState } from '../host/trigger-state.ts'
import type { Reason } from '../request/reason.ts'
import { type ControllerParts, partsOf } from './controller-parts.ts'

/** Starts no watch before `start`, and reconciles nothing before `work`. */
export function createController(controller: Controller, host: ControllerHost): RunningController {
  return new ControllerRun(controller, host)
}

class ControllerRun implements RunningController {
  readonly name: string
  readonly #controller: Controller
  readonly #parts: ControllerParts
  readonly #stop = new AbortController()

  constructor(controller: Controller, host: ControllerHost) {
    this.name = controller.name
    this.#controller = controller
    this.#parts = partsOf(controller, host, this.#stop.signal)
  }

  get queue(): QueueSnapshot<string, Reason> {
    return this.#parts.dispatcher.queue.snapshot()
  }

  get triggers(): readonly TriggerState[] {
    return this.#parts.triggers.states
  }

  get droppedEvents(): number {
    return this.#parts.events.dropped
  }

  get activity(): readonly string[] {
    const { label, workers, dispatcher } = this.#parts
    const running = [...workers.running].map(([key, why]) => `${label} reconciles ${key} (${why})`)
    const ready = dispatcher.queue.size
    return ready === 0 ? running : [...running, `${label} has ${ready} objects waiting`]
  }

  get hotLoops(): readonly HotLoop[] {
    return this.#parts.pace.loops
  }

  history(object?: Ref): readonly ReconcileRecord[] {
    return this.#parts.reporter.history(object)
  }

  trigger(object: Ref, by: string): void {
    this.#parts.request(object, by)
  }

  async start(signal: AbortSignal): Promise<void> {
    const { wiring, resync, triggers } = this.#parts
    await wiring.start(signal)
    resync.start()
    for (const trigger of this.#controller.triggers ?? []) triggers.start(trigger)
  }

  async work(stop: AbortSignal, kill: AbortSignal = this.#stop.signal): Promise<void> {
    const { requests, workers, events } = this.#parts
    this.#forgetOwnership()
    requests.begin()
    await Promise.all(Array.from({ length: this.#controller.concurrency ?? 1 }, () => workers.run(stop, kill)))
    requests.end()
    await untilAborted(events.drained(), kill)
  }

  /** Another replica may have written under the same field manager: read the ownership from the server again. */
  #forgetOwnership(): void {
    const { appliedStatus, generations } = this.#parts.environment
    appliedStatus.clear()
    generations.areDropped = false
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { resync, fullRequeue, dispatcher, sources, events } = this.#parts
    this.#stop.abort()
    resync[Symbol.dispose]()
    fullRequeue[Symbol.dispose]()
    dispatcher[Symbol.dispose]()
    sources[Symbol.dispose]()
    await events[Symbol.asyncDispose]()
  }
}

/** Resolves with `work`, or as soon as the signal is aborted. */
async function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  let listening: Disposable | undefined
  const aborted = new Promise<void>((resolve) => (listening = onAbort(signal, resolve)))
  await Promise.race([work, aborted])
  listening?.[Symbol.dispose]()
}
