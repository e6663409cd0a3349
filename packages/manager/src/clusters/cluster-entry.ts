/** An added cluster with one connection: connected, retrying, or refused. */
import type { Cluster } from '@kubewright/controller'
import { sleep } from '@kubewright/core'
import { track } from '@kubewright/core/tasks'
import { type ClusterDefinition, gone, RemoteCluster, type RemoteHost } from './remote-cluster.ts'
import type { ClusterReport } from './cluster-check.ts'
import type { AddedCluster, ClusterConnection, ClusterState } from './manager-clusters.ts'

export interface EntryHost extends RemoteHost {
  /** Why the identity of home is unknown, for which all clusters wait. */
  homeFailure(): unknown
  disconnected(cluster: RemoteCluster): void
}

/** Retry interval of a refused cluster: the cause may have been fixed. */
const askRefusedEvery = '30s'

export class ClusterEntry implements AddedCluster {
  readonly name: string
  readonly connected: Promise<Cluster>
  readonly #definition: ClusterDefinition
  readonly #host: EntryHost
  readonly #end = new AbortController()
  #ended: Promise<void> = Promise.resolve()
  #resolve!: (cluster: Cluster) => void
  #reject!: (error: unknown) => void
  #current: RemoteCluster | undefined
  #refusal: unknown
  /** Whether its connection source is being resolved. */
  #isFinding = false
  #isForgotten = false

  constructor(name: string, definition: ClusterDefinition, host: EntryHost) {
    this.name = name
    this.#definition = definition
    this.#host = host
    this.connected = new Promise((resolve, reject) => ([this.#resolve, this.#reject] = [resolve, reject]))
    this.connected.catch(() => undefined) // unobserved rejections are visible in `state`
  }

  get remote(): RemoteCluster | undefined {
    return this.#current
  }

  get isConnected(): boolean {
    return this.#current?.identity !== undefined && !this.#current.signal.aborted
  }

  /** The expected identity, if one was given. */
  get pinned(): string | undefined {
    return this.#definition.identity
  }

  get state(): ClusterState {
    const current = this.#current
    const isRefused = this.#refusal !== undefined
    return {
      name: this.name,
      labels: this.#definition.labels ?? {},
      phase: isRefused ? 'refused' : (current?.phase ?? 'connecting'),
      identity: current?.identity,
      failure: isRefused ? this.#refusal : (current?.failure ?? this.#host.homeFailure()),
      latencyMs: current?.latencyMs,
      controllers: current?.workforce.states ?? [],
      ...(current?.standing === undefined ? {} : { standing: current.standing }),
    }
  }

  get activity(): readonly string[] {
    return this.#isFinding ? [`the connection of the cluster ${this.name} is being found`] : []
  }

  get report(): ClusterReport {
    const isRequired = this.#definition.required === true
    return { state: this.state, isRequired, complaints: this.#current?.complaints ?? [] }
  }

  /** Connects, after the previous cluster of this name has ended. */
  begin(after: Promise<void>): void {
    if (!this.#end.signal.aborted) this.#ended = track(`the cluster ${this.name}`, this.#run(after))
  }

  /** Marks the removal as permanent: stored state of the cluster is discarded. */
  forget(): void {
    this.#isForgotten = true
  }

  /** Blocks writes immediately. Resolves once everything has ended. */
  end(): Promise<void> {
    const reason = gone(this.name, `go on with the cluster ${this.name}`)
    this.#end.abort(reason)
    this.#leave(reason)
    this.#reject(reason)
    return this.#ended
  }

  /** Called by the host when a connection succeeds. */
  connectedTo(cluster: RemoteCluster): void {
    this.#refusal = undefined
    this.#resolve(cluster)
  }

  async #run(after: Promise<void>): Promise<void> {
    await after
    while (!this.#end.signal.aborted) {
      await this.#runOnce()
      await sleep(this.#host.options.clock, askRefusedEvery, this.#end.signal).catch(() => undefined)
    }
  }

  async #runOnce(): Promise<void> {
    let cluster: RemoteCluster | undefined
    try {
      const connection = await this.#connection()
      if (this.#end.signal.aborted) return
      cluster = new RemoteCluster(this.name, this.#definition, connection, this.#host)
      this.#current = cluster
      await cluster.run()
    } catch (error) {
      this.#refused(error)
      this.#leave(error as Error)
    } finally {
      await cluster?.close()
      if (this.#isForgotten) await cluster?.discard()
      this.#current = undefined
    }
  }

  async #connection(): Promise<ClusterConnection> {
    const { connection } = this.#definition
    if (typeof connection !== 'function') return connection
    this.#isFinding = true
    try {
      return await connection()
    } finally {
      this.#isFinding = false
    }
  }

  #leave(reason: Error): void {
    const current = this.#current
    if (current === undefined || current.signal.aborted) return
    const wasConnected = this.isConnected
    current.end(reason)
    if (wasConnected) this.#host.disconnected(current)
  }

  #refused(error: unknown): void {
    if (this.#refusal === undefined || messageOf(error) !== messageOf(this.#refusal)) {
      this.#host.log.error('cluster rejected, nothing is reconciled there, will retry', {
        cluster: this.name,
        error,
      })
    }
    this.#refusal = error
    this.#reject(error)
    this.#host.moved()
  }
}

function messageOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined
}
