/** The instances of an operator in one run: one after the other, each from nothing, as after a crash; or one that has stood by. */
import { createClient, type Client } from '@kubewright/client'
import { type Controller, formatReason, type ReconcileRecord, wakingReasons } from '@kubewright/controller'
import { formatRef, seededIds, seededRandom, silentLogger } from '@kubewright/core'
import { createManager, type Manager, type ManagerOptions, type RunningManager } from '@kubewright/manager'
import type { Actor } from './actor.ts'
import { InstanceLease } from './instance-lease.ts'
import { messageOf } from './message-of.ts'
import type { World } from './world.ts'
import { type TransportParts, worldTransport } from './world-transport.ts'

export interface OperatorOptions extends TransportParts {
  /** The other clusters it works on. */
  readonly others: readonly TransportParts[]
  readonly seed: string
  /** Whether it is the world's to say when a key is taken from a queue; if not, that happens at once. */
  readonly takesInTurn: boolean
  readonly controllers: (actor: Actor) => readonly Controller[]
}

interface Instance {
  readonly actor: Actor
  readonly client: Client
  readonly manager: Manager
  readonly running: RunningManager
  readonly controllers: readonly Controller[]
  readonly lease: InstanceLease
}

export class OperatorInstances {
  readonly #options: OperatorOptions
  readonly #instances: Instance[] = []
  #current: Instance | undefined
  /** Follows everything, and waits for its turn. */
  #standby: Instance | undefined
  /** What reconciles that will not be tried again said, by controller and object. */
  readonly terminal = new Map<string, string>()
  /** When the operator comes back to an object by itself, in milliseconds since the run began; by controller and object. */
  readonly #requeues = new Map<string, number>()
  /** Reconciles that have begun and not ended, by controller and object, with whose they are. */
  readonly #underWay = new Map<string, Actor>()

  constructor(options: OperatorOptions) {
    this.#options = options
  }

