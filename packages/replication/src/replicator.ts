/**
 * Replicates objects of one cluster, its home, to any number of peers, and copies their status back.
 *
 * One watch per kind at home, regardless of the number of peers; one watch per kind and one queue at each peer. Everything is
 * level-triggered: the next action follows from the current state, so a missed event, a restart or a crash between two requests affects
 * the timing, not the result.
 */
import { type Cache, createCache, readYourWrites } from '@kubewright/cache'
import { type Clock, type Logger, silentLogger, sleep, systemClock } from '@kubewright/core'
import { systemRandom } from '@kubewright/core/random'
import type { Resource } from '@kubewright/resource'
import type { Replication } from './define-replication.ts'
import { replicationErrors } from './errors.ts'
import { failureOf } from './failure.ts'
import { HomeKinds } from './home-kinds.ts'
import { HomeWork } from './home-work.ts'
import { clusterIdentity } from './identity.ts'
import { Abandonment, type LeftBehind } from './orphaned-replicas.ts'
import { assertIdentity } from './names.ts'
import type { PeerReport } from './peer-report.ts'
import type { SessionHost } from './peer-session.ts'
import { PeerSessions } from './peer-sessions.ts'
import type { ReplicatorOptions } from './replicator-options.ts'

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

/** The parts of a replicator that runs. */
interface RunningParts {
  readonly cache: Cache
  readonly kinds: HomeKinds
  readonly sessions: PeerSessions
  readonly abandonment: Abandonment
}

class HomeReplicator implements Replicator {
  readonly #options: ReplicatorOptions
  readonly #clock: Clock
  readonly #log: Logger
  readonly #work: HomeWork
  readonly #running = new Set<Promise<void>>()
  #replications: readonly Replication[]
  #hasRun = false
  /** `undefined` until the home cluster is identified. */
  #parts: RunningParts | undefined

  constructor(options: ReplicatorOptions) {
    const { clock = systemClock, random = systemRandom, log = silentLogger } = options
    const { retryMax = '1m', statusesPerSecond = 200 } = options
    this.#options = options
    this.#clock = clock
    this.#log = log
    this.#replications = options.replications
    this.#work = new HomeWork({ clock, random, log, retryMax, statusesPerSecond })
  }

  get peers(): readonly PeerReport[] {
    return this.#parts?.sessions.reports ?? []
  }

  async run(signal: AbortSignal): Promise<void> {
    if (this.#hasRun) throw alreadyRunning()
    this.#hasRun = true
    try {
      const { sessions } = this.#start(await this.#identify(signal), signal)
      using _following = this.#options.peers.subscribe(() => sessions.update())
      sessions.update()
      await untilAborted(signal)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#work.close()
      this.#parts?.sessions.stop()
      await Promise.all(this.#running)
      this.#parts?.kinds[Symbol.dispose]()
      await this.#parts?.cache[Symbol.asyncDispose]()
    }
  }

  use(replications: readonly Replication[]): void {
    this.#replications = replications
    this.#parts?.kinds.update(replications)
  }

  async abandon(identity: string): Promise<readonly LeftBehind[]> {
    const { all, absent = [] } = this.#options.peers
    if ([...all, ...absent].some((peer) => peer.identity === identity)) throw busyPeer(identity)
    return (await this.#parts?.abandonment.abandon(identity)) ?? []
  }

  leftovers(resource: Pick<Resource, 'plural' | 'group'>): readonly LeftBehind[] | undefined {
    return this.#parts?.abandonment.leftovers(resource)
  }

  async abandonLeftovers(left: readonly LeftBehind[]): Promise<readonly LeftBehind[]> {
    return (await this.#parts?.abandonment.abandonLeftovers(left)) ?? []
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
        this.#log.warn('identity of the home cluster could not be read, nothing is replicated yet, will retry', {
          error,
        })
        await sleep(this.#clock, '5s', signal)
      }
    }
  }

  #start(origin: string, signal: AbortSignal): RunningParts {
    const { client, random = systemRandom, freezes = false, homeWorkers = 8, peers } = this.#options
    const [clock, log, work] = [this.#clock, this.#log, this.#work]
    const report = (error: unknown) =>
      log.error('listener of the home cache failed, the change may not be handled', { error })
    const cache = createCache({ client, clock, random, freezes, report })
    const kinds = new HomeKinds({ cache, log, signal, sessions: () => sessions.all, touchHome: work.add })
    const host = this.#host(origin, cache, kinds)
    const sessions = new PeerSessions({ peers, host, signal, keep: (running) => this.#keep(running) })
    const identitiesOf = (names: readonly string[]) => sessions.identitiesOf(names)
    const known = { kinds: kinds.all, client: host.homeClient }
    const abandonment = new Abandonment({ ...known, origin, log, signal, identitiesOf })
    const parts = (this.#parts = { cache, kinds, sessions, abandonment })
    kinds.update(this.#replications)
    for (let worker = 0; worker < homeWorkers; worker++)
      this.#keep(work.run({ ...known, sessions, abandonment }, signal))
    return parts
  }

  #host(origin: string, cache: Cache, kinds: HomeKinds): SessionHost {
    const { client, random = systemRandom, freezes = false, peers } = this.#options
    const { workersPerPeer = 4, recheck = '5m', unreachableAfter = '30s', retryMax = '1m' } = this.#options
    return {
      clock: this.#clock,
      random,
      freezes,
      origin,
      log: this.#log,
      homeClient: readYourWrites(client, cache),
      workersPerPeer,
      recheck,
      unreachableAfter,
      retryMax,
      kinds: kinds.all,
      isDuplicate: (peer) => peers.all.find(({ identity }) => identity === peer.identity) !== peer,
      touchHome: this.#work.add,
      statusChanged: this.#work.statusChanged,
      drained: (peer) => peers.drained?.(peer.name),
    }
  }

  #keep(running: Promise<void>): void {
    const kept = running
      .catch((error: unknown) =>
        this.#log.error('part of the replicator failed and is not restarted, restart the process', { error }),
      )
      .finally(() => this.#running.delete(kept))
    this.#running.add(kept)
  }
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
    why: '`run` was called before',
    next: 'Create another replicator with `createReplicator`.',
  })
}

function busyPeer(identity: string): Error {
  return replicationErrors('KW_REPLICATION_BUSY_PEER', {
    what: `abandon the cluster ${identity}`,
    why: 'it is still a peer',
    next: 'Call `leave` to delete its replicas. If it no longer responds, call `remove` first, then `abandon`.',
    details: { identity },
  })
}
