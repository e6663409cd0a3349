/** A replica of an operator in a simulated fleet: models a manager and its controllers, as far as sharding is concerned. */
import { type Cache, createCache } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { type KubeObject, type Logger, sleep } from '@kubewright/core'
import { type Random, randomInt, seededIds } from '@kubewright/core/random'
import { onAbort } from '@kubewright/core/tasks'
import type { Coordination, Coordinator } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import type { Admission } from '@kubewright/webhook'
import type { Actor, Ledger } from './ledger.ts'
import type { ObjectRef } from './simulated-api.ts'
import { simulatedClient } from './simulated-client.ts'
import { childOf } from './simulated-kinds.ts'
import { SimulatedProcess, type World } from './simulated-process.ts'

/** How the controllers of a fleet work. */
export interface Pace {
  /** One controller per entry; a kind may have two. */
  readonly controllers: readonly Resource[]
  /** Requeue delay after a reconcile; 0 for never. */
  readonly againMs: number
  /** Probability of a long pause between two writes, from 0 to 1, and its maximum length. */
  readonly long: number
  readonly longMs: number
}

export interface ReplicaOptions {
  readonly shard: string
  readonly coordination: Coordination
  /** Webhooks that assign objects on creation; may be empty. */
  readonly admissions: readonly Admission[]
  readonly world: World
  readonly ledger: Ledger
  readonly random: Random
  readonly log: Logger
  readonly pace: Pace
}

const workersOfController = 3

export class SimulatedReplica {
  readonly shard: string
  readonly process: SimulatedProcess
  readonly ended: Promise<unknown>
  readonly #options: ReplicaOptions
  readonly #client: Client
  readonly #coordinator: Coordinator
  readonly #stop = new AbortController()
  readonly #controllers: Controller[] = []
  isOver = false