  /** What the one that acts has begun and not ended. */
  get underWay(): readonly string[] {
    return [...this.#underWay].filter(([, actor]) => actor === this.#current?.actor).map(([key]) => key)
  }

  /** When the operator comes back to an object next, because it said so. */
  get nextRequeue(): number | undefined {
    const now = this.#options.world.clock.elapsed()
    const due = [...this.#requeues.values()].filter((at) => at > now)
    return due.length === 0 ? undefined : Math.min(...due)
  }

  get current(): Instance | undefined {
    return this.#current
  }

  /** Another instance starts, and acts. */
  start(): void {
    this.#forget()
    this.#current = this.#started(InstanceLease.held())
  }

  /** Another instance starts, and waits until the lease passes to it. */
  standBy(): void {
    this.#standby = this.#started(InstanceLease.wanted())
    const { actor } = this.#standby
    actor.isStandby = true
    this.#options.world.trace.note(`${actor.name} stands by`)
  }

  /** What failed is known to the one that failed. */
  #forget(): void {
    this.#options.world.failing.clear()
    this.terminal.clear()
    this.#requeues.clear()
    this.#underWay.clear()
  }

  #started(lease: InstanceLease): Instance {
    const { world, seed, others } = this.#options
    const number = this.#instances.length + 1
    const actor = world.actor(`operator ${number}`, 'operator')
    if (number > 1) world.trace.note(`${actor.name} starts`)
    const random = seededRandom(`${seed} operator ${number}`)
    const tools = { clock: actor.clock, random, ids: seededIds(random) }
    const transport = worldTransport(this.#options, actor)
    const client = createClient(transport, {
      namespace: 'default',
      fieldManager: 'controllers',
      clock: actor.connectionClock,
      random,
    })
    const clusters = Object.fromEntries(others.map((parts) => [parts.cluster!, worldTransport(parts, actor)]))
    const controllers = this.#options.controllers(actor)
    actor.minds = mindedKinds(controllers)
    const manager = createManager({
      ...tools,
      ...(this.#options.takesInTurn ? { workers: workersOf(world, actor) } : {}),
      coordination: lease.coordination,
      client,
      ...(others.length === 0 ? {} : { clusters }),
      controllers,
      log: silentLogger,
      name: 'explored',
      identity: 'explored',
      environment: {},
      permissions: 'skip',
      shutdownTimeout: 0,
      cache: { freezes: true },
      observer: {
        started: ({ controller, object, reasons, cluster }) => {
          const whose = { controller, object, cluster }
          if (!actor.isFenced && !actor.hasLost) this.#begun(keyOfReconcile(whose), actor)
          this.#note(actor, whose, 'begins', wakingReasons(reasons).map(formatReason).join(', '))
        },
        ended: (record) => this.#ended(actor, record),
        queue: { waiting: (key) => world.touched(`the queues of ${actor.name}`, { to: key }) },
      },
    })
    const running = manager.start()
    running.started.catch(() => undefined) // an instance that crashes while it starts
    running.ended.catch(() => undefined)
    const instance = { actor, client, manager, running, controllers, lease }
    this.#instances.push(instance)
    return instance
  }

  /** Another instance gets the lease, and acts; the old one is told. Whoever stands by is it. */
  handOver(): void {
    const { actor, lease } = this.current!
    this.#options.world.trace.note(`the lease passes on from ${actor.name}`)
    actor.hasLost = true
    lease.pass()
    const next = this.#standby
    this.#standby = undefined
    if (next === undefined) return this.start()
    this.#options.world.trace.note(`${next.actor.name}, which stood by, gets it`)
    this.#forget()
    next.actor.isStandby = false
    next.lease.get()
    this.#current = next
  }

  #note(actor: Actor, whose: Whose, phase: 'begins' | 'ends', what: string) {
    if (actor.isOver) return
    const { controller } = whose
    const object = objectOfReconcile(whose)
    this.#options.world.trace.add({
      type: 'reconcile',
      by: actor.name,
      controller,
      object,
      phase,
      what,
    })
  }

  #begun(key: string, actor: Actor): void {
    this.#underWay.set(key, actor)
    this.#requeues.delete(key)
  }

  #ended(actor: Actor, { controller, object, result, cluster }: ReconcileRecord): void {
    if (actor.isFenced || actor.hasLost) return
    const key = keyOfReconcile({ controller, object, cluster })
    const { failing } = this.#options.world
    this.#note(actor, { controller, object, cluster }, 'ends', resultText(result))
    this.#underWay.delete(key)
    failing.delete(key)
    this.terminal.delete(key)
    if (result.type === 'requeue_after') this.#requeues.set(key, actor.clock.elapsed() + result.afterMs)
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

/** Whose reconcile it is. */
interface Whose extends Pick<ReconcileRecord, 'controller' | 'object'> {
  readonly cluster?: string | undefined
}

/** `default/blog`; in another cluster `east: default/blog`. */
function objectOfReconcile({ object, cluster }: Omit<Whose, 'controller'>): string {
  return cluster === undefined ? formatRef(object) : `${cluster}: ${formatRef(object)}`
}

/** By what reconciles are told apart: `sites default/blog`. */
export function keyOfReconcile({ controller, ...whose }: Whose): string {
  return `${controller} ${objectOfReconcile(whose)}`
}

function resultText(result: ReconcileRecord['result']): string {
  if (result.type === 'requeue_after') return `again in ${result.afterMs} ms`
  return result.type === 'error' ? `failed: ${messageOf(result.error)}` : result.type
}

/** Whoever needs a worker gets one when the world says so; there is one for everybody. */
function workersOf(world: World, actor: Actor): NonNullable<ManagerOptions['workers']> {
  return {
    borrow: (controller, signal) => {
      const label = `takes the next of ${controller}`
      const lent: Disposable = { [Symbol.dispose]: () => undefined }
      const send = async () => ({ answer: lent, status: 'taken', changed: false })
      const call = { label, thread: label, writes: false, isAside: true, isFirst: true, touches: [], send }
      return world.ask(actor, { ...call, refused: () => lent }, signal)
    },
  }
}

/** Whom a change of these concerns is for a function of the operator to say: it may look at other kinds. */
function mindedKinds(controllers: readonly Controller[]): ReadonlySet<string> {
  const watched = controllers.flatMap(({ watches = [] }) => watches.map(({ resource }) => resource))
  return new Set(watched.map(({ plural, group }) => (group === '' ? plural : `${plural}.${group}`)))
}
