/**
 * All clusters of a manager: home, and the remote clusters added and removed at run time.
 *
 * Guarantees
 * - Clusters share only the event loop and leadership: none is delayed by another.
 * - Names and clusters map one to one. All work under a name has ended before its successor starts.
 * - From the moment a cluster is removed nothing is written there.
 *
 * See decision 0320.
 */
import type { Cluster, Controller } from '@kubewright/controller'
import { type AbsentCluster, type ClusterChange, homeCluster, selectsCluster } from '@kubewright/controller/clusters'
import type { RunningController } from '@kubewright/controller/host'
import { sleep } from '@kubewright/core'
import { nameProblems } from '@kubewright/core/object'
import { withJitter } from '@kubewright/core/random'
import { onAbort, track } from '@kubewright/core/tasks'
import type { MetricSource } from '@kubewright/core/metrics'
import { managerErrors } from '../errors.ts'
import { assertFunctionForm } from '../manager-form.ts'
import type { HealthCheck } from '../health/health-check.ts'
import { clusterAnswer } from './cluster-check.ts'
import { ClusterEntry, type EntryHost } from './cluster-entry.ts'
import { clusterIdentity } from './cluster-identity.ts'
import { clusterMetrics, metricsOfCluster } from './cluster-metrics.ts'
import type { HomeCluster } from './home-cluster.ts'
import { ClusterIdentities } from './cluster-identities.ts'
import type {
  AddedCluster,
  ClusterOptions,
  ClusterState,
  ConnectionSource,
  ManagerClusters,
} from './manager-clusters.ts'
import type { Workforce } from '../workforce.ts'
import type { ClusterDefinition, RemoteCluster, RemoteHost } from './remote-cluster.ts'

/** A period in which the process may act. */
interface Shift {
  readonly stop: AbortSignal
  readonly kill: AbortSignal
  readonly working: Set<Promise<void>>
}

export interface FleetOptions
  extends Pick<RemoteHost, 'given' | 'options' | 'scopes' | 'slice' | 'log' | 'gate' | 'division'> {
  readonly home: HomeCluster
  /** All controllers of the manager, for any cluster. */
  readonly controllers: () => readonly Controller[]
}

const identityPauseMs = 2_000

export class Fleet implements ManagerClusters, AsyncDisposable {
  readonly home: HomeCluster
  readonly #options: FleetOptions
  readonly #host: EntryHost
  readonly #identities = new ClusterIdentities(() => this.#pins)
  readonly #entries = new Map<string, ClusterEntry>()
  /** Previous clusters of a name that have not ended yet. */
  readonly #ending = new Map<string, Promise<void>>()
  readonly #listeners = new Set<(change: ClusterChange) => void>()
  readonly #absenceListeners = new Set<() => void>()
  /** Selectors that have failed: they are evaluated repeatedly, and reported once. */
  readonly #failedSelectors = new Set<string>()
  #shift: Shift | undefined
  #lifetime: AbortSignal | undefined
  #homeKnown: Promise<void> | undefined
  #homeFailure: unknown
  #isOver = false

