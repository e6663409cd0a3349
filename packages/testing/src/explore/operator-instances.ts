/** The instances of an operator in one run: one after the other, each from nothing, as after a crash. */
import { createClient, type Client } from '@kubewright/client'
import { type Controller, formatReason, type ReconcileRecord } from '@kubewright/controller'
import { formatRef, seededIds, seededRandom, silentLogger } from '@kubewright/core'
import { createManager, type Manager, type RunningManager } from '@kubewright/manager'
import type { Actor } from './actor.ts'
import { type TransportParts, worldTransport } from './world-transport.ts'

export interface OperatorOptions extends TransportParts {
  readonly seed: string
  readonly controllers: (actor: Actor) => readonly Controller[]
}

interface Instance {
  readonly actor: Actor
  readonly client: Client
  readonly manager: Manager
  readonly running: RunningManager
  readonly controllers: readonly Controller[]
}

export class OperatorInstances {
  readonly #options: OperatorOptions
  readonly #instances: Instance[] = []
  /** What reconciles that will not be tried again said, by controller and object. */
  readonly terminal = new Map<string, string>()

  constructor(options: OperatorOptions) {
    this.#options = options
  }

  get current(): Instance | undefined {
    return this.#instances.at(-1)
  }

  start(): void {
    const { world, seed } = this.#options
    const number = this.#instances.length + 1
    const actor = world.actor(`operator ${number}`, 'operator')
    world.failing.clear()
    this.terminal.clear()
    if (number > 1) world.trace.note(`${actor.name} starts`)
    const random = seededRandom(`${seed} operator ${number}`)
    const tools = { clock: actor.clock, random, ids: seededIds(random) }
    const transport = worldTransport(this.#options, actor)
    const client = createClient(transport, {
      namespace: 'default',
      fieldManager: 'controllers',
      clock: tools.clock,
      random,
    })
    const controllers = this.#options.controllers(actor)
    const manager = createManager({
      ...tools,
      client,
      controllers,
      log: silentLogger,
      name: 'explored',
      identity: 'explored',
      environment: {},
      permissions: 'skip',
      shutdownTimeout: 0,
      cache: { freezes: true },
      observer: {
        started: ({ controller, object, reasons }) =>
          this.#note(actor, { controller, object }, 'begins', reasons.map(formatReason).join(', ')),
        ended: (record) => this.#ended(actor, record),
      },
    })
    const running = manager.start()
    running.started.catch(() => undefined) // an instance that crashes while it starts
    running.ended.catch(() => undefined)
    this.#instances.push({ actor, client, manager, running, controllers })
  }

  #note(actor: Actor, whose: Pick<ReconcileRecord, 'controller' | 'object'>, phase: 'begins' | 'ends', what: string) {
    if (actor.isOver) return
    const { controller } = whose
    const object = formatRef(whose.object)
    this.#options.world.trace.add({
      type: 'reconcile',
      by: actor.name,
      controller,
      object,
      phase,
      what,
    })
  }

  #ended(actor: Actor, { controller, object, result }: ReconcileRecord): void {
    if (actor.isFenced) return
    const key = `${controller} ${formatRef(object)}`
    const { failing } = this.#options.world
    this.#note(actor, { controller, object }, 'ends', resultText(result))
    failing.delete(key)
    this.terminal.delete(key)
    if (result.type !== 'error') return
    if (result.isTerminal) this.terminal.set(key, messageOf(result.error))
    else failing.set(key, messageOf(result.error))
  }

  async end(): Promise<void> {
    for (const { running, client } of this.#instances) {
      await Promise.resolve(running[Symbol.asyncDispose]()).catch(() => undefined) // it was cut off: how it ends is no news
      await client[Symbol.asyncDispose]()
    }
  }
}

function resultText(result: ReconcileRecord['result']): string {
  if (result.type === 'requeue_after') return `again in ${result.afterMs} ms`
  return result.type === 'error' ? `failed: ${messageOf(result.error)}` : result.type
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
