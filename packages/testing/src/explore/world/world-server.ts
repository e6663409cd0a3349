/**
 * An API server that is reused between runs. Starting one takes longer than most runs: after each run all its objects are deleted, and the
 * clock and random source are replaced. A server that cannot be cleaned is discarded.
 * See decision 0201.
 */
import { type ApiServer, type ApiServerOptions, loadApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient, established } from '@kubewright/client'
import type { Transport, TransportRequest } from '@kubewright/client/transport'
import type { Clock } from '@kubewright/core'
import { type Ids, type Random, seededIds, seededRandom } from '@kubewright/core/random'
import { VirtualClock } from '@kubewright/core/testing'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import type { Webhook } from '@kubewright/webhook'
import type { ClusterSimulationOptions, Definable } from '../../cluster/cluster.ts'
import { ClusterWebhooks } from '../../cluster/cluster-webhooks.ts'
import { disposeAll } from '../../cluster/dispose-all.ts'
import { testingErrors } from '../../errors.ts'
import { simulates } from '../../cluster/simulated-parts.ts'
import { CachedLists } from './cached-lists.ts'
import { type ListedObject, listObjects } from '../state/listed-objects.ts'
import { ObjectIds } from './object-ids.ts'

export interface WorldServerOptions {
  readonly resources?: readonly Definable[]
  readonly webhooks?: readonly Webhook[] | ((server: { readonly client: Client }) => readonly Webhook[])
  readonly server?: Pick<ApiServerOptions, 'disabledPlugins' | 'report'>
  /** The simulation that runs beside the server. */
  readonly simulation?: boolean | ClusterSimulationOptions
  /** Gives the servers of different clusters different generated ids. @default 'server' */
  readonly seed?: string
}

/** Creation times of servers and starts of runs: objects that are older than a run existed before it. */
const madeAt = '2025-12-31T00:00:00Z'
const begunAt = '2026-01-01T00:00:00Z'

/** The injected dependencies of the server, replaced between runs. */
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
  /** The administrator's transport. */
  readonly transport: Transport
  /** The transport of the cluster's own controllers: its watches cost nothing while idle. */
  readonly lastingTransport: Transport
  /** The stored objects, bypassing clients, caches and faults. */
  readonly lists: CachedLists
  /** The ids that the server assigns in this run. */
  ids = new ObjectIds()
  /** Receives the requests of webhooks while a request of the world is answered. */
  onWebhookRequest: ((request: TransportRequest) => void) | undefined
  readonly #webhookClient: AsyncDisposable
  /** The latest resource version before the run. */
  #base = 0

  private constructor(server: ApiServer, around: Surroundings, webhookClient: AsyncDisposable) {
    this.#server = server
    this.#webhookClient = webhookClient
    this.#around = around
    this.transport = server.transport() as Transport
    this.lastingTransport = server.transport({ lastingWatches: true }) as Transport
    this.lists = new CachedLists(server, this.transport)
  }

  static async start({
    resources = [],
    webhooks,
    server: more,
    simulation,
    seed = 'server',
  }: WorldServerOptions): Promise<WorldServer> {
    const around = new Surroundings(seed)
    let world: WorldServer | undefined
    const client = createClient(
      transportOfWebhooks(() => world ?? notStarted()),
      { fieldManager: 'webhooks', clock: around.given.clock },
    )
    const serve = typeof webhooks === 'function' ? webhooks({ client }) : webhooks
    const hooks = new ClusterWebhooks(
      { resources, ...(serve === undefined ? {} : { webhooks: serve }) },
      around.given.clock,
    )
    const accounts = simulates(simulation, 'service-accounts') ? { disabledPlugins: [] } : {}
    const options = { ...accounts, ...more, ...hooks.serverOptions, ...around.given }
    await loadApiServer() // failures here must also occur in a fresh process
    const server = await startApiServer({ emptiesNamespaces: true, ...options })
    try {
      world = new WorldServer(server, around, client)
      await using admin = createClient(world.transport, { fieldManager: 'explore', clock: around.given.clock })
      for (const resource of resources) await admin.create(CustomResourceDefinition, hooks.crdOf(resource))
      for (const { plural, group } of resources)
        await admin.waitFor(CustomResourceDefinition, { name: `${plural}.${group}` }, established)
      await hooks.install(admin)
      return world
    } catch (error) {
      await disposeAll([client, server]).catch(() => undefined) // the start error matters more
      throw error
    }
  }

  get base(): number {
    return this.#base
  }

  /** Starts a run: resets time and randomness. */
  async begin(clock: Clock, seed: string): Promise<void> {
    this.#around.clock = clock
    this.#around.random = seededRandom(`${seed} server`)
    this.ids = new ObjectIds()
    this.#around.ids = this.ids
    this.#base = (await listObjects(this.transport, '/api/v1/namespaces')).revision
  }

  /** The world itself waits for the effects of a timer. */
  static clockOfRun(): VirtualClock {
    return new VirtualClock({ start: begunAt, settle: async () => undefined, keepsOrigins: false })
  }

  /** Deletes a run's objects in these collections. Resolves to whether the server can be reused. */
  async empty(collections: Iterable<string>): Promise<boolean> {
    // Without the old clock, no timer of the old run fires any more.
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
    await disposeAll([this.#webhookClient, this.#server])
  }
}

/** Webhooks are made before the server that calls them, and act within its requests: nothing else of the world happens meanwhile. */
function transportOfWebhooks(server: () => WorldServer): Transport {
  return {
    host: 'in-process',
    async send(request) {
      const { onWebhookRequest, transport } = server()
      onWebhookRequest?.(request)
      return await transport.send(request)
    },
    async [Symbol.asyncDispose]() {},
  }
}

function notStarted(): never {
  throw testingErrors('KW_TESTING_EXPLORATION', {
    what: 'read with the client of the webhooks',
    why: 'they are made before the API server',
    next: 'Read in a function of the webhook, which is called with each request: `validate: { create: (object) => client.get(…) }`.',
  })
}

/** Objects that configure the server itself: deleting them does not undo their effects. */
export function isLasting(collection: string): boolean {
  return lasting.test(collection)
}

const lasting =
  /\/(?:namespaces|customresourcedefinitions|apiservices|\w+webhookconfigurations|validatingadmission\w+|mutatingadmission\w+)$/
