/**
 * The view of all clusters for the reconciles of one cluster, where clusters are divided among replicas. Their writes, to any
 * cluster, are sent only while this replica works on their own cluster.
 */
import { readYourWrites } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import type { Transport } from '@kubewright/client/transport'
import type { Cluster } from '@kubewright/controller'
import type { ClusterChange, ClusterSet } from '@kubewright/controller/clusters'
import { onAbort } from '@kubewright/core/tasks'
import type { ActingGate } from '../acting-gate.ts'
import { aroundCalls } from '@kubewright/client/calls'
import type { TransportGuard } from './cluster-clients.ts'

/** A cluster that can create a client with an additional guard on its requests. */
export interface GuardableCluster extends Cluster {
  behind?(guard: TransportGuard): Client
}

export interface GuardedClustersOptions {
  readonly clusters: ClusterSet
  /** Open while this replica works on the cluster. */
  readonly gate: ActingGate
  /** Sends a write that has passed the gate. */
  readonly send: <Answer>(write: () => Promise<Answer>) => Promise<Answer>
}

export class GuardedClusters implements ClusterSet, AsyncDisposable {
  readonly #options: GuardedClustersOptions
  readonly #views = new WeakMap<Cluster, Cluster>()
  readonly #clients = new WeakMap<Cluster, Client>()
  /** Clients created here whose cluster has not ended, each with its abort listener. */
  readonly #made = new Map<Client, Disposable>()
  #isOver = false

  constructor(options: GuardedClustersOptions) {
    this.#options = options
  }

  get home(): Cluster {
    return this.view(this.#options.clusters.home)
  }

  find(name: string): Cluster | undefined {
    const cluster = this.#options.clusters.find(name)
    return cluster && this.view(cluster)
  }

  list(): readonly Cluster[] {
    return this.#options.clusters.list().map((one) => this.view(one))
  }

  onChange(listener: (change: ClusterChange) => void): Disposable {
    return this.#options.clusters.onChange(({ type, cluster }) => listener({ type, cluster: this.view(cluster) }))
  }

  /** Memoized per cluster. */
  view(cluster: GuardableCluster): Cluster {
    const known = this.#views.get(cluster)
    if (known !== undefined) return known
    const { name, labels, cache, signal } = cluster
    let client: Client | undefined
    // Created on first use: each of n clusters has a view of all n.
    const makeClient = () => (client ??= readYourWrites(this.clientOf(cluster), cache))
    const view: Cluster = {
      name,
      labels,
      cache,
      signal,
      get client() {
        return makeClient()
      },
      get identity() {
        return cluster.identity
      },
    }
    this.#views.set(cluster, view)
    return view
  }

  /** A client without read-your-writes. */
  clientOf(cluster: GuardableCluster): Client {
    const known = this.#clients.get(cluster)
    if (known !== undefined) return known
    const client = this.#options.gate.guard(this.#make(cluster) ?? this.#tracked(cluster.client))
    this.#clients.set(cluster, client)
    return client
  }

  /** Aborts calls in flight. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    await Promise.all([...this.#made.keys()].map((one) => this.#close(one)))
  }

  #make(cluster: GuardableCluster): Client | undefined {
    const { gate } = this.#options
    if (this.#isOver || cluster.signal.aborted) return undefined
    const made = cluster.behind?.((transport) => gate.guardTransport(this.#sending(transport)))
    if (made === undefined) return undefined
    const close = () => void this.#close(made)
    this.#made.set(made, onAbort(cluster.signal, close))
    return made
  }

  async #close(client: Client): Promise<void> {
    this.#made.get(client)?.[Symbol.dispose]()
    this.#made.delete(client)
    await client[Symbol.asyncDispose]()
  }

  /** For a client whose transport is not accessible: whole calls are tracked, and its retries do not pass the gate. */
  #tracked(client: Client): Client {
    return aroundCalls(client, (call, run) => (call.writes ? this.#options.send(run) : run()))
  }

  #sending(transport: Transport): Transport {
    const { send } = this.#options
    return {
      host: transport.host,
      send: (request) => (request.method === 'GET' ? transport.send(request) : send(() => transport.send(request))),
      [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
    }
  }
}
