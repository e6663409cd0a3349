/**
 * Replicates objects of one cluster, its home, to any number of peers, and brings their status back.
 *
 * One watch a kind at home, whatever the number of peers; one watch a kind and one queue at each peer. Everything is
 * level-triggered: what to do follows from what is there, so a missed event, a restart or a crash between two requests changes
 * when something happens and not what.
 */
import { type Cache, type Change, createCache, readYourWrites } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import {
  type Clock,
  deepEqual,
  type Duration,
  formatRef,
  type KubeObject,
  type Logger,
  parseRef,
  type Random,
  type Ref,
  refOf,
  silentLogger,
  sleep,
  systemClock,
  systemRandom,
} from '@kubewright/core'
import { WorkQueue } from '@kubewright/queue'
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

export interface ReplicatorOptions {
  /** Of the home cluster. */
  readonly client: Client
  readonly peers: Peers
  readonly replications: readonly Replication[]
  /** Who the home cluster is. @default the uid of its namespace kube-system */
  readonly identity?: string
  /** How many originals are worked on at once, for each peer. @default 4 */
  readonly workersPerPeer?: number
  /** How many originals have their status written at once. @default 8 */
  readonly homeWorkers?: number
  /** How often the identity of a peer that works is checked again. @default '5m' */
  readonly recheck?: Duration
  /** For how long a peer may be away before its objects say so. @default '30s' */
  readonly unreachableAfter?: Duration
  /** How long a failed object waits for its next attempt, at most. @default '1m' */
  readonly retryMax?: Duration
  /** @default nobody hears of it */
  readonly log?: Logger
  /** Freezes what is read, so that a test finds whoever changes it. @default false */
  readonly freezes?: boolean
  /** @default systemClock */
  readonly clock?: Clock
  /** @default systemRandom */
  readonly random?: Random
}

/** A replica that stays behind at a cluster that was abandoned. */
export interface LeftBehind {
  /** `websites.web.example.dev` */
  readonly kind: string
  readonly original: Ref
  /** Where the replica is, if it was ever created. */
  readonly replica: Ref
  /** The identity of the cluster. */
  readonly cluster: string
}

/** A peer as a replicator sees it, for readiness and people. */
export interface PeerReport {
  readonly name: string
  /** Empty if it is not known yet. */
  readonly identity: string
  readonly state: PeerState
  /** How many originals wait for a worker. */
  readonly backlog: number
  /** What is to be known of a peer that works all the same: `KW_REPLICATION_CLOCK`. */
  readonly warning: Error | undefined
  /** How many originals of each kind have come to what there: `Synced`, or the reason of a problem. */
  readonly objects: readonly { readonly kind: string; readonly reason: string; readonly count: number }[]
}

export interface Replicator {
  /** Works until `signal` is aborted. Originals and replicas stay as they are then. */
  run(signal: AbortSignal): Promise<void>
  /** Replaces what is replicated. Replicas of what is not any more are deleted, and their originals let go. */
  use(replications: readonly Replication[]): void
  /**
   * Lets originals go that may have replicas in a cluster that is lost for good.
   *
   * @returns what stays behind there
   *
   * Failure: `KW_REPLICATION_BUSY_PEER` if it is among the peers.
   */
  abandon(identity: string): Promise<readonly LeftBehind[]>
  /**
   * Originals of a kind that may still have a replica at a cluster they do not go to any more; nothing while that is not known.
   */
  leftovers(resource: Pick<Resource, 'plural' | 'group'>): readonly LeftBehind[] | undefined
  /**
   * Lets these originals go, whether or not their clusters answer.
   *
   * @returns what may stay behind: a cluster that is still a peer removes it when it answers
   */
  abandonLeftovers(left: readonly LeftBehind[]): Promise<readonly LeftBehind[]>
  readonly peers: readonly PeerReport[]
}

/** A replicator that does not run yet. */
export function createReplicator(options: ReplicatorOptions): Replicator {
  if (options.identity !== undefined) assertIdentity(options.identity, 'the home cluster')
  return new HomeReplicator(options)
}

