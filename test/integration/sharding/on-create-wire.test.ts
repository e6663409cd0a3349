/** Assignment on creation by webhooks over HTTPS. */
import { type Client, defineConnection, established } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { silentLogger, sleep, systemClock } from '@kubewright/core'
import { nameSuffix } from '@kubewright/core/random'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { defineResource } from '@kubewright/resource'
import {
  assignmentAnnotation,
  hashRing,
  partitionKey,
  shard,
  shardLabel,
  type ShardOptions,
} from '@kubewright/sharding'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findFreePorts } from '../../../tools/kube-apiserver/free-ports.ts'
import { openClient, openClientInNamespace } from '../client/client.ts'
import { server, useServer } from '../client/server.ts'
import { Ledger } from './ledger.ts'
import { StallableProxy } from './stallable-proxy.ts'

useServer()

const Parcel = defineResource({
  group: `parcels-${nameSuffix(5)}.example.dev`, // a webhook is called for all objects of a kind, so this kind is not shared
  version: 'v1',
  kind: 'Parcel',
  scope: 'Namespaced',
  description: 'Something that is given to somebody.',
  spec: z.object({ weight: z.int().optional() }),
})

beforeAll(async () => {
  await using client = openClient()
  await client.apply(CustomResourceDefinition, Parcel.crd())
  await client.waitFor(CustomResourceDefinition, { name: `${Parcel.plural}.${Parcel.group}` }, established)
})

const ring = 'parcels'
const names = Array.from({ length: 8 }, (_, index) => `parcel-${index}`)

type Marked = { readonly metadata: { readonly labels?: object; readonly annotations?: object } }
const marksOf = ({ metadata: { labels = {}, annotations = {} } }: Marked) => [
  (labels as Record<string, string>)[shardLabel(ring)],
  (annotations as Record<string, string>)[assignmentAnnotation(ring)],
]
const nobody = [undefined, undefined]

interface ReplicaOptions extends Partial<ShardOptions> {
  /** How it gets to the API server. */
  readonly by?: StallableProxy
  /** Where it answers webhooks, and where the API server finds that. */
  readonly serves?: { readonly port: number; readonly at: StallableProxy }
}

/** Replicas in a namespace of their own, with their actions. */
class Fleet implements AsyncDisposable {
  readonly ledger = new Ledger()
  readonly #client: Client & { namespace: string }
  readonly #running: AsyncDisposable[] = []

  constructor(client: Client & { namespace: string }) {
    this.#client = client
  }

  get client(): Client {
    return this.#client
  }

  async start(identity: string, { by, serves, ...options }: ReplicaOptions = {}): Promise<void> {
    const { url, ca, token } = server()
    const { namespace } = this.#client
    const coordination = shard({ ring, namespace, identity, ...options })
    const serve = coordination.assignOnCreate(Parcel)
    const webhooks = serves && {
      serve,
      port: serves.port,
      host: '127.0.0.1',
      certificates: { secret: { name: 'webhooks', namespace } },
      installation: { name: namespace, url: `https://127.0.0.1:${serves.at.port}`, removeOnStop: true },
    }
    const manager = createManager({
      connection: defineConnection({ server: by === undefined ? url : `https://127.0.0.1:${by.port}`, ca, token }),
      controllers: [this.#controller(identity)],
      coordination,
      cache: { namespace },
      environment: {},
      identity,
      log: silentLogger,
      permissions: 'skip',
      ...(webhooks === undefined ? {} : { webhooks }),
    })
    const running = manager.start()
    this.#running.push(running)
    await running.started
  }

  #controller(identity: string) {
    return defineController({
      name: 'parcels',
      for: Parcel,
      reconcile: async ({ metadata: { uid, name } }) => {
        this.ledger.begin(uid, identity)
        await sleep(systemClock, '20ms')
        this.ledger.end(uid, identity, name)
        return done()
      },
    })
  }

  create(metadata: { readonly name: string } | { readonly generateName: string }, dryRun = false) {
    return this.#client.create(Parcel, { metadata, spec: {} } as never, { dryRun })
  }

