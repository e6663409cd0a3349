/** Several embedded clusters under one virtual clock, with links that can be cut, delayed or lose responses. */
import { type ApiServer, startApiServer } from '@kubewright/apiserver'
import { type Client, createClient, established } from '@kubewright/client'
import { connectionErrors } from '@kubewright/client/connection'
import type { Transport, TransportRequest, TransportResponse } from '@kubewright/client/transport'
import { type KubeObject, type Logger, silentLogger, sleep } from '@kubewright/core'
import { seededIds, seededRandom } from '@kubewright/core/random'
import { nextTurn, VirtualClock } from '@kubewright/core/testing'
import { CustomResourceDefinition } from '@kubewright/kubernetes'
import {
  clusterIdentity,
  createPeers,
  createReplicator,
  type PeerSet,
  type Replicator,
  tenantManifests,
} from '@kubewright/replication'
import type { ReplicatorOptions } from '@kubewright/replication/replicator'
import type { Resource } from '@kubewright/resource'
import { Subnet, toLabelled } from './subnet-kind.ts'

export { Subnet, toLabelled }

/** The faults of a link. */
export interface LinkFaults {
  isCut: boolean
  delayMs: number
  losesAnswers: boolean
  /** Answers in place of the server; `undefined` lets the request pass. */
  instead?: Answers | undefined
  /** Every request, as `PATCH /apis/…`. */
  readonly sent: string[]
}

export type Answers = (request: TransportRequest) => Promise<TransportResponse> | undefined

export interface TestCluster {
  readonly name: string
  readonly server: ApiServer
  readonly client: Client
  readonly identity: string
}

/** A kind with its CRD. */
type Definable = Pick<Resource, 'plural' | 'group'> & { crd(): object }

export class Clusters implements AsyncDisposable {
  readonly clock: VirtualClock
  readonly #stack = new AsyncDisposableStack2()
  #underWay = 0