class HomeReplicator implements Replicator {
  readonly #options: ReplicatorOptions
  readonly #clock: Clock
  readonly #log: Logger
  readonly #queue: WorkQueue<string>
  readonly #kinds = new Map<string, HomeKind>()
  readonly #sessions = new Map<string, PeerSession>()
  /** The same as originals know them; made when it is next needed, for it is needed for every object. */
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

  /** An object of which nobody can say where it goes is left as it is. */
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

  /** Without its own identity a cluster cannot mark anything as its own: it is asked for until it is known. */
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
      drained: (peer) => peers.drained?.(peer.name),
    }
    this.#updateKinds()
    const { homeWorkers = 8 } = this.#options
    for (let worker = 0; worker < homeWorkers; worker++) this.#keep(this.#work(signal))
  }

  /** What is not replicated any more is followed until nothing is left of it. */
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

  /** Peers that leave wait for it, and a kind that is to go may be over. */
  #homeSynced(kind: HomeKind): void {
    for (const session of this.#sessions.values()) if (session.peer.isLeaving === true) session.look()
    if (this.#kinds.get(kind.id) === kind) this.#releaseIfOver(kind)
  }

  /** A kind that no replication names is let go when no original says that a replica of it may be somewhere. */
  #releaseIfOver(kind: HomeKind): void {
    if (kind.replications.length > 0 || !kind.source.isSynced) return
    if (kind.source.list().some((home) => heldIdentities(home.metadata.finalizers).length > 0 || saysSo(home))) return
    this.#kinds.delete(kind.id)
    for (const session of this.#sessions.values()) session.updateKinds()
    kind.source[Symbol.dispose]()
  }

  #changed(kind: HomeKind, { object, previous, type }: Change): void {
    this.#dispatch(kind, object, previous)
    if (type === 'deleted' || kind.replications.length === 0) this.#releaseIfOver(kind)
  }

  /** To the peers it goes to, went to, or may be at: not to all of them. */
  #dispatch(kind: HomeKind, home: KubeObject, previous: KubeObject | undefined): void {
    const ref = refOf(home)
    const names = new Set([home, previous].flatMap((one) => (one === undefined ? [] : (kind.destinations(one) ?? []))))
    const held = new Set(
      heldIdentities([...(home.metadata.finalizers ?? []), ...(previous?.metadata.finalizers ?? [])]),
    )
    for (const session of this.#sessions.values()) {
      if (names.has(session.peer.name) || held.has(session.peer.identity)) session.add(kind, ref)
    }
    if (names.size > 0 || held.size > 0 || saysSo(home)) this.#host!.touchHome(kind, ref)
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
    for (const session of this.#sessions.values()) session.look()
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
        await this.#runHome(task.key, signal)
      } catch (error) {
        if (signal.aborted) return
        repeat(task, error)
        this.#log.debug('status could not be written, will retry', { object: task.key, error })
      }
    }
  }

  async #runHome(key: string, signal: AbortSignal): Promise<void> {
    const at = key.indexOf('|')
    const kind = this.#kinds.get(key.slice(0, at))
    if (kind?.source.isSynced !== true) return
    await runHome({
      kind,
      ref: parseRef(key.slice(at + 1)),
      client: this.#host!.homeClient,
      peers: (this.#knownPeers ??= new Map([...this.#sessions].map(([name, session]) => [name, knownPeer(session)]))),
      now: this.#clock.now(),
      signal,
      absent: this.#absent,
      abandoned: (home, identities) => identities.forEach((identity) => this.#leave(kind, home, identity)),
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

function knownPeer(session: PeerSession): KnownPeer {
  return {
    identity: session.peer.identity,
    problemOf: (kind: HomeKind) => session.problemOf(kind),
    replica: (kind: HomeKind, ref: Ref) => session.replica(kind, ref),
  }
}

/** Whether an object that is no replica carries what replication says about it. */
function saysSo(home: KubeObject): boolean {
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