  constructor(options: FleetOptions) {
    this.#options = options
    this.home = options.home
    const { home: _, controllers, ...shared } = options
    this.#host = {
      ...shared,
      identities: this.#identities,
      clusters: this,
      homeFailure: () => this.#homeFailure,
      homeKnown: (signal) => unlessAborted(signal, this.#knowHome()),
      controllersFor: (cluster) => controllers().filter((one) => this.#isFor(one, cluster)),
      ruledBy: (cluster) =>
        controllers().map((one) => (this.#isFor(one, cluster) ? one : { ...one, clusters: 'home' })),
      connected: (cluster) => this.#connected(cluster),
      disconnected: (cluster) => this.#tell({ type: 'removed', cluster }),
      evicted: (name) => this.#entries.get(name)?.remote?.recheck(),
      moved: () => this.#tellAbsence(),
    }
  }

  find(name: string): Cluster | undefined {
    if (name === homeCluster) return this.home
    const entry = this.#entries.get(name)
    return entry?.isConnected === true ? entry.remote : undefined
  }

  list(): readonly Cluster[] {
    return [this.home, ...this.connected]
  }

  onChange(listener: (change: ClusterChange) => void): Disposable {
    this.#listeners.add(listener)
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) }
  }

  absent(): readonly AbsentCluster[] {
    return this.#sorted.flatMap((entry) => {
      const { phase, labels, failure, name } = entry.state
      if (entry.isConnected) return []
      const identity = this.#identities.identityOf(name) ?? entry.pinned
      // An ended connection is about to be replaced: its last phase is stale.
      return [{ name, labels, phase: phase === 'connected' ? 'connecting' : phase, identity, failure }]
    })
  }

  onAbsence(listener: () => void): Disposable {
    this.#absenceListeners.add(listener)
    return { [Symbol.dispose]: () => void this.#absenceListeners.delete(listener) }
  }

  get states(): readonly ClusterState[] {
    return this.#sorted.map(({ state }) => state)
  }

  /** By name. */
  get connected(): readonly RemoteCluster[] {
    return this.#sorted.flatMap(({ isConnected, remote }) => (isConnected && remote !== undefined ? [remote] : []))
  }

  /** The controllers on remote clusters. */
  get running(): readonly RunningController[] {
    return this.connected.flatMap(({ workforce }) => workforce.running)
  }

  /** The controllers of one cluster. Failure: `KW_MANAGER_CLUSTER_UNKNOWN`, also while it is not connected. */
  workforceOf(name: string): Workforce {
    const cluster = this.connected.find((one) => one.name === name)
    return cluster?.workforce ?? this.#unknown(name)
  }

  /** Work in flight other than reconciles, as readable lines. */
  get activity(): readonly string[] {
    return this.#sorted.flatMap(({ activity }) => activity)
  }

  /** `cluster:east`, with its problems. */
  get checks(): readonly (readonly [string, HealthCheck])[] {
    return this.#sorted.map((entry) => [`cluster:${entry.name}`, () => clusterAnswer(entry.report)] as const)
  }

  get metrics(): MetricSource {
    const states = clusterMetrics(() => this.states)
    return {
      collect: () => [
        ...states.collect(),
        ...this.#sorted.flatMap(({ name, remote }) =>
          remote === undefined ? [] : metricsOfCluster(remote.metrics, name).collect(),
        ),
      ],
    }
  }

  add(name: string, connection: ConnectionSource, options: ClusterOptions = {}): AddedCluster {
    assertFunctionForm('addCluster', `add the cluster ${name}`, options)
    return this.put(name, { ...options, connection }, 'add')
  }

  replace(name: string, connection: ConnectionSource, options: ClusterOptions = {}): AddedCluster {
    assertFunctionForm('addCluster', `replace the cluster ${name}`, options)
    this.#entry(name)
    return this.put(name, { ...options, connection }, 'replace')
  }

  async remove(name: string): Promise<void> {
    const entry = this.#entry(name)
    this.#entries.delete(name)
    this.#tellAbsence()
    entry.forget()
    await this.#end(entry, () => this.#identities.forget(name))
  }

  /** Whether a cluster of this name was added. */
  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Adds or replaces a cluster. Failure: `KW_MANAGER_CLUSTER_NAME`, `KW_MANAGER_STATE`. */
  put(name: string, definition: ClusterDefinition, how: 'add' | 'replace'): ClusterEntry {
    if (this.#isOver) throw tooLate(name)
    assertName(name)
    const former = this.#entries.get(name)
    if (former !== undefined && how === 'add') throw nameTaken(name)
    const entry = new ClusterEntry(name, definition, this.#host)
    this.#entries.set(name, entry)
    this.#tellAbsence()
    if (former !== undefined) void this.#end(former, () => undefined)
    if (this.#lifetime !== undefined) entry.begin(this.#ending.get(name) ?? Promise.resolve())
    return entry
  }

  /** Connects to all clusters, including those added later, without waiting for any. */
  start(lifetime: AbortSignal): void {
    this.#lifetime = lifetime
    for (const [name, entry] of this.#entries) entry.begin(this.#ending.get(name) ?? Promise.resolve())
  }

  /** Runs the controllers of all clusters, including those connected later. Resolves once `stop` is aborted and their work has ended. */
  async work(stop: AbortSignal, kill: AbortSignal): Promise<void> {
    const shift = { stop, kill, working: new Set<Promise<void>>() }
    this.#shift = shift
    for (const cluster of this.connected) this.#workOn(cluster)
    if (!stop.aborted) await new Promise<void>((resolve) => void onAbort(stop, resolve))
    this.#shift = undefined
    await Promise.all(shift.working)
  }

  /** Starts a new controller on all clusters it selects. */
  admit(controller: Controller): void {
    for (const cluster of this.connected) if (this.#isFor(controller, cluster)) cluster.admit(controller)
  }

  /** Removes a controller from all clusters but home. */
  async dismiss(name: string): Promise<void> {
    const having = this.connected.filter(({ workforce }) => workforce.controllers.some((one) => one.name === name))
    await Promise.all(having.map(({ workforce }) => workforce.remove(name)))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true
    this.home.end()
    for (const entry of this.#entries.values()) void this.#end(entry, () => undefined)
    await Promise.all(this.#ending.values())
    await this.#homeKnown?.catch(() => undefined)
    this.#listeners.clear()
    this.#absenceListeners.clear()
  }

  get #pins(): ReadonlyMap<string, string> {
    return new Map([...this.#entries].flatMap(([name, { pinned }]) => (pinned === undefined ? [] : [[name, pinned]])))
  }

  get #sorted(): readonly ClusterEntry[] {
    return [...this.#entries.values()].sort((one, two) => (one.name < two.name ? -1 : 1))
  }

  /** A selector that throws selects nothing, and is reported. */
  #isFor({ name: controller, clusters }: Controller, cluster: Cluster): boolean {
    try {
      return selectsCluster(clusters, cluster)
    } catch (error) {
      const key = `${controller} ${cluster.name}`
      if (!this.#failedSelectors.has(key))
        this.#options.log.error('cluster selector failed, the controller does not run in the cluster', {
          controller,
          cluster: cluster.name,
          error,
        })
      this.#failedSelectors.add(key)
      return false
    }
  }

  #connected(cluster: RemoteCluster): void {
    this.#entries.get(cluster.name)?.connectedTo(cluster)
    this.#tell({ type: 'added', cluster })
    this.#workOn(cluster)
  }

  #workOn(cluster: RemoteCluster): void {
    const shift = this.#shift
    if (shift === undefined) return
    const working = cluster.work(shift.stop, shift.kill).finally(() => shift.working.delete(working))
    shift.working.add(working)
  }

  #tell(change: ClusterChange): void {
    for (const listener of this.#listeners) {
      try {
        listener(change)
      } catch (error) {
        this.#options.log.error('onChange listener failed', {
          change: change.type,
          cluster: change.cluster.name,
          error,
        })
      }
    }
  }

  #tellAbsence(): void {
    for (const listener of this.#absenceListeners) {
      try {
        listener()
      } catch (error) {
        this.#options.log.error('onAbsence listener failed', { error })
      }
    }
  }

  #end(entry: ClusterEntry, then: () => void): Promise<void> {
    const { name } = entry
    const before = this.#ending.get(name) ?? Promise.resolve()
    const ended = Promise.all([entry.end(), before]).then(() => {
      then()
      if (this.#ending.get(name) === ended) this.#ending.delete(name)
    })
    this.#ending.set(name, ended)
    return ended
  }

  /** Read once, when the first remote cluster is added: a single-cluster program does not need it. */
  #knowHome(): Promise<void> {
    return (this.#homeKnown ??= track('the identity of home', this.#claimHome(this.#lifetime!)))
  }

  async #claimHome(lifetime: AbortSignal): Promise<void> {
    const { options, log } = this.#options
    for (let isTold = false; ; isTold = true) {
      try {
        const identity = await clusterIdentity(this.home.client, lifetime)
        this.#identities.claim(homeCluster, identity, identity) // home is trusted: no other cluster may claim its identity
        this.home.identity = identity
        this.#homeFailure = undefined
        return
      } catch (error) {
        if (lifetime.aborted) throw error
        this.#homeFailure = error
        if (!isTold)
          log.warn('identity of the home cluster could not be read, remote clusters are not connected', { error })
        await sleep(options.clock, withJitter(options.random, identityPauseMs, 0.2), lifetime)
      }
    }
  }

  #entry(name: string): ClusterEntry {
    const entry = this.#entries.get(name)
    return entry ?? this.#unknown(name)
  }

  #unknown(name: string): never {
    const isKnown = this.has(name)
    throw managerErrors('KW_MANAGER_CLUSTER_UNKNOWN', {
      what: `find the cluster ${name}`,
      why: isKnown ? 'it is not connected' : 'the manager has no cluster of that name',
      next: isKnown
        ? 'Wait until `manager.clusters.states` shows the phase `connected`, or read there why the connection fails.'
        : `Its clusters are: ${[homeCluster, ...this.#entries.keys()].join(', ')}.`,
      details: { name },
    })
  }
}