  constructor() {
    this.clock = new VirtualClock({ settle: () => this.#quiet(), keepsOrigins: false })
  }

  /** A cluster that serves `resource`, if any, and whose clock may be ahead. */
  async start(name: string, resource: Definable | null = Subnet, aheadMs = 0): Promise<TestCluster> {
    const random = seededRandom(name)
    const clock = aheadMs === 0 ? this.clock : aheadOf(this.clock, aheadMs)
    const server = await startApiServer({ clock, random, ids: seededIds(random), emptiesNamespaces: true })
    this.#stack.use(server)
    const client = this.connect({ server } as TestCluster).client
    if (resource !== null) await this.install(client, resource)
    return { name, server, client, identity: await clusterIdentity(client) }
  }

  async install(client: Client, resource: Definable): Promise<void> {
    await client.create(CustomResourceDefinition, resource.crd() as never)
    await client.waitFor(CustomResourceDefinition, { name: `${resource.plural}.${resource.group}` }, established)
  }

  /** A client over a separate link. */
  connect(to: TestCluster, user?: string): { client: Client; link: LinkFaults } {
    const link: LinkFaults = { isCut: false, delayMs: 0, losesAnswers: false, sent: [] }
    const how = user === undefined ? {} : { user: { name: user, groups: ['system:authenticated'] } }
    const transport = this.#faulty(to.server.transport(how as never), link)
    const client = createClient(transport, {
      clock: this.clock,
      random: seededRandom(user ?? 'admin'),
      fieldManager: 'test',
      namespace: 'default',
    })
    this.#stack.use(client)
    return { client, link }
  }

  #faulty(transport: Transport, link: LinkFaults): Transport {
    return {
      host: transport.host,
      send: async (request) => {
        link.sent.push(`${request.method} ${request.path}`)
        if (link.isCut) throw unreachable()
        const instead = link.instead?.(request)
        if (instead !== undefined) return await instead
        if (link.delayMs > 0) await sleep(this.clock, link.delayMs, request.signal)
        this.#underWay++
        try {
          const response = await transport.send(request)
          if (link.isCut) throw unreachable()
          if (link.losesAnswers && request.method !== 'GET') throw lost()
          return request.streams ? { ...response, body: cuttable(response.body, link) } : response
        } finally {
          this.#underWay--
        }
      },
      [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
    }
  }

  /** Waits for several turns in a row without requests. */
  async #quiet(): Promise<void> {
    for (let turns = 0; turns < 4; turns++) {
      await nextTurn()
      if (this.#underWay > 0) turns = 0
    }
  }

  /** Makes `to` accept replicas of `from`, as its administrator would, and returns a client with exactly those permissions. */
  async accept(
    to: TestCluster,
    from: TestCluster,
    kinds = [Subnet as never],
  ): Promise<{ client: Client; link: LinkFaults }> {
    const user = `tenant-${from.name}`
    const manifests = tenantManifests({
      cluster: to.identity,
      origin: from.identity,
      kinds,
      subject: { kind: 'User', name: user },
    })
    for (const { resource, object } of manifests)
      await to.client.apply(resource as never, object as never, { force: true })
    return this.connect(to, user)
  }

  /** Makes `to` accept replicas of `from`, and adds it to the peers. */
  async join(peers: PeerSet, to: TestCluster, from: TestCluster): Promise<{ client: Client; link: LinkFaults }> {
    const accepted = await this.accept(to, from)
    peers.add({ name: to.name, identity: to.identity, client: accepted.client })
    return accepted
  }

  /** Leads a link of a tenant to another server, for all requests or for some. */
  redirect(link: LinkFaults, to: TestCluster, from: TestCluster, some: (path: string) => boolean = () => true): void {
    const transport = to.server.transport({ user: { name: `tenant-${from.name}`, groups: ['system:authenticated'] } })
    this.#stack.use(transport)
    link.instead = (request) => (some(request.path) ? transport.send(request) : undefined)
  }

  /** Runs a replicator until the clusters are disposed, or its `stop` is called. */
  run(home: TestCluster, options: Partial<ReplicatorOptions> = {}): Running {
    const ended = new AbortController()
    const peers = (options.peers as PeerSet | undefined) ?? createPeers()
    const { client, link } = this.connect(home)
    const replicator = createReplicator({
      client,
      peers,
      replications: [toLabelled],
      clock: this.clock,
      random: seededRandom(`replicator ${home.name}`),
      freezes: true,
      log: failing,
      ...options,
    })
    const over = replicator.run(ended.signal)
    const stop = async () => {
      ended.abort(new Error('stopped'))
      await over
    }
    this.#stack.use({ [Symbol.asyncDispose]: stop })
    return { replicator, peers, stop, link }
  }

  /** Disposes it with the clusters. */
  keep(one: AsyncDisposable): void {
    this.#stack.use(one)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack[Symbol.asyncDispose]()
  }
}

export interface Running {
  readonly replicator: Replicator
  readonly peers: PeerSet
  readonly link: LinkFaults
  stop(): Promise<void>
}

/** A logged error fails the test. */
const failing: Logger = {
  ...silentLogger,
  error(message, fields) {
    throw new Error(message, { cause: fields?.['error'] })
  },
}

/** Node 20 has no `AsyncDisposableStack`. */
class AsyncDisposableStack2 implements AsyncDisposable {
  readonly #all: AsyncDisposable[] = []

  use(one: AsyncDisposable): void {
    this.#all.push(one)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.#all.reverse()) await one[Symbol.asyncDispose]()
  }
}

/** The same clock with an offset. */
function aheadOf(clock: VirtualClock, ms: number): VirtualClock {
  return {
    now: () => clock.now() + ms,
    elapsed: () => clock.elapsed(),
    schedule: (...args: Parameters<VirtualClock['schedule']>) => clock.schedule(...args),
  } as unknown as VirtualClock
}

/** A cut ends a stream at its next event; a real one by its idle timeout. */
function cuttable<Body extends AsyncIterable<Uint8Array> & { text(): Promise<string> }>(body: Body, link: LinkFaults) {
  return {
    text: () => body.text(),
    async *[Symbol.asyncIterator]() {
      for await (const chunk of body) {
        if (link.isCut) throw lost()
        yield chunk
      }
    },
  }
}

function unreachable(): Error {
  return connectionErrors('KW_CLIENT_UNREACHABLE', { what: 'reach the server', why: 'the link is cut' })
}

function lost(): Error {
  return connectionErrors('KW_CLIENT_CONNECTION_LOST', { what: 'read the response', why: 'the link lost it' })
}

export function subnet(name: string, to: string | undefined, cidr = '10.0.0.0/16', namespace = 'default') {
  const labels = to === undefined ? {} : { 'example.dev/to': to }
  return { metadata: { name, namespace, labels }, spec: { cidr } }
}

export function conditionOf(object: KubeObject, type = 'Replicated') {
  const { status } = object as { status?: { conditions?: readonly { type: string }[] } }
  return status?.conditions?.find((condition) => condition.type === type) as
    | { status: string; reason: string; message: string }
    | undefined
}
