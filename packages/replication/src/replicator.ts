/**
 * Replicates objects of one cluster, its home, to any number of peers, and copies their status back.
 *
 * One watch per kind at home, regardless of the number of peers; one watch per kind and one queue at each peer. Everything is
 * level-triggered: the next action follows from the current state, so a missed event, a restart or a crash between two requests affects
 * the timing, not the result.
 */
import { type Cache, type Change, createCache, readYourWrites } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import {
  type Clock,
  type Duration,
  formatRef,
  type KubeObject,
  type Logger,
  type Ref,
  refOf,
  silentLogger,
  sleep,
  systemClock,
} from '@kubewright/core'
import { deepEqual } from '@kubewright/core/json'
import { parseRef } from '@kubewright/core/object'
import { type Random, systemRandom } from '@kubewright/core/random'
import { type Task, WorkQueue } from '@kubewright/queue'
import type { Resource } from '@kubewright/resource'
import type { Replication } from './define-replication.ts'
import { replicationErrors } from './errors.ts'
import { failureOf } from './failure.ts'
import { repeat } from './repeat.ts'
import { HomeKind, kindId } from './home-kind.ts'
import { type KnownPeer, releaseFinalizers, runHome } from './home-run.ts'
import { clusterIdentity } from './identity.ts'
import { assertIdentity, finalizerOf, heldIdentities, replicaName, tenantNamespace } from './names.ts'
import { isReplica } from './origin.ts'
import type { AbsentPeer, Peer, Peers } from './peers.ts'
import { isMarked } from './status-return.ts'
import { PeerSession, type PeerState, type SessionHost } from './peer-session.ts'
import { StatusRateLimit } from './status-rate-limit.ts'

/** Options of `createReplicator`. */
export interface ReplicatorOptions {
  /** A client of the home cluster. */
  readonly client: Client
  readonly peers: Peers
  readonly replications: readonly Replication[]
  /** The identity of the home cluster. @default the uid of its namespace kube-system */
  readonly identity?: string
  /** Concurrent originals per peer. @default 4 */
  readonly workersPerPeer?: number
  /** Concurrent status updates of originals. @default 8 */
  readonly homeWorkers?: number
  /** Statuses that come back from each peer in a second; a single object gets one a second. Those in between are skipped. @default 200 */
  readonly statusesPerSecond?: number
  /** How often the identity of an available peer is verified again. @default '5m' */
  readonly recheck?: Duration
  /** How long a peer may be unreachable before its objects report it. @default '30s' */
  readonly unreachableAfter?: Duration
  /** The maximum retry delay of a failed object. @default '1m' */
  readonly retryMax?: Duration
  /** @default none */
  readonly log?: Logger
  /** Freezes cached objects, so that a test detects mutations. @default false */
  readonly freezes?: boolean
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
}

/** A replica left behind at an abandoned cluster. */
export interface LeftBehind {
  /** `websites.web.example.dev` */
  readonly kind: string
  readonly original: Ref
  /** The location of the replica, if it was ever created. */
  readonly replica: Ref
  /** The identity of the cluster. */
  readonly cluster: string
}

/** The state of a peer, for readiness checks and users. */
export interface PeerReport {
  readonly name: string
  /** Empty if it is not known yet. */
  readonly identity: string
  readonly state: PeerState
  /** The number of queued originals. */
  readonly backlog: number
  /** A warning about a peer that answers: `KW_REPLICATION_CLOCK`, `KW_REPLICATION_RESTORED`. */
  readonly warning: Error | undefined
  /** The number of originals of each kind by outcome: `Synced`, or the reason of a problem. */
  readonly objects: readonly { readonly kind: string; readonly reason: string; readonly count: number }[]
}