  constructor(name: string, options: ReplicaOptions) {
    this.#options = options
    this.shard = options.shard
    this.process = new SimulatedProcess(name, options.world)
    this.#client = simulatedClient(this.process)
    const { clock } = this.process
    const { coordination, random, log, pace } = options
    const work = () => pace.controllers.map((kind) => ({ for: kind, owns: [childOf[kind.kind]!] }))
    const host = { client: this.#client, clock, random, log, identity: name, ids: seededIds(random), work }
    this.#coordinator = coordination.coordinate(host)
    const isOver = () => (this.isOver = true)
    this.ended = this.#run().then(isOver, isOver)
  }

  get name(): string {
    return this.process.name
  }

  /** Whether it runs, and believes that it may act. */
  get isActing(): boolean {
    return this.process.isRunning && this.#coordinator.standing.isActing
  }

  /** The response of its webhook for a new object; `undefined` if there is none. */
  marksOf(kind: string, object: KubeObject): object | undefined {
    if (!this.process.isRunning || this.process.isPartitioned || this.isOver) return undefined
    const admission = this.#options.admissions.find(({ resources }) => resources.some((one) => one.kind === kind))
    const call = { operation: 'CREATE', namespace: object.metadata.namespace ?? '' }
    return admission?.functions.fill?.(object as never, call as never) as object | undefined
  }

  /** Like SIGTERM. */
  stop(): void {
    this.#stop.abort(new Error('told to stop'))
  }

  async #run(): Promise<void> {
    const { clock } = this.process
    const { random, pace } = this.#options
    await using cache = createCache({ client: this.#client, clock, random })
    for (const kind of pace.controllers) this.#controllers.push(this.#controllerOf(kind, cache))
    try {
      await this.#coordinator.run(this.#stop.signal, async (mayAct) => {
        await Promise.all(this.#controllers.map((one) => one.run(mayAct)))
      })
    } finally {
      for (const one of this.#controllers) one.dispose()
    }
  }

  #controllerOf(kind: Resource, cache: Cache): Controller {
    const { shard, ledger, random, pace } = this.#options
    const host = { actor: this, process: this.process, client: this.#client, coordinator: this.#coordinator }
    return new Controller(kind, { ...host, shard, cache, ledger, random, pace })
  }
}

interface ControllerOptions extends Pick<ReplicaOptions, 'shard' | 'ledger' | 'random' | 'pace'> {
  readonly actor: Actor
  readonly process: SimulatedProcess
  readonly client: Client
  readonly coordinator: Coordinator
  readonly cache: Cache
}

interface View extends Disposable {
  get(ref: ObjectRef): KubeObject | undefined
  subscribe(listener: (event: { readonly object: KubeObject }) => void): unknown
}

/** The controller of one kind: each object has at most one worker at a time. */
class Controller {
  readonly #kind: Resource
  readonly #options: ControllerOptions
  readonly #objects: View
  readonly #children: View
  readonly #queue = new Map<string, ObjectRef>()
  readonly #running = new Set<string>()
  #mayAct: AbortSignal | undefined
  #wake: (() => void) | undefined

  constructor(kind: Resource, options: ControllerOptions) {
    this.#kind = kind
    this.#options = options
    this.#objects = this.#follow(kind)
    this.#children = this.#follow(childOf[kind.kind]!)
    this.#objects.subscribe(({ object }) => this.#add(object.metadata))
  }

  #follow(kind: Resource): View {
    const { cache, coordinator } = this.#options
    return cache.source(kind, coordinator.partition!.scopeOf(kind)!) as never
  }

  /** Resolves once it may no longer act and no reconcile is running. */
  async run(mayAct: AbortSignal): Promise<void> {
    this.#mayAct = mayAct
    this.#pump()
    await new Promise<void>((resolve) => {
      if (mayAct.aborted) resolve()
      else onAbort(mayAct, resolve)
    })
    while (this.#running.size > 0) await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  dispose(): void {
    this.#objects[Symbol.dispose]()
    this.#children[Symbol.dispose]()
  }

  #add({ namespace, name }: ObjectRef): void {
    this.#queue.set(`${namespace ?? ''}/${name}`, { namespace, name })
    this.#pump()
  }

  #pump(): void {
    if (this.#mayAct === undefined || this.#mayAct.aborted) return
    for (const [key, ref] of this.#queue) {
      if (this.#running.size >= workersOfController) return
      if (this.#running.has(key)) continue
      this.#queue.delete(key)
      this.#running.add(key)
      void this.#reconcile(ref).finally(() => {
        this.#running.delete(key)
        this.#wake?.()
        this.#pump()
      })
    }
  }

  async #reconcile(ref: ObjectRef): Promise<void> {
    const { coordinator, process, random, pace } = this.#options
    const object = this.#objects.get(ref)
    if (object === undefined) return
    try {
      await coordinator.partition!.guard(object, (until) => this.#work(object, until))
      if (pace.againMs > 0) process.clock.schedule(pace.againMs * (0.5 + random.next()), () => this.#add(ref))
    } catch {
      process.clock.schedule(300 + randomInt(random, 2_000), () => this.#add(ref))
    }
  }

  /** Some writes with pauses in between, each only while it may act. */
  async #work(object: KubeObject, until: AbortSignal | undefined): Promise<void> {
    const { actor, ledger, random, process, coordinator, shard } = this.#options
    const mayAct = this.#mayAct!
    // Not every reconcile observes its signal.
    const isStubborn = until === undefined || random.next() < 0.3
    const signal = isStubborn ? mayAct : AbortSignal.any([mayAct, until])
    const { uid } = object.metadata
    const session = ledger.begin(uid, actor, shard, coordinator.partition!.fencingToken?.(object))
    try {
      for (let left = randomInt(random, 4); left > 0; left--) {
        await sleep(process.clock, this.#restMs(), signal)
        // The write gate of a manager, checked with every write at the moment of sending.
        if (mayAct.aborted || !coordinator.standing.isActing) throw new Error('may not act')
        await this.#write(object, signal)
      }
    } finally {
      ledger.end(session)
    }
  }

  #restMs(): number {
    const { random, pace, process } = this.#options
    const isLong = random.next() < pace.long && !process.world.isCalm
    return isLong ? random.next() * pace.longMs : randomInt(random, 500)
  }

  /** Creates the missing child, or does something without a visible effect. */
  async #write(object: KubeObject, signal: AbortSignal): Promise<void> {
    const { actor, process, ledger } = this.#options
    const { api } = process.world
    const { uid, name, namespace = 'default' } = object.metadata
    const { kind } = childOf[this.#kind.kind]!
    const ref = { namespace, name }
    const isMissing = this.#children.get(ref) === undefined
    await process.call(
      () => {
        ledger.write(uid, actor)
        const isThere = api.get(this.#kind.kind, object.metadata)?.metadata.uid === uid
        if (isMissing && isThere && api.get(kind, ref) === undefined) api.create(kind, this.#childOf(object, ref))
      },
      signal,
      'slowWork',
    )
  }

  #childOf({ apiVersion, kind, metadata }: KubeObject, ref: ObjectRef): object {
    const labels = this.#options.coordinator.partition!.childLabels ?? {}
    const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }
    const child = childOf[this.#kind.kind]!
    return { apiVersion, kind: child.kind, metadata: { ...ref, labels, ownerReferences: [owner] } }
  }
}
