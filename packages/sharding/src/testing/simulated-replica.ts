/** A replica of an operator in a simulated fleet: what a manager and a controller do, as far as sharding is concerned. */
import { createCache } from '@kubewright/cache'
import { type KubeObject, type Logger, onAbort, type Random, randomInt, seededIds, sleep } from '@kubewright/core'
import type { Coordination, Coordinator } from '@kubewright/lease'
import type { Resource } from '@kubewright/resource'
import type { Ledger } from './ledger.ts'
import { SimulatedProcess, type World } from './simulated-process.ts'

export const Website: Resource = {
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Website',
  plural: 'websites',
  singular: 'website',
  shortNames: [],
  categories: [],
  scope: 'Namespaced',
  subresources: [],
}

export interface ReplicaOptions {
  readonly shard: string
  readonly coordination: Coordination
  readonly world: World
  readonly ledger: Ledger
  readonly random: Random
  readonly log: Logger
}

const workers = 3

export class SimulatedReplica {
  readonly shard: string
  readonly process: SimulatedProcess
  readonly ended: Promise<unknown>
  readonly #options: ReplicaOptions
  readonly #coordinator: Coordinator
  readonly #stop = new AbortController()
  readonly #queue = new Set<string>()
  readonly #running = new Set<string>()
  #free = workers
  #source: { get(ref: { name: string; namespace: string }): KubeObject | undefined } | undefined
  #mayAct: AbortSignal | undefined
  #wake: (() => void) | undefined
  isOver = false

  constructor(name: string, options: ReplicaOptions) {
    this.#options = options
    this.shard = options.shard
    this.process = new SimulatedProcess(name, options.world)
    const { client, clock } = this.process
    const { coordination, random, log } = options
    const work = () => [{ for: Website, owns: [] }]
    const host = { client, clock, random, log, identity: name, ids: seededIds(random), work }
    this.#coordinator = coordination.coordinate(host)
    this.ended = this.#run().then(
      () => (this.isOver = true),
      () => (this.isOver = true),
    )
  }

  get standing() {
    return this.#coordinator.standing
  }

  /** As SIGTERM does. */
  stop(): void {
    this.#stop.abort(new Error('told to stop'))
  }

  async #run(): Promise<void> {
    const { client, clock } = this.process
    await using cache = createCache({ client, clock, random: this.#options.random })
    const scope = this.#coordinator.partition!.scopeOf(Website)!
    using source = cache.source(Website, scope)
    this.#source = source as never
    source.subscribe(({ object }) => this.#add(object.metadata.name))
    await this.#coordinator.run(this.#stop.signal, (mayAct) => this.#act(mayAct))
  }

  async #act(mayAct: AbortSignal): Promise<void> {
    this.#mayAct = mayAct
    this.#pump()
    await new Promise<void>((resolve) => {
      if (mayAct.aborted) resolve()
      else onAbort(mayAct, resolve)
    })
    // What is under way ends first, as a manager sees to it.
    while (this.#running.size > 0) await new Promise<void>((resolve) => (this.#wake = resolve))
  }

  #add(name: string): void {
    this.#queue.add(name)
    this.#pump()
  }

  #pump(): void {
    if (this.#mayAct === undefined || this.#mayAct.aborted) return
    for (const name of this.#queue) {
      if (this.#free === 0) return
      if (this.#running.has(name)) continue
      this.#queue.delete(name)
      this.#free--
      this.#running.add(name)
      void this.#reconcile(name).finally(() => {
        this.#free++
        this.#running.delete(name)
        this.#wake?.()
        this.#pump()
      })
    }
  }

  async #reconcile(name: string): Promise<void> {
    const object = this.#source!.get({ namespace: 'default', name })
    if (object === undefined) return
    try {
      await this.#coordinator.partition!.guard(object, (until) => this.#work(object, until))
    } catch {
      this.process.clock.schedule(300 + randomInt(this.#options.random, 2_000), () => this.#add(name))
    }
  }

  /** Some writes with pauses between them, each only while it may. */
  async #work({ metadata: { uid } }: KubeObject, until: AbortSignal | undefined): Promise<void> {
    const { ledger, random, world } = this.#options
    const { clock } = this.process
    const mayAct = this.#mayAct!
    const signal = until === undefined ? mayAct : AbortSignal.any([mayAct, until])
    const session = ledger.begin(uid, this.process, world.time.now)
    try {
      for (let left = randomInt(random, 4); left > 0; left--) {
        await sleep(clock, random.next() < 0.05 ? randomInt(random, 40_000) : randomInt(random, 500), signal)
        // The gate of a manager: asked with every write, at the moment it is sent.
        if (mayAct.aborted || !this.#coordinator.standing.isActing) throw new Error('may not act')
        await this.process.call(() => ledger.write(uid, this.process, world.time.now), signal)
      }
    } finally {
      ledger.end(session)
    }
  }
}