/** Replication from the home cluster to its peers without a manager: `run` starts it, `use` replaces what is replicated. */
export interface Replicator {
  /** Runs until `signal` is aborted. Originals and replicas are left as they are then. */
  run(signal: AbortSignal): Promise<void>
  /** Replaces the replications. Replicas that are no longer wanted are deleted, and their originals released. */
  use(replications: readonly Replication[]): void
  /**
   * Releases originals that may have replicas in a permanently lost cluster.
   *
   * @returns what is left behind there
   *
   * Failure: `KW_REPLICATION_BUSY_PEER` if it is among the peers.
   */
  abandon(identity: string): Promise<readonly LeftBehind[]>
  /** Originals of a kind that may still have a replica at a cluster that is no longer their destination; `undefined` while not known. */
  leftovers(resource: Pick<Resource, 'plural' | 'group'>): readonly LeftBehind[] | undefined
  /**
   * Releases these originals, whether or not their clusters respond.
   *
   * @returns what may be left behind: a cluster that is still a peer removes it when it responds
   */
  abandonLeftovers(left: readonly LeftBehind[]): Promise<readonly LeftBehind[]>
  readonly peers: readonly PeerReport[]
}

/** Creates a replicator; `run` starts it. */
export function createReplicator(options: ReplicatorOptions): Replicator {
  if (options.identity !== undefined) assertIdentity(options.identity, 'the home cluster')
  return new HomeReplicator(options)
}

class HomeReplicator implements Replicator {
  readonly #options: ReplicatorOptions
  readonly #clock: Clock
  readonly #log: Logger
  readonly #queue: WorkQueue<string>
  readonly #statusRate: StatusRateLimit
  readonly #kinds = new Map<string, HomeKind>()
  readonly #sessions = new Map<string, PeerSession>()
  /** The peers as seen by originals; built lazily, because every object needs it. */
  #knownPeers: ReadonlyMap<string, KnownPeer> | undefined
  readonly #running = new Set<Promise<void>>()
  #replications: readonly Replication[]
  #absent: ReadonlyMap<string, AbsentPeer> = new Map()
  #host: SessionHost | undefined
  #cache: Cache | undefined
  #signal: AbortSignal | undefined

  constructor(options: ReplicatorOptions) {
    const { clock = systemClock, random = systemRandom, log = silentLogger, retryMax = '1m' } = options
    this.#options = options
    this.#clock = clock
    this.#log = log
    this.#replications = options.replications
    this.#statusRate = new StatusRateLimit({ now: () => clock.elapsed(), perPeer: options.statusesPerSecond ?? 200 })
    this.#queue = new WorkQueue({ clock, random, backoff: { first: '50ms', max: retryMax, jitter: 0.2 } })
  }

