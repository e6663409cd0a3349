/** The controllers of one cluster and their state: added, warm, working. */
import type { Controller } from '@kubewright/controller'
import type { RunningController } from '@kubewright/controller/host'
import { track } from '@kubewright/core/tasks'
import { managerErrors } from './errors.ts'
import type { ControllerState } from './manager.ts'

/** A period in which the process may act. */
interface Shift {
  readonly stop: AbortSignal
  readonly kill: AbortSignal
  /** Exactly the controllers that work. */
  readonly working: Map<string, Promise<void>>
  readonly failed: (error: unknown) => void
}

interface Hosted {
  readonly controller: Controller
  readonly running: RunningController
  /** Stops this controller only. */
  readonly leave: AbortController
  isWarm: boolean
  /** Set once its watches start. */
  warming?: Promise<void>
}

export interface WorkforceOptions {
  readonly create: (controller: Controller) => RunningController
  /** Called when a controller has been removed. */
  readonly gone: (name: string) => void
}

export class Workforce implements AsyncDisposable {
  readonly #options: WorkforceOptions
  readonly #hosted = new Map<string, Hosted>()
  #shift: Shift | undefined

  constructor(options: WorkforceOptions) {
    this.#options = options
  }

  get running(): readonly RunningController[] {
    return [...this.#hosted.values()].map(({ running }) => running)
  }

  get controllers(): readonly Controller[] {
    return [...this.#hosted.values()].map(({ controller }) => controller)
  }

  get states(): readonly ControllerState[] {
    const working = this.#shift?.working
    return [...this.#hosted].map(([name, { isWarm }]) => ({ name, isWarm, isWorking: working?.has(name) ?? false }))
  }

  /** Failure: `KW_MANAGER_NAME_TAKEN`. */
  add(controller: Controller): void {
    const { name } = controller
    if (this.#hosted.has(name)) throw nameTaken(name)
    const running = this.#options.create(controller)
    this.#hosted.set(name, { controller, running, leave: new AbortController(), isWarm: false })
  }

  /** Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`. */
  find(name: string): RunningController {
    return this.#find(name).running
  }

  /** Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`. */
  definition(name: string): Controller {
    return this.#find(name).controller
  }

  /** Resolves once the controller's caches are synced, or it was removed. Then it works as soon as the process may act. Idempotent. */
  async warm(name: string, signal: AbortSignal): Promise<void> {
    const hosted = this.#find(name)
    hosted.warming ??= this.#warm(hosted, signal)
    await hosted.warming
  }

  async #warm(hosted: Hosted, signal: AbortSignal): Promise<void> {
    const { running, leave } = hosted
    try {
      await running.start(AbortSignal.any([signal, leave.signal]))
    } catch (error) {
      if (leave.signal.aborted) return
      throw error
    }
    hosted.isWarm = true
    this.#begin(hosted)
  }

  /**
   * Runs all warm controllers, and those that become warm later. Resolves once `stop` is aborted and reconciles in flight have ended;
   * `kill` aborts those.
   */
  async work(stop: AbortSignal, kill: AbortSignal): Promise<void> {
    const working = new Map<string, Promise<void>>()
    try {
      await new Promise<void>((resolve, reject) => {
        this.#shift = { stop, kill, working, failed: reject }
        for (const hosted of this.#hosted.values()) this.#begin(hosted)
        if (stop.aborted) resolve()
        else stop.addEventListener('abort', () => resolve(), { once: true })
      })
      await Promise.all(working.values())
    } finally {
      this.#shift = undefined
    }
  }

  /** Removes it after its reconciles have ended. Failure: `KW_MANAGER_UNKNOWN_CONTROLLER`. */
  async remove(name: string): Promise<void> {
    const hosted = this.#find(name)
    hosted.leave.abort(new Error(`the controller ${name} was removed`))
    await this.#shift?.working.get(name)
    this.#hosted.delete(name)
    await hosted.running[Symbol.asyncDispose]()
    this.#options.gone(name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.running.map((one) => one[Symbol.asyncDispose]()))
  }

  #begin({ running, leave, isWarm }: Hosted): void {
    const shift = this.#shift
    if (shift === undefined || !isWarm || shift.stop.aborted || shift.working.has(running.name)) return
    const stop = AbortSignal.any([shift.stop, leave.signal])
    const work = running.work(stop, shift.kill).catch(shift.failed)
    const ended = work.finally(() => shift.working.delete(running.name))
    shift.working.set(running.name, track(`work of ${running.name}`, ended))
  }

  #find(name: string): Hosted {
    const hosted = this.#hosted.get(name)
    if (hosted !== undefined) return hosted
    throw managerErrors('KW_MANAGER_UNKNOWN_CONTROLLER', {
      what: `find the controller ${name}`,
      why: 'the manager has no controller of that name',
      next: `Its controllers are: ${[...this.#hosted.keys()].join(', ') || 'none'}.`,
      details: { name },
    })
  }
}

export function nameTaken(name: string, what: 'controller' | 'runnable' = 'controller'): Error {
  const users = what === 'controller' ? 'metrics, events and field managers' : 'logs'
  return managerErrors('KW_MANAGER_NAME_TAKEN', {
    what: `add the ${what} ${name}`,
    why: `the manager already has a ${what} of that name, which ${users} use`,
    next: 'Rename one of them, or run them in two processes.',
    details: { name },
  })
}
