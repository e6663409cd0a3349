/** A cloud on this machine. As in a real one, a change is accepted at once and completes later. Instances are Redis servers. */
import { type Clock, type Duration, sleep, systemClock, toMs } from '@kubewright/core'
import type { InstanceSize, RedisInstance, RedisProvider } from './redis-provider.ts'
import { hasRedis, type RedisServer, type StartRedis, startRedis, startStandInRedis } from './redis-server.ts'

export interface LocalCloudOptions {
  readonly clock?: Clock
  /** How long every change takes. @default '1s' */
  readonly operationTime?: Duration
  /** @default `redis-server` if it is installed, a stand-in otherwise */
  readonly start?: StartRedis
  /** Receives a line for every change in the cloud. */
  readonly say?: (line: string) => void
}

export type CloudOperation = 'find' | 'create' | 'resize' | 'delete'

interface Instance extends RedisInstance {
  readonly server?: RedisServer
}

export class LocalCloud implements RedisProvider, AsyncDisposable {
  readonly #instances = new Map<string, Instance>()
  readonly #underWay = new Set<Promise<void>>()
  readonly #failures: { readonly operation: CloudOperation; readonly error: Error }[] = []
  readonly #closing = new AbortController()
  readonly #clock: Clock
  readonly #operationMs: number
  readonly #start: StartRedis
  readonly #say: (line: string) => void
  #lastId = 0

  constructor(options: LocalCloudOptions = {}) {
    this.#clock = options.clock ?? systemClock
    this.#operationMs = toMs(options.operationTime ?? '1s')
    this.#start = options.start ?? startWhatThereIs
    this.#say = options.say ?? (() => undefined)
  }

  /** Makes the next call of the operation fail with the error. */
  failNext(operation: CloudOperation, error: Error): void {
    this.#failures.push({ operation, error })
  }

  /** All instances, by name. */
  get instances(): ReadonlyMap<string, RedisInstance> {
    return this.#instances
  }

  async find(name: string): Promise<RedisInstance | undefined> {
    this.#failIfAsked('find')
    const instance = this.#instances.get(name)
    if (instance === undefined) return undefined
    const { server, ...rest } = instance
    return { ...rest, ...server?.address }
  }

  async create(name: string, owner: string, { memorySizeGb, tier }: InstanceSize): Promise<void> {
    this.#failIfAsked('create')
    if (this.#instances.has(name)) throw new Error(`the instance ${name} exists already`)
    const createdAt = new Date(this.#clock.now()).toISOString()
    const id = `redis-${++this.#lastId}`
    this.#change(name, { id, owner, memorySizeGb, tier, state: 'CREATING', location: 'local', createdAt })
    this.#later(name, undefined, async (instance) => {
      const server = await this.#start(memorySizeGb)
      this.#change(name, { ...instance, server, state: 'READY' })
    })
  }

  async resize(name: string, memorySizeGb: number): Promise<void> {
    this.#failIfAsked('resize')
    const before = this.#ready(name, 'resized')
    this.#change(name, { ...before, state: 'UPDATING' })
    this.#later(name, before, async (instance) => {
      await instance.server?.resize(memorySizeGb)
      this.#change(name, { ...instance, memorySizeGb, state: 'READY' })
    })
  }

  async delete(name: string): Promise<void> {
    this.#failIfAsked('delete')
    const before = this.#ready(name, 'deleted')
    this.#change(name, { ...before, state: 'DELETING' })
    this.#later(name, before, async ({ server }) => {
      await server?.[Symbol.asyncDispose]()
      this.#instances.delete(name)
      this.#say(`${name} is gone`)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#underWay)
    for (const { server } of this.#instances.values()) await server?.[Symbol.asyncDispose]()
    this.#instances.clear()
  }

  #ready(name: string, what: string): Instance {
    const instance = this.#instances.get(name)
    if (instance === undefined) throw new Error(`there is no instance ${name}`)
    if (instance.state !== 'READY') throw new Error(`${name} is ${instance.state} and cannot be ${what} now`)
    return instance
  }

  #change(name: string, instance: Instance): void {
    this.#instances.set(name, instance)
    const where = instance.server === undefined ? '' : ` on port ${instance.server.address.port}`
    this.#say(`${name} is ${instance.state}${where}`)
  }

  /** Completes a change after its delay. A failed change restores `before`. */
  #later(name: string, before: Instance | undefined, change: (instance: Instance) => Promise<void>): void {
    const work = async () => {
      await sleep(this.#clock, this.#operationMs, this.#closing.signal)
      await change(this.#instances.get(name)!)
    }
    const underWay: Promise<void> = work()
      .catch((error: unknown) => this.#undo(name, before, error))
      .finally(() => this.#underWay.delete(underWay))
    this.#underWay.add(underWay)
  }

  #undo(name: string, before: Instance | undefined, error: unknown): void {
    if (this.#closing.signal.aborted) return
    this.#say(`${name} failed: ${String(error)}`)
    if (before === undefined) this.#instances.delete(name)
    else this.#change(name, before)
  }

  #failIfAsked(operation: CloudOperation): void {
    const at = this.#failures.findIndex((failure) => failure.operation === operation)
    if (at >= 0) throw this.#failures.splice(at, 1)[0]!.error
  }
}

async function startWhatThereIs(memorySizeGb: number): Promise<RedisServer> {
  const start = (await hasRedis()) ? startRedis : startStandInRedis
  return start(memorySizeGb)
}
