/**
 * An API server that serves one run after the other. Starting one takes longer than most runs: between two it is emptied of
 * everything the run made, and given a new clock and new chance. One that cannot be emptied is replaced.
 */
import { type ApiServer, type ApiServerOptions, loadApiServer, startApiServer } from '@kubewright/apiserver'
import { createClient, established, type Transport } from '@kubewright/client'
import { type Clock, type Ids, type Random, seededIds, seededRandom } from '@kubewright/core'
import { VirtualClock } from '@kubewright/core/testing'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import type { Webhook } from '@kubewright/webhook'
import type { ClusterSimulationOptions, Definable } from '../cluster.ts'
import { ClusterWebhooks } from '../cluster-webhooks.ts'
import { disposeAll } from '../dispose-all.ts'
import { simulates } from '../simulated-parts.ts'
import { KeptLists } from './kept-lists.ts'
import { type ListedObject, listObjects } from './listed-objects.ts'
import { ObjectIds } from './object-ids.ts'

export interface WorldServerOptions {
  readonly resources?: readonly Definable[]
  readonly webhooks?: readonly Webhook[]
  readonly server?: Pick<ApiServerOptions, 'disabledPlugins' | 'report'>
  /** What runs beside the server. */
  readonly simulation?: boolean | ClusterSimulationOptions
  /** Clusters are told apart by what their servers made up when they started. @default 'server' */
  readonly seed?: string
}

/** When servers are made, and when runs begin: what is older than that was there before. */
const madeAt = '2025-12-31T00:00:00Z'
const begunAt = '2026-01-01T00:00:00Z'

/** Everything the server takes from outside, to be exchanged between runs. */
class Surroundings {
  clock: Clock = new VirtualClock({ start: madeAt })
  random: Random
  ids: Ids

  constructor(seed: string) {
    this.random = seededRandom(seed)
    this.ids = seededIds(this.random)
  }

  readonly given: { readonly clock: Clock; readonly random: Random; readonly ids: Ids } = {
    clock: {
      now: () => this.clock.now(),
      elapsed: () => this.clock.elapsed(),
      schedule: (ms, run) => this.clock.schedule(ms, run),
    },
    random: { next: () => this.random.next() },
    ids: { uuid: () => this.ids.uuid() },
  }
}

export class WorldServer implements AsyncDisposable {
  readonly #server: ApiServer
  readonly #around: Surroundings
  /** As the administrator. */
  readonly transport: Transport
  /** The same, for the cluster's own controllers: its watches cost nothing while nothing happens. */
  readonly lastingTransport: Transport
  /** What there is, past every client, cache and fault. */
  readonly lists: KeptLists
  /** What the server gives out in this run. */
  ids = new ObjectIds()
  /** The newest change before the run. */
  #base = 0

  private constructor(server: ApiServer, around: Surroundings) {
    this.#server = server
    this.#around = around
    this.transport = server.transport() as Transport
    this.lastingTransport = server.transport({ lastingWatches: true }) as Transport
    this.lists = new KeptLists(server, this.transport)
  }

  static async start({
    resources = [],
    webhooks,
    server: more,
    simulation,
    seed = 'server',
  }: WorldServerOptions): Promise<WorldServer> {
    const around = new Surroundings(seed)
    const hooks = new ClusterWebhooks(
      { resources, ...(webhooks === undefined ? {} : { webhooks }) },
      around.given.clock,
    )
    const accounts = simulates(simulation, 'service-accounts') ? { disabledPlugins: [] } : {}
    const options = { ...accounts, ...more, ...hooks.serverOptions, ...around.given }
    await loadApiServer() // what failed here must fail in a fresh process too
    const server = await startApiServer({ emptiesNamespaces: true, ...options })
    try {
      const world = new WorldServer(server, around)
      await using client = createClient(world.transport, { fieldManager: 'explore', clock: around.given.clock })
      for (const resource of resources) await client.create(CustomResourceDefinition, hooks.crdOf(resource))
      for (const { plural, group } of resources)
        await client.waitFor(CustomResourceDefinition, { name: `${plural}.${group}` }, established)
      await hooks.install(client)
      return world
    } catch (error) {
      await disposeAll([server]).catch(() => undefined) // why it could not start says more
      throw error
    }
  }

  get base(): number {
    return this.#base
  }

  /** A new run begins: time and chance start over. */
  async begin(clock: Clock, seed: string): Promise<void> {
    this.#around.clock = clock
    this.#around.random = seededRandom(`${seed} server`)
    this.ids = new ObjectIds()
    this.#around.ids = this.ids
    this.#base = (await listObjects(this.transport, '/api/v1/namespaces')).revision
  }

  /** The world itself waits for what a timer sets going. */
  static clockOfRun(): VirtualClock {
    return new VirtualClock({ start: begunAt, settle: async () => undefined, keepsOrigins: false })
  }

  /** Removes what a run has made in these collections. Resolves to whether the server can serve another run. */
  async empty(collections: Iterable<string>): Promise<boolean> {
    // With what is counted in time gone, nothing of the old run happens any more.
    this.#around.clock = WorldServer.clockOfRun()
    for (const collection of collections) {
      if (isLasting(collection)) return false
      for (const object of (await this.lists.list(collection)).items) {
        if (object.metadata.creationTimestamp < begunAt) {
          if (Number(object.metadata.resourceVersion) > this.#base) return false
        } else if (!(await this.#remove(object))) return false
      }
    }
    this.#server.faults.compact()
    return true
  }

  async #remove({ path, metadata: { finalizers } }: ListedObject): Promise<boolean> {
    const headers = { 'content-type': 'application/merge-patch+json', accept: 'application/json' }
    if (finalizers !== undefined && finalizers.length > 0) {
      const body = JSON.stringify({ metadata: { finalizers: null } })
      await this.transport.send({ method: 'PATCH', path, headers, body })
    }
    const options = '?gracePeriodSeconds=0&propagationPolicy=Background'
    const { status } = await this.transport.send({ method: 'DELETE', path: `${path}${options}`, headers })
    return status === 200 || status === 404
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]()
  }
}

/** What changes how the server itself works is not undone by removing it. */
export function isLasting(collection: string): boolean {
  return lasting.test(collection)
}

const lasting =
  /\/(?:namespaces|customresourcedefinitions|apiservices|\w+webhookconfigurations|validatingadmission\w+|mutatingadmission\w+)$/
