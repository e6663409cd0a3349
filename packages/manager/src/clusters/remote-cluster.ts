/**
 * One connection to a remote cluster, with its cache, queues, workers and permission check. Its identity is verified before anything
 * else, and again periodically. All its parts end together.
 */
import { type Cache, readYourWrites } from '@kubewright/cache'
import { type Client, isForbidden, isUnauthorized } from '@kubewright/client'
import type { Cluster, Controller } from '@kubewright/controller'
import type { ClusterSet } from '@kubewright/controller/clusters'
import type { ControllerHost } from '@kubewright/controller/host'
import { type Logger, sleep } from '@kubewright/core'
import { withJitter } from '@kubewright/core/random'
import { track } from '@kubewright/core/tasks'
import { backOffMs } from '@kubewright/core/time'
import type { ClusterDivision, ClusterShare, Standing } from '@kubewright/lease'
import { abortGraceMs } from '../abort-grace.ts'
import { ActingGate, mayNotAct } from '../acting-gate.ts'
import { cacheOf, hostOf, type ManagerSetup, workforceOf } from '../cluster-parts.ts'
import { managerErrors } from '../errors.ts'
import type { MetricRegistry } from '../metrics/metric-registry.ts'
import { loggedRegistry } from '../metrics/source-failures.ts'
import { PermissionWatch } from '../permissions/permission-watch.ts'
import { requiredRules } from '../permissions/required-rules.ts'
import { sourceComplaint } from '../readiness.ts'
import { scopeOf } from '../scoped-cache.ts'
import { endedWithin } from '../settled.ts'
import type { Workforce } from '../workforce.ts'
import { clusterIdentity } from './cluster-identity.ts'
import { type ClusterClients, connect, type TransportGuard } from './cluster-clients.ts'
import { type GuardableCluster, GuardedClusters } from './guarded-clusters.ts'
import type { ClusterIdentities } from './cluster-identities.ts'
import { linkedAbort } from './linked-abort.ts'
import type { ClusterConnection, ClusterOptions, ClusterPhase, ConnectionSource } from './manager-clusters.ts'

/** Shared by all clusters of a manager. */
export interface RemoteHost extends ManagerSetup {
  readonly log: Logger
  readonly gate: ActingGate
  readonly identities: ClusterIdentities
  readonly clusters: ClusterSet
  /** How clusters are divided among replicas that act concurrently. @default this process works on all of them */
  readonly division: ClusterDivision | undefined
  /** Resolves once home's identity is recorded. */
  homeKnown(signal: AbortSignal): Promise<void>
  /** The controllers that select this cluster. */
  controllersFor(cluster: Cluster): readonly Controller[]
  /** All controllers; those that do not select the cluster appear as home-only, since they may still use it. */
  ruledBy(cluster: Cluster): readonly Controller[]
  /** Called when it has responded and its identity is verified. */
  connected(cluster: RemoteCluster): void
  /** Called with the name of a cluster that lost its identity to the one it is pinned to. */
  evicted(name: string): void
  /** Called when the phase of a cluster changes. */
  moved(): void
}

export interface ClusterDefinition extends ClusterOptions {
  readonly connection: ConnectionSource
}

/** Interval of identity checks while the cluster is healthy. */
const askEvery = '1m'
const firstPauseMs = 1_000
const longestPauseMs = 30_000

export class RemoteCluster implements GuardableCluster {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly client: Client
  readonly cache: Cache
  readonly workforce: Workforce
  readonly metrics: MetricRegistry
  readonly #host: RemoteHost
  readonly #definition: ClusterDefinition
  readonly #log: Logger
  readonly #clients: ClusterClients
  readonly #permissions: PermissionWatch
  readonly #end = new AbortController()
  readonly #beside = new Set<Promise<unknown>>()
  /** Aborted when reconciles do not end in time after the cluster ended: its lease is not held for them. */
  readonly #abandoned = new AbortController()
  /** The host of its controllers; `undefined` between the turns of this process, where clusters are divided. */
  #seat: ControllerHost | undefined
  /** The guarded view of this turn. */
  #guarded: GuardedClusters | undefined
  #share: ClusterShare | undefined
  #working: Promise<void> = Promise.resolve()
  #sharing: Promise<void> = Promise.resolve()
  /** Cuts short the interval between identity checks while the cluster is healthy. */
  #askSoon: () => void = () => {}
  #identity: string | undefined
  #failure: unknown
  #latencyMs: number | undefined
  #phase: ClusterPhase = 'connecting'