async function unlessAborted(signal: AbortSignal, work: Promise<void>): Promise<void> {
  signal.throwIfAborted()
  let listening: Disposable | undefined
  const aborted = new Promise<never>((_, reject) => {
    listening = onAbort(signal, () => reject(signal.reason as Error))
  })
  try {
    await Promise.race([work, aborted])
  } finally {
    listening?.[Symbol.dispose]()
  }
}

function assertName(name: string): void {
  const [problem] =
    name === homeCluster
      ? ['it is the name of the cluster the manager was created with']
      : nameProblems('dns1123Subdomain', name)
  if (problem === undefined) return
  throw managerErrors('KW_MANAGER_CLUSTER_NAME', {
    what: `add the cluster ${JSON.stringify(name)}`,
    why: `the name is not valid: ${problem}`,
    next: 'Use lower-case letters, digits and dashes, such as `east-1`: metrics and logs contain the name.',
    details: { name },
  })
}

function nameTaken(name: string): Error {
  return managerErrors('KW_MANAGER_CLUSTER_NAME', {
    what: `add the cluster ${name}`,
    why: 'the manager already has a cluster of that name',
    next: 'Choose another name. For a new connection of the same cluster, use `replace`.',
    details: { name },
  })
}

function tooLate(name: string): Error {
  return managerErrors('KW_MANAGER_STATE', {
    what: `add the cluster ${name}`,
    why: 'the manager has stopped, and a manager runs once',
    next: 'Create another manager.',
    details: { name },
  })
}