  get peers(): readonly PeerReport[] {
    const connected = [...this.#sessions.values()].map(({ peer: { name, identity }, state, backlog, warning }) => {
      return { name, identity, state, backlog, warning, objects: this.#objectsAt(name) }
    })
    return [...connected, ...[...this.#absent.values()].map(absentReport)]
  }

  #objectsAt(peer: string): PeerReport['objects'] {
    return [...this.#kinds.values()].flatMap((kind) =>
      [...kind.countAt(peer)].map(([reason, count]) => ({ kind: kind.id, reason, count })),
    )
  }

  async run(signal: AbortSignal): Promise<void> {
    if (this.#signal !== undefined) throw alreadyRunning()
    this.#signal = signal
    try {
      this.#start(await this.#identify(signal), signal)
      using _following = this.#options.peers.subscribe(() => this.#updatePeers())
      this.#updatePeers()
      await untilAborted(signal)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#queue.close('drop')
      for (const session of this.#sessions.values()) session.stop()
      await Promise.all(this.#running)
      for (const kind of this.#kinds.values()) kind.source[Symbol.dispose]()
      await this.#cache?.[Symbol.asyncDispose]()
    }
  }

  use(replications: readonly Replication[]): void {
    this.#replications = replications
    if (this.#host !== undefined) this.#updateKinds()
  }

  async abandon(identity: string): Promise<readonly LeftBehind[]> {
    const { all, absent = [] } = this.#options.peers
    if ([...all, ...absent].some((peer) => peer.identity === identity)) throw busyPeer(identity)
    const left: LeftBehind[] = []
    for (const kind of Array.from(this.#kinds.values())) {
      await kind.source.synced(this.#signal === undefined ? {} : { signal: this.#signal })
      for (const home of kind.source.list().filter((one) => kind.holds(one, finalizerOf(identity)))) {
        await this.#release(kind, home, identity)
        left.push(this.#leave(kind, home, identity))
      }
    }
    return left
  }

  leftovers(resource: Pick<Resource, 'plural' | 'group'>): readonly LeftBehind[] | undefined {
    const kind = this.#kinds.get(kindId(resource))
    if (kind === undefined) return this.#host === undefined ? undefined : []
    if (!kind.source.isSynced) return undefined
    return kind.source.list().flatMap((home) => this.#unwantedOf(kind, home))
  }

  async abandonLeftovers(left: readonly LeftBehind[]): Promise<readonly LeftBehind[]> {
    const given: LeftBehind[] = []
    for (const { kind: id, original, cluster } of left) {
      const kind = this.#kinds.get(id)
      const home = kind?.source.get(original)
      if (kind === undefined || home === undefined || !kind.holds(home, finalizerOf(cluster))) continue
      await this.#release(kind, home, cluster)
      given.push(this.#leave(kind, home, cluster))
    }
    return given
  }

  /** An object with unknown destinations is left as it is. */
  #unwantedOf(kind: HomeKind, home: KubeObject): readonly LeftBehind[] {
    const destinations = home.metadata.deletionTimestamp === undefined ? kind.destinations(home) : []
    if (destinations === undefined) return []
    const wanted = new Set(
      [...this.#sessions.values()].flatMap(({ peer }) => (destinations.includes(peer.name) ? peer.identity : [])),
    )
    for (const { name, identity } of this.#absent.values()) {
      if (identity !== undefined && destinations.includes(name)) wanted.add(identity)
    }
    const held = heldIdentities(home.metadata.finalizers).filter((identity) => !wanted.has(identity))
    return held.map((identity) => this.#leftBehind(kind, home, identity))
  }

  #release(kind: HomeKind, home: KubeObject, identity: string): Promise<void> {
    return releaseFinalizers({ client: this.#host!.homeClient, kind, signal: this.#signal }, home, [identity])
  }

  /** Without its identity a cluster cannot mark objects as its own: retries until it is known. */
  async #identify(signal: AbortSignal): Promise<string> {
    const { identity, client } = this.#options
    if (identity !== undefined) return identity
    for (;;) {
      try {
        const found = await clusterIdentity(client, signal)
        assertIdentity(found, 'the home cluster')
        return found
      } catch (error) {
        if (signal.aborted || !['Unreachable', 'Failing'].includes(failureOf(error).reason ?? '')) throw error
        this.#log.warn('home cluster could not be identified, will retry', { error })
        await sleep(this.#clock, '5s', signal)
      }
    }
  }

  #start(origin: string, signal: AbortSignal): void {
    const { client, random = systemRandom, freezes = false, peers } = this.#options
    const clock = this.#clock
    const report = (error: unknown) => this.#log.error('listener failed', { error })
    this.#cache = createCache({ client, clock, random, freezes, report })
    const { workersPerPeer = 4, recheck = '5m', unreachableAfter = '30s', retryMax = '1m' } = this.#options
    this.#host = {
      clock,
      random,
      freezes,
      origin,
      log: this.#log,
      homeClient: readYourWrites(client, this.#cache),
      workersPerPeer,
      recheck,
      unreachableAfter,
      retryMax,
      kinds: this.#kinds,
      isDuplicate: (peer) => peers.all.find(({ identity }) => identity === peer.identity) !== peer,
      touchHome: (kind, ref) => this.#queue.add(`${kind.id}|${formatRef(ref)}`),
      statusChanged: (kind, ref) => this.#statusChanged(`${kind.id}|${formatRef(ref)}`),
      drained: (peer) => peers.drained?.(peer.name),
    }
    this.#updateKinds()
    const { homeWorkers = 8 } = this.#options
    for (let worker = 0; worker < homeWorkers; worker++) this.#keep(this.#work(signal))
  }

  /** A kind that is no longer replicated is watched until nothing is left of it. */
  #updateKinds(): void {
    const wanted = new Map<string, Replication[]>()
    for (const replication of this.#replications) {
      const id = kindId(replication.resource)
      wanted.set(id, [...(wanted.get(id) ?? []), replication])
    }
    for (const [id, replications] of wanted) {
      if (!this.#kinds.has(id)) this.#followKind(replications)
    }
    for (const kind of this.#kinds.values()) {
      kind.replications = wanted.get(kind.id) ?? []
      if (kind.source.isSynced) for (const home of kind.source.list()) this.#dispatch(kind, home, undefined)
      this.#releaseIfOver(kind)
    }
  }

  #followKind(replications: readonly Replication[]): void {
    const source = this.#cache!.source(replications[0]!.resource)
    const kind = new HomeKind(source, replications, this.#log)
    this.#kinds.set(kind.id, kind)
    source.subscribe((change) => this.#changed(kind, change))
    for (const session of this.#sessions.values()) session.updateKinds()
    source.synced({ signal: this.#signal! }).then(
      () => this.#homeSynced(kind),
      () => undefined, // disposed or stopped before
    )
  }

  /** Peers may have synced before and leaving ones wait for this, and an unused kind may be finished. */
  #homeSynced(kind: HomeKind): void {
    for (const session of this.#sessions.values()) {
      session.homeSynced(kind)
      if (session.peer.isLeaving === true) session.checkNow()
    }
    if (this.#kinds.get(kind.id) === kind) this.#releaseIfOver(kind)
  }

  /** A kind without replications is released when no original has a finalizer of a peer. */
  #releaseIfOver(kind: HomeKind): void {
    if (kind.replications.length > 0 || !kind.source.isSynced) return
    if (
      kind.source.list().some((home) => heldIdentities(home.metadata.finalizers).length > 0 || isMarkedOriginal(home))
    )
      return
    this.#kinds.delete(kind.id)
    for (const session of this.#sessions.values()) session.updateKinds()
    kind.source[Symbol.dispose]()
  }

  #changed(kind: HomeKind, { object, previous, type }: Change): void {
    this.#dispatch(kind, object, previous)
    if (type === 'deleted' || kind.replications.length === 0) this.#releaseIfOver(kind)
  }

  /** Only to peers that are or were its destination, or may hold its replica. */
  #dispatch(kind: HomeKind, home: KubeObject, previous: KubeObject | undefined): void {
    const ref = refOf(home)
    const names = new Set([home, previous].flatMap((one) => (one === undefined ? [] : (kind.destinations(one) ?? []))))
    const held = new Set(
      heldIdentities([...(home.metadata.finalizers ?? []), ...(previous?.metadata.finalizers ?? [])]),
    )
    for (const session of this.#sessions.values()) {
      if (names.has(session.peer.name) || held.has(session.peer.identity)) session.add(kind, ref)
    }
    if (names.size > 0 || held.size > 0 || isMarkedOriginal(home)) this.#host!.touchHome(kind, ref)
  }

  /** While an object waits for its turn, further changes at the peer change nothing. */
  #statusChanged(key: string): void {
    const waitMs = this.#statusRate.waitMs(key)
    this.#queue.add(key, waitMs > 0 ? { after: waitMs } : {})
  }

  #updatePeers(): void {
    const signal = this.#signal!
    this.#knownPeers = undefined
    if (signal.aborted) return
    const all = new Map(this.#options.peers.all.map((peer) => [peer.name, peer]))
    for (const [name, session] of this.#sessions) {
      if (all.get(name) === session.peer) continue
      session.stop()
      this.#sessions.delete(name)
      if (!all.has(name)) for (const kind of this.#kinds.values()) kind.forget(name)
      this.#touchPeer(session.peer)
    }
    for (const [name, peer] of all) if (!this.#sessions.has(name)) this.#connect(name, peer, signal)
    for (const session of this.#sessions.values()) session.checkNow()
    this.#updateAbsent()
  }

  #updateAbsent(): void {
    const before = this.#absent
    this.#absent = new Map((this.#options.peers.absent ?? []).map((peer) => [peer.name, peer]))
    const names = new Set([...before.keys(), ...this.#absent.keys()])
    for (const name of names) {
      const [was, is] = [before.get(name), this.#absent.get(name)]
      if (deepEqual(was, is)) continue
      this.#touchPeer({ name, identity: is?.identity ?? was?.identity ?? '' })
    }
  }

  #connect(name: string, peer: Peer, signal: AbortSignal): void {
    const session = new PeerSession(peer, this.#host!)
    this.#sessions.set(name, session)
    this.#keep(session.run(signal))
    this.#touchPeer(peer)
  }

  #touchPeer(peer: Pick<Peer, 'name' | 'identity'>): void {
    for (const kind of this.#kinds.values()) {
      if (!kind.source.isSynced) continue
      for (const ref of kind.concerning(peer)) this.#host!.touchHome(kind, ref)
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (;;) {
      using task = await this.#queue.take()
      if (task === undefined || signal.aborted) return
      try {
        const waitMs = await this.#runHome(task.key, signal)
        if (waitMs > 0) awaitTurn(task, waitMs)
        else this.#statusRate.drop(task.key)
      } catch (error) {
        if (signal.aborted) return
        repeat(task, error)
        this.#log.debug('status could not be written, will retry', { object: task.key, error })
      }
    }
  }

  async #runHome(key: string, signal: AbortSignal): Promise<number> {
    const at = key.indexOf('|')
    const kind = this.#kinds.get(key.slice(0, at))
    if (kind?.source.isSynced !== true) return 0
    return await runHome({
      kind,
      ref: parseRef(key.slice(at + 1)),
      client: this.#host!.homeClient,
      peers: (this.#knownPeers ??= new Map([...this.#sessions].map(([name, session]) => [name, knownPeer(session)]))),
      now: this.#clock.now(),
      signal,
      absent: this.#absent,
      turnOf: (peer) => this.#statusRate.take(key, peer),
      conditionTurn: () => this.#statusRate.takeCondition(key),
      abandoned: (home, identities) => identities.forEach((identity) => this.#leave(kind, home, identity)),
      refused: (peer, error) =>
        this.#log.warn('status of a replica refused by the home cluster, compare the CRDs of both', {
          peer,
          object: key,
          error,
        }),
    })
  }

  #leave(kind: HomeKind, home: KubeObject, cluster: string): LeftBehind {
    const left = this.#leftBehind(kind, home, cluster)
    this.#log.warn('peer abandoned, its replica stays behind', { ...left })
    return left
  }

  #leftBehind(kind: HomeKind, home: KubeObject, cluster: string): LeftBehind {
    const original = refOf(home)
    const replica = { namespace: tenantNamespace(this.#host!.origin), name: replicaName(original) }
    return { kind: kind.id, original, replica, cluster }
  }

  #keep(running: Promise<void>): void {
    const kept = running
      .catch((error: unknown) => this.#log.error('part of the replicator failed', { error }))
      .finally(() => this.#running.delete(kept))
    this.#running.add(kept)
  }
}

/** `again` would reset the back-off of a status that is refused, and it would use up the budget of its peer. */
function awaitTurn(task: Task<string>, waitMs: number): void {
  if (task.failures > 0) task.retry()
  else task.again(waitMs)
}

function knownPeer(session: PeerSession): KnownPeer {
  return {
    identity: session.peer.identity,
    problemOf: (kind: HomeKind) => session.problemOf(kind),
    replica: (kind: HomeKind, ref: Ref) => session.replica(kind, ref),
  }
}

/** Whether an original carries a condition or annotation of replication. */
function isMarkedOriginal(home: KubeObject): boolean {
  return !isReplica(home) && isMarked(home)
}

function absentReport({ name, identity = '', problem }: AbsentPeer): PeerReport {
  const state: PeerState = problem === undefined ? { phase: 'starting' } : { ...problem, phase: 'failing' }
  return { name, identity, state, backlog: 0, warning: undefined, objects: [] }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function alreadyRunning(): Error {
  return replicationErrors('KW_REPLICATION_RUNNING', {
    what: 'run the replicator',
    why: 'it runs already, or has run',
    next: 'Create another one.',
  })
}

function busyPeer(identity: string): Error {
  return replicationErrors('KW_REPLICATION_BUSY_PEER', {
    what: `abandon the cluster ${identity}`,
    why: 'it is among the peers',
    next: 'Call `leave` to delete its replicas, or `remove` it first.',
    details: { identity },
  })
}