  /** @param connection the resolved connection of the definition */
  constructor(name: string, definition: ClusterDefinition, connection: ClusterConnection, host: RemoteHost) {
    this.name = name
    this.labels = definition.labels ?? {}
    this.#definition = definition
    this.#host = host
    this.#log = host.log.with({ cluster: name })
    this.metrics = loggedRegistry(this.#log, host.options.clock)
    const gate = new ActingGate((verb, what, object) => this.#refusal(verb, what, object))
    gate.open(() => !this.signal.aborted && host.gate.isOpen)
    this.#clients = connect(connection, host, { metrics: this.metrics, log: this.#log, gate })
    const { shared, acting } = this.#clients
    const observer = { failed: () => this.#askSoon() }
    this.cache = cacheOf(host, { client: shared, metrics: this.metrics, log: this.#log, observer })
    const guarded = gate.guard(acting)
    this.client = readYourWrites(guarded, this.cache)
    if (host.division === undefined)
      this.#seat = this.#seatOf({ client: guarded, cluster: this, clusters: host.clusters })
    this.workforce = workforceOf(host, this, () => this.#seat!)
    const { clock, name: program } = host.options
    const rules = () =>
      requiredRules(host.ruledBy(this), {
        cluster: 'remote',
        identityNamespace: definition.identityNamespace,
        scopeOf: (one) => scopeOf(one, host.scopes),
      })
    this.#permissions = new PermissionWatch({ client: shared, clock, log: this.#log, name: program, rules })
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  get identity(): string | undefined {
    return this.#identity
  }

  get phase(): ClusterPhase {
    return this.#phase
  }

  get failure(): unknown {
    return this.#failure
  }

  get latencyMs(): number | undefined {
    return this.#latencyMs
  }

  /** The replica that works on it, where replicas divide the clusters among them. */
  get standing(): Standing | undefined {
    return this.#share?.standing
  }

  readonly behind = (guard: TransportGuard): Client => this.#clients.behind(guard)

  /** Problems with its caches and permissions. */
  get complaints(): readonly string[] {
    const sources = this.cache.sources.flatMap((source) => {
      const why = sourceComplaint(source)
      return why === undefined ? [] : [`${source.resource.plural}: ${why}`]
    })
    const { complaint } = this.#permissions
    return complaint === undefined ? sources : [...sources, complaint]
  }

  /** Runs until it is ended. Rejects with the reason if the cluster is refused. */
  async run(): Promise<void> {
    for (let failures = 0; !this.signal.aborted; ) {
      failures = (await this.#ask()) ? 0 : failures + 1
      await this.#pause(failures)
    }
  }

  /** Runs its controllers until `stop` is aborted, or the cluster ends. Never rejects. */
  work(stop: AbortSignal, kill: AbortSignal): Promise<void> {
    if (this.#share !== undefined) return this.#workInTurns(this.#share, stop, kill)
    const work = this.#workUntil(stop, kill).catch((error: unknown) => {
      const message = 'a controller of the cluster failed and is not restarted while the cluster stays connected'
      this.#log.error(message, { error })
    })
    this.#working = track(`work on the cluster ${this.name}`, work)
    return this.#working
  }

  /** Adds a controller. Where clusters are divided, it starts with the others when this process acquires the cluster. */
  admit(controller: Controller): void {
    if (this.#seat !== undefined) this.#add(controller)
  }

  /** Works whenever this process holds the cluster. Never rejects. */
  async #workInTurns(share: ClusterShare, stop: AbortSignal, kill: AbortSignal): Promise<void> {
    using stopping = linkedAbort(stop, this.signal)
    using killing = linkedAbort(kill, this.#abandoned.signal)
    this.#sharing = share.run(stopping.signal, killing.signal, (until, abort) => {
      this.#working = track(`work on the cluster ${this.name}`, this.#workOneTurn(until, abort))
      return this.#working
    })
    await track(`share of the cluster ${this.name}`, this.#sharing)
  }

  /**
   * Caches are filled for the turn and released after it: only the replica that works on a cluster holds it in memory. The clients are
   * closed too: an unawaited call may be about to be sent, and another replica may have the next turn.
   */
  async #workOneTurn(stop: AbortSignal, kill: AbortSignal): Promise<void> {
    const gate = this.#gateOfTurn()
    const { clusters } = this.#host
    await using guarded = new GuardedClusters({ clusters, gate, send: (write) => this.#share?.send(write) ?? write() })
    this.#guarded = guarded
    this.#seat = this.#seatOf({ client: guarded.clientOf(this), cluster: guarded.view(this), clusters: guarded })
    try {
      for (const controller of this.#host.controllersFor(this)) this.#add(controller)
      await this.#workUntil(stop, kill)
    } finally {
      this.#seat = undefined
      await Promise.all(this.workforce.controllers.map(({ name }) => this.workforce.remove(name)))
      gate.shut()
    }
  }

  async #workUntil(stop: AbortSignal, kill: AbortSignal): Promise<void> {
    using stopping = linkedAbort(stop, this.signal)
    using killing = linkedAbort(kill, this.signal)
    await this.workforce.work(stopping.signal, killing.signal)
  }

  #add(controller: Controller): void {
    this.workforce.add(controller)
    this.#permissions.askAgain()
    const warming = track(`warm ${controller.name} of ${this.name}`, this.#warm(controller.name))
    this.#beside.add(warming)
    void warming.finally(() => this.#beside.delete(warming))
  }

  /** Aborts all work there, calls in flight included. Nothing is written from now on. */
  end(reason: Error): void {
    if (this.signal.aborted) return
    this.#end.abort(reason)
    this.#clients.stopActing()
    void this.#guarded?.[Symbol.asyncDispose]()
  }

  /** Called after `close` if it was removed for good: discards its stored state. */
  async discard(): Promise<void> {
    await this.#share?.discard()
  }

  /** Resolves once all its resources are released. */
  async close(): Promise<void> {
    this.end(gone(this.name, 'close it'))
    const { clock } = this.#host.options
    // The caller of `work` has received the failure.
    const working = this.#working.catch(() => undefined)
    if (await endedWithin(clock, abortGraceMs, working)) await this.#sharing
    else {
      const reconciles = this.workforce.running.flatMap(({ activity }) => activity)
      const message =
        'reconciles of a removed or replaced cluster ignore ctx.signal and still run, their writes to it are rejected'
      this.#log.error(message, { reconciles })
      this.#abandoned.abort(gone(this.name, 'wait for its reconciles'))
    }
    await Promise.allSettled(this.#beside)
    const parts = { controllers: this.workforce, cache: this.cache, clients: this.#clients }
    for (const [part, closing] of Object.entries(parts)) {
      try {
        await closing[Symbol.asyncDispose]()
      } catch (error) {
        this.#log.error(`could not close this process's ${part} for the cluster`, { part, error })
      }
    }
  }

  /** Verifies the identity of a healthy cluster now. */
  recheck(): void {
    this.#askSoon()
  }

  /** Verifies its identity. Returns whether it responded. Failure: `KW_MANAGER_CLUSTER_IDENTITY`, `KW_MANAGER_CLUSTER_TWICE`. */
  async #ask(): Promise<boolean> {
    const { identities, options } = this.#host
    let identity: string
    try {
      await this.#host.homeKnown(this.signal)
      const begun = options.clock.elapsed()
      identity = await clusterIdentity(this.#clients.shared, this.signal, this.#definition.identityNamespace)
      this.#latencyMs = options.clock.elapsed() - begun
    } catch (error) {
      if (!this.signal.aborted) this.#failed(error)
      return false
    }
    if (this.signal.aborted) return false
    const evicted = identities.claim(this.name, identity, this.#definition.identity)
    if (evicted !== undefined) this.#host.evicted(evicted)
    this.#answered(identity)
    return true
  }

  #answered(identity: string): void {
    const [wasKnown, was] = [this.#identity !== undefined, this.#phase]
    this.#identity = identity
    this.#phase = 'connected'
    this.#failure = undefined
    if (wasKnown && was !== 'connected') this.#log.info('cluster is reachable again')
    if (wasKnown) return
    this.#log.info('connected to cluster', { identity })
    if (this.#host.options.permissions !== 'skip') this.#beside.add(this.#permissions.run(this.signal))
    // A replica without controllers for the cluster leaves it to other replicas as well.
    const isReachable = () => this.#phase === 'connected' && this.#host.controllersFor(this).length > 0
    this.#share = this.#host.division?.shareOf({ name: this.name, identity, isReachable })
    if (this.#seat !== undefined) for (const controller of this.#host.controllersFor(this)) this.#add(controller)
    this.#host.connected(this)
  }

  /** Reconciles of this cluster's objects may write, to any cluster, only in this turn. */
  #gateOfTurn(): ActingGate {
    const gate: ActingGate = new ActingGate((verb, what, object) => this.#refusal(verb, what, object))
    const isHeld = () => this.#share?.standing.isActing ?? false
    gate.open(() => !this.signal.aborted && this.#host.gate.isOpen && isHeld())
    return gate
  }

  #seatOf(seen: Pick<ControllerHost, 'client' | 'cluster' | 'clusters'>): ControllerHost {
    return hostOf(this.#host, { ...seen, cache: this.cache, log: this.#log })
  }

  #failed(error: unknown): void {
    const phase = isUnauthorized(error) || isForbidden(error) ? 'unauthorized' : 'away'
    const isNews = phase !== this.#phase
    if (isNews) this.#log.warn('cluster is not usable, will retry', { phase, error })
    this.#phase = phase
    this.#failure = error
    if (isNews) this.#host.moved()
  }

  async #pause(failures: number): Promise<void> {
    const { clock, random } = this.#host.options
    const longer = backOffMs(failures, firstPauseMs, longestPauseMs)
    const ms = failures === 0 ? askEvery : withJitter(random, longer, 0.2)
    const soon = new AbortController()
    using pause = linkedAbort(this.signal, soon.signal)
    // A broken watch may be the first sign that the cluster is unreachable or has been replaced.
    if (failures === 0) this.#askSoon = () => soon.abort()
    await sleep(clock, ms, pause.signal).catch(() => undefined) // aborted or cut short: the loop continues
    this.#askSoon = () => {}
  }

  async #warm(controller: string): Promise<void> {
    try {
      await this.workforce.warm(controller, this.signal)
    } catch (error) {
      const message = 'controller could not start its watches, it does not run in this cluster'
      if (!this.signal.aborted) this.#log.error(message, { controller, error })
    }
  }

  #refusal(verb: string, what: string, object: string | undefined): Error {
    if (!this.signal.aborted) return mayNotAct(verb, what, object, this.#whyNot)
    return gone(this.name, `${verb} ${what}${object === undefined ? '' : ` ${object}`}`)
  }

  /** Why writes for it are refused; `undefined` if the division of clusters is not the reason. */
  get #whyNot(): string | undefined {
    if (this.#share === undefined || !this.#host.gate.isOpen) return undefined
    const { isActing, text } = this.#share.standing
    const now = isActing ? 'the reconcile began before the process took the cluster again' : text
    return `the reconcile is of the cluster ${this.name}, and this process may not write for it: ${now}`
  }
}

/** @param what the action that failed */
export function gone(name: string, what: string): Error {
  return managerErrors('KW_MANAGER_CLUSTER_GONE', {
    what,
    why: `the cluster ${name} was removed, or has a new connection`,
    next: 'No action is needed. Pass `ctx.signal` to calls that can block, so that a reconcile ends when its cluster is removed.',
    details: { name },
  })
}