  ownerOf(name: string, ...shards: readonly string[]): string {
    return hashRing(shards).ownerOf(partitionKey(Parcel, { namespace: this.#client.namespace, name }))!
  }

  /** Resolves once webhooks answer, by a ring of these. */
  async answersBy(...shards: readonly string[]): Promise<void> {
    await until(async () => {
      for (const name of names.map((one) => `${one}-tried`)) {
        const owner = this.ownerOf(name, ...shards)
        if (marksOf(await this.create({ name }, true)).join() !== `${owner},${owner}`) return false
      }
      return true
    })
  }

  /** Resolves once these are with their shards, which have reconciled them. */
  async settled(shards: readonly string[], ...of: readonly string[]): Promise<void> {
    await until(async () => {
      for (const name of of) {
        const owner = this.ownerOf(name, ...shards)
        if (marksOf(await this.#client.get(Parcel, { name })).join() !== `${owner},${owner}`) return false
        if (!this.ledger.done.includes(`${owner} ${name}`)) return false
      }
      return true
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#running.map((one) => one[Symbol.asyncDispose]()))
    await this.#client[Symbol.asyncDispose]()
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const begun = systemClock.elapsed()
  while (!(await holds())) {
    if (systemClock.elapsed() - begun > 90_000) throw new Error('it did not come to that within 90 s')
    await sleep(systemClock, '50ms')
  }
}

/** A webhook port behind a proxy that can be cut. */
async function openDoor(): Promise<{ readonly port: number; readonly at: StallableProxy } & AsyncDisposable> {
  const [port] = await findFreePorts(1)
  const at = await StallableProxy.to({ host: '127.0.0.1', port: port! })
  return { port: port!, at, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() }
}

describe('sharding: objects assigned by the admission webhook over HTTPS', { timeout: 180_000 }, () => {
  it('have their shard from the start if the webhook answers, and get it later if not', async () => {
    await using door = await openDoor()
    await using fleet = new Fleet(await openClientInNamespace())
    const { client, ledger } = fleet
    await fleet.start('a', { serves: door })
    await fleet.start('b')
    const shards = ['a', 'b']
    await fleet.answersBy(...shards)

    for (const name of names) {
      const owner = fleet.ownerOf(name, ...shards)
      expect(marksOf(await fleet.create({ name }))).toEqual([owner, owner])
    }
    await fleet.settled(shards, ...names)

    // An object with generateName has no name to hash yet.
    const generated = [await fleet.create({ generateName: 'made-' }), await fleet.create({ generateName: 'made-' })]
    expect(generated.map(marksOf)).toEqual([
      [undefined, '-'],
      [undefined, '-'],
    ])
    await fleet.settled(shards, ...generated.map(({ metadata }) => metadata.name))

    // A second apply without the labels does not remove them.
    const applied = { metadata: { name: 'applied' }, spec: { weight: 1 } }
    const owner = fleet.ownerOf('applied', ...shards)
    expect(marksOf(await client.apply(Parcel, applied))).toEqual([owner, owner])
    expect(marksOf(await client.apply(Parcel, { ...applied, spec: { weight: 2 } }))).toEqual([owner, owner])

    // The webhook is down: connection refused, then no answer.
    await door.at.cut()
    expect(marksOf(await fleet.create({ name: 'refused' }))).toEqual(nobody)
    await fleet.settled(shards, 'refused')
    await door.at.open()
    door.at.stall()
    expect(marksOf(await fleet.create({ name: 'unanswered' }))).toEqual(nobody)
    await fleet.settled(shards, 'unanswered')
    await door.at.cut()
    await door.at.open()
    await fleet.answersBy(...shards)

    expect(ledger.twice).toEqual([])
  })

  it('stay with their shard when their labels are removed, and when they are written without them', async () => {
    await using door = await openDoor()
    await using fleet = new Fleet(await openClientInNamespace())
    const { client, ledger } = fleet
    await fleet.start('a', { serves: door })
    await fleet.start('b')
    const shards = ['a', 'b']
    await fleet.answersBy(...shards)
    const marks = { labels: { [shardLabel(ring)]: null }, annotations: { [assignmentAnnotation(ring)]: null } }
    for (const name of names) {
      const { metadata } = await fleet.create({ name })
      const { resourceVersion } = metadata
      // At once, before the leader's watch has seen the object.
      if (name.endsWith('1')) await client.update(Parcel, { metadata: { name, resourceVersion }, spec: {} } as never)
      else await client.patch(Parcel, { name }, { metadata: marks } as never)
    }
    await fleet.settled(shards, ...names)
    expect(ledger.twice).toEqual([])
  })

  it('go to the shard of an outdated ring first, and from there to the current one', async () => {
    // Long leases: a replica without events for half a minute still trusts its state.
    const times = { duration: '90s', renewWithin: '60s', retryEvery: '20s' } as const
    const { hostname, port } = new URL(server().url)
    await using wire = await StallableProxy.to({ host: hostname, port: Number(port) })
    await using door = await openDoor()
    await using fleet = new Fleet(await openClientInNamespace())
    const { ledger } = fleet
    await fleet.start('b', times)
    await fleet.start('a', { ...times, mode: 'sharder', serves: door, by: wire })
    await fleet.answersBy('b')
    for (const one of names) await fleet.create({ name: one })
    wire.stall()
    await fleet.start('c', times)
    await fleet.settled(['b', 'c'], ...names)
    const name = names.map((one) => `${one}-late`).find((one) => fleet.ownerOf(one, 'b', 'c') === 'c')!
    expect(marksOf(await fleet.create({ name }))).toEqual(['b', 'b'])
    await fleet.settled(['b', 'c'], name)
    const workers = ledger.done.filter((one) => one.endsWith(` ${name}`)).map((one) => one[0])
    expect([...new Set(workers)]).toEqual(['b', 'c'])
    expect(ledger.twice).toEqual([])
    await wire.open()
    await wire.cut()
    await wire.open()
  })
})
