/** The instances of an operator in one run: each starts without state, as after a crash, or has been a standby. See decision 0225. */
import { createClient, type Client } from '@kubewright/client'
import { type Controller, formatReason } from '@kubewright/controller'
import { type ReconcileRecord, wakingReasons } from '@kubewright/controller/host'
import { formatRef, silentLogger } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { createManager, type Manager, type ManagerOptions, type RunningManager } from '@kubewright/manager'
import type { Actor } from '../world/actor.ts'
import { InstanceLease } from '../world/instance-lease.ts'
import { errorMessage } from '../trace/error-message.ts'
import type { World } from '../world/world.ts'
import { type TransportParts, worldTransport } from '../world/world-transport.ts'

export interface OperatorOptions extends TransportParts {
  /** The other clusters of the operator. */
  readonly others: readonly TransportParts[]
  readonly seed: string
  readonly cache: NonNullable<ManagerOptions['cache']>
  /** Whether the world decides when a key is taken from a queue; otherwise it is taken at once. */
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
  /** The standby: its caches are synced, and it waits for the lease. */
  #standby: Instance | undefined
  /** The messages of reconciles that failed terminally, by controller and object. */
  readonly terminal = new Map<string, string>()
  /** Scheduled requeues in milliseconds since the start of the run, by controller and object. */
  readonly #requeues = new Map<string, number>()
  /** Reconciles in flight, by controller and object, with their actor. */
  readonly #underWay = new Map<string, Actor>()

  constructor(options: OperatorOptions) {
    this.#options = options
  }

  /** Reconciles in flight of the active instance. */
  get underWay(): readonly string[] {
    return [...this.#underWay].filter(([, actor]) => actor === this.#current?.actor).map(([key]) => key)
  }

  /** The time of the next requeue. */
  get nextRequeue(): number | undefined {
    const now = this.#options.world.clock.elapsed()
    const due = [...this.#requeues.values()].filter((at) => at > now)
    return due.length === 0 ? undefined : Math.min(...due)
  }

  get current(): Instance | undefined {
    return this.#current
  }

  /** Starts an instance that is active at once. */
  start(): void {
    this.#forget()
    this.#current = this.#started(InstanceLease.held())
  }

  /** Starts an instance that waits for the lease. */
  standBy(): void {
    this.#standby = this.#started(InstanceLease.wanted())
    const { actor } = this.#standby
    actor.isStandby = true
    this.#options.world.trace.note(`${actor.name} starts as standby`)
  }

  /** The state of failures and requeues belongs to the previous instance. */
  #forget(): void {
    this.#options.world.failing.clear()
    this.terminal.clear()
    this.#requeues.clear()
    this.#underWay.clear()
  }

  #started(lease: InstanceLease): Instance {
    const { world, seed, others, cache } = this.#options
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
    actor.mappedKinds = mappedKinds(controllers)
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
      cache: { freezes: true, ...cache },
      observer: {
        started: ({ controller, object, reasons, cluster }) => {
          const whose = { controller, object, cluster }
          if (!actor.isFenced && !actor.hasLost) this.#begun(keyOfReconcile(whose), actor)
          this.#note(actor, whose, 'begins', wakingReasons(reasons).map(formatReason).join(', '))
        },
        ended: (record) => this.#ended(actor, record),
        queue: { waiting: (key) => world.touch(`the queues of ${actor.name}`, { to: key }) },
      },
    })
    const running = manager.start()
    running.started.catch(() => undefined) // an instance that crashes during startup
    running.ended.catch(() => undefined)
    const instance = { actor, client, manager, running, controllers, lease }
    this.#instances.push(instance)
    return instance
  }

  /** Passes the lease from the active instance to the standby, or to a new instance. The old instance is notified. */
  handOver(): void {
    const { actor, lease } = this.current!
    this.#options.world.trace.note(`the lease passes from ${actor.name} to another instance`)
    actor.hasLost = true
    lease.pass()
    const next = this.#standby
    this.#standby = undefined
    if (next === undefined) return this.start()
    this.#options.world.trace.note(`${next.actor.name}, the standby, gets the lease`)
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
    if (result.isTerminal) this.terminal.set(key, errorMessage(result.error))
    else failing.set(key, errorMessage(result.error))
  }

  async end(): Promise<void> {
    for (const { running, client } of this.#instances) {
      await Promise.resolve(running[Symbol.asyncDispose]()).catch(() => undefined) // it was fenced: its end does not matter
      await client[Symbol.asyncDispose]()
    }
  }
}

/** Identifies a reconcile. */
interface Whose extends Pick<ReconcileRecord, 'controller' | 'object'> {
  readonly cluster?: string | undefined
}

/** `default/blog`; in another cluster `east: default/blog`. */
function objectOfReconcile({ object, cluster }: Omit<Whose, 'controller'>): string {
  return cluster === undefined ? formatRef(object) : `${cluster}: ${formatRef(object)}`
}

/** The key of a reconcile: `sites default/blog`. */
export function keyOfReconcile({ controller, ...whose }: Whose): string {
  return `${controller} ${objectOfReconcile(whose)}`
}

function resultText(result: ReconcileRecord['result']): string {
  if (result.type === 'requeue_after') return `again in ${result.afterMs} ms`
  return result.type === 'error' ? `failed: ${errorMessage(result.error)}` : result.type
}

/** Grants a worker when the world decides so; the number of workers is unlimited. */
function workersOf(world: World, actor: Actor): NonNullable<ManagerOptions['workers']> {
  return {
    borrow: (controller, signal) => {
      const label = `takes the next of ${controller}`
      const worker: Disposable = { [Symbol.dispose]: () => undefined }
      const send = async () => ({ answer: worker, status: 'taken', changed: false })
      const call = { label, thread: label, writes: false, isAside: true, isFirst: true, touches: [], send }
      return world.call(actor, { ...call, refused: () => worker }, signal)
    },
  }
}

/** Only the operator's mapping functions know which objects a change of these kinds concerns, and they may read other kinds. */
function mappedKinds(controllers: readonly Controller[]): ReadonlySet<string> {
  const watched = controllers.flatMap(({ watches = [] }) => watches.map(({ resource }) => resource))
  return new Set(watched.map(({ plural, group }) => (group === '' ? plural : `${plural}.${group}`)))
}
