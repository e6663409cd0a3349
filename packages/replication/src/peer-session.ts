/**
 * The connection to one peer, with one credential: verifies its identity, watches its replicas, and has a queue of its own, so that a slow
 * or lost peer delays no other.
 *
 * Nothing is written to a peer before its identity has been verified, nor while verification fails.
 */
import { type KubeObject, type Ref, sleep, toMs } from '@kubewright/core'
import { withJitter } from '@kubewright/core/random'
import type { HomeKind } from './home-kind.ts'
import { checkPeer } from './identity.ts'
import { finalizerOf, tenantNamespace } from './names.ts'
import { type Outcome, problem } from './outcome.ts'
import type { PeerKind } from './peer-kind.ts'
import { PeerReplicas, type PeerReplicasHost } from './peer-replicas.ts'
import { isAwayOnly, PeerHealth, type PeerProblem, type PeerState } from './peer-state.ts'
import { PeerWork, type PeerWorkHost } from './peer-work.ts'
import type { Peer } from './peers.ts'
import { hasGoneBack, restoredProblem } from './restored-peer.ts'

/** How long a restored peer is reported. */
const restoredForMs = 60 * 60_000

/** The interface of the session to its replicator. */
export interface SessionHost extends PeerReplicasHost, PeerWorkHost {
  /** Whether another peer with the same identity came first. */
  isDuplicate(peer: Peer): boolean
  /** Enqueues an original whose replica changed; paced, because the peer decides how often that happens. */
  statusChanged(kind: HomeKind, ref: Ref): void
  drained(peer: Peer): void
}

export class PeerSession {
  readonly peer: Peer
  readonly #host: SessionHost
  readonly #health: PeerHealth
  readonly #replicas: PeerReplicas
  readonly #work: PeerWork
  readonly #stop = new AbortController()
  /** When it was noticed that the peer was restored from a backup, as `clock.elapsed()`. */
  #restoredAt = -Infinity
  #wake: (() => void) | undefined
  /** What was logged already, by kind. */
  readonly #logged = new Set<string>()

  constructor(peer: Peer, host: SessionHost) {
    this.peer = peer
    this.#host = host
    this.#health = new PeerHealth(host)
    this.#replicas = this.#makeReplicas()
    this.#work = new PeerWork({
      peer,
      host,
      replicas: this.#replicas,
      isReady: () => this.#health.isReady,
      done: () => this.#drainedIf(),
      away: () => this.checkNow(),
      defect: (kind, error) => this.#defect(kind, error),
    })
  }

  #makeReplicas(): PeerReplicas {
    const host = this.#host
    const listener = {
      changed: (home: HomeKind, ref: Ref) => {
        this.add(home, ref)
        host.statusChanged(home, ref)
      },
      ignored: ({ id }: HomeKind) =>
        this.#logOnce(
          'warn',
          'malformed objects of a peer are ignored, check which server responds at its address',
          id,
        ),
      problemChanged: (home: HomeKind) => this.#touch(home),
      synced: (kind: PeerKind) => this.#enqueueKind(kind),
      watchFailed: () => {
        if (this.#health.isReady) this.checkNow()
      },
      defect: ({ id }: HomeKind, error: unknown) => this.#defect(id, error),
    }
    return new PeerReplicas(this.peer, host, listener, this.#stop.signal)
  }

  get state(): PeerState {
    return this.#health.state
  }

  /** A warning about a peer that still works. */
  get warning(): Error | undefined {
    const isRestored = this.#host.clock.elapsed() - this.#restoredAt < restoredForMs
    return isRestored ? restoredProblem(this.peer.name) : this.#work.clockProblem
  }

  /** The number of queued originals. */
  get backlog(): number {
    return this.#work.backlog
  }

  /** Runs until stopped, or until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([signal, this.#stop.signal])
    const working = this.#work.run(ended)
    try {
      while (!ended.aborted) await this.#watchOver(ended)
    } catch (error) {
      if (!ended.aborted) throw error
    } finally {
      this.#work.close()
      await working
      await this.#replicas.close()
    }
  }

  stop(): void {
    this.#stop.abort(new Error(`the peer ${this.peer.name} was removed or changed`))
  }

  /** Triggers an immediate check. */
  checkNow(): void {
    this.#health.retryAtOnce()
    this.#wake?.()
  }

  /** Enqueues an original relevant to this peer. */
  add(kind: HomeKind, ref: Ref): void {
    this.#work.add(kind, ref)
  }

  /** Starts watching new kinds, and stops watching those that are no longer replicated. */
  updateKinds(): void {
    this.#replicas.updateKinds()
  }

  /** Enqueues the replicas of a kind here: before home was synced they were skipped, and an orphan has no original that enqueues it. */
  homeSynced(home: HomeKind): void {
    const kind = this.#replicas.kinds.get(home.id)
    if (kind?.home === home && kind.source.isSynced) for (const ref of kind.originals) this.add(home, ref)
  }

  /** The problem of all objects of a kind here; `undefined` if the peer and the kind are available. */
  problemOf(kind: HomeKind): Outcome | undefined {
    return this.#health.isFailing ? this.#health.problem : this.#replicas.kinds.get(kind.id)?.problem
  }

  /** The replica of an original, if it is known and originates from this cluster. */
  replica(kind: HomeKind, ref: Ref): KubeObject | undefined {
    return this.#replicas.read(kind, ref)
  }

  async #watchOver(signal: AbortSignal): Promise<void> {
    await this.#check(signal)
    await this.#rest(withJitter(this.#host.random, this.#health.waitMs, 0.2), signal)
  }

  async #rest(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController()
    this.#wake = () => woken.abort()
    try {
      await sleep(this.#host.clock, ms, AbortSignal.any([signal, woken.signal]))
    } catch (error) {
      if (signal.aborted) throw error
    } finally {
      this.#wake = undefined
    }
  }

  async #check(signal: AbortSignal): Promise<void> {
    const { origin, log, kinds } = this.#host
    const found = this.#mistake() ?? (await checkPeer(this.peer, origin, signal))
    if (found === undefined && (await this.#isRestored(signal))) await this.#startOver()
    if (found === undefined) return this.#becomeReady()
    const isNewProblem = this.#health.failed(found)
    if (!isAwayOnly(found)) await this.#replicas.close() // the cached objects may be from another cluster
    if (!isNewProblem) return
    log.warn('peer cannot be used, nothing is replicated to it, will retry', { peer: this.peer.name, ...found })
    // Originals may change meanwhile: a stale outcome must not mark them `Synced` as soon as the peer is back.
    for (const home of kinds.values()) home.forget(this.peer.name)
    this.#touchAll()
  }

  /** Starting over resets all back-offs, so a peer that claims any versions it likes must not cause it again at once. */
  async #isRestored(signal: AbortSignal): Promise<boolean> {
    if (this.#host.clock.elapsed() - this.#restoredAt < toMs(this.#host.recheck)) return false
    for (const kind of this.#replicas.kinds.values()) if (await this.#hasGoneBack(kind, signal)) return true
    return false
  }

  async #hasGoneBack(kind: PeerKind, signal: AbortSignal): Promise<boolean> {
    const at = { client: this.peer.client, namespace: tenantNamespace(this.#host.origin), signal }
    try {
      return await hasGoneBack(kind, at)
    } catch (error) {
      if (signal.aborted) throw error
      // The watch of the kind reports its failure, and the next check tries again.
      const fields = { peer: this.peer.name, kind: kind.home.id, error }
      this.#host.log.debug('could not check whether the peer was restored from a backup, will retry', fields)
      return false
    }
  }

  /** Drops the cached objects, because the cache accepts no older state. Outcomes are unknown until each replica was compared. */
  async #startOver(): Promise<void> {
    this.#health.restart()
    this.#restoredAt = this.#host.clock.elapsed()
    const error = restoredProblem(this.peer.name)
    this.#host.log.warn('peer was restored from a backup, comparing every replica again', {
      peer: this.peer.name,
      error,
    })
    await this.#replicas.close()
    for (const home of this.#host.kinds.values()) home.forget(this.peer.name)
  }

  #mistake(): PeerProblem | undefined {
    const { origin } = this.#host
    if (this.peer.identity === origin) {
      return problem('OwnCluster', 'It has the identity of this cluster. Remove the peer.') as PeerProblem
    }
    if (!this.#host.isDuplicate(this.peer)) return undefined
    return problem('DuplicateIdentity', 'Another peer has the same identity. Remove one of them.') as PeerProblem
  }

  #becomeReady(): void {
    const { wasReady, wasReported } = this.#health.succeeded()
    if (wasReady) return this.#drainedIf()
    if (!this.#replicas.isOpen) this.#replicas.open()
    this.#enqueueAll()
    if (wasReported) this.#touchAll()
    this.#drainedIf()
  }

  #enqueueAll(): void {
    for (const kind of this.#replicas.kinds.values()) if (kind.source.isSynced) this.#enqueueKind(kind)
  }

  /** Enqueues everything that may concern this peer: originals by destination and finalizer, and existing replicas. */
  #enqueueKind({ home, originals }: PeerKind): void {
    for (const ref of [...home.concerning(this.peer), ...originals]) this.add(home, ref)
    this.#drainedIf()
  }

  #touchAll(): void {
    for (const home of this.#host.kinds.values()) this.#touch(home)
  }

  #touch(home: HomeKind): void {
    for (const ref of home.concerning(this.peer)) this.#host.touchHome(home, ref)
  }

  /** An unexpected error with one key: it must end neither the worker, nor, as an unhandled rejection, the process. */
  #defect(kind: string, error: unknown): void {
    const message = 'work for a peer failed unexpectedly, the object is skipped; logged once for each kind'
    this.#logOnce('error', message, kind, { error })
  }

  #logOnce(level: 'warn' | 'error', message: string, kind: string, fields: object = {}): void {
    const key = `${kind}|${message}`
    if (this.#logged.has(key)) return
    this.#logged.add(key)
    this.#host.log[level](message, { peer: this.peer.name, kind, ...fields })
  }

  /** A leaving peer is drained when it holds no object of this cluster, and no original has its finalizer. */
  #drainedIf(): void {
    if (this.peer.isLeaving !== true || !this.#health.isReady) return
    const finalizer = finalizerOf(this.peer.identity)
    for (const home of this.#host.kinds.values()) {
      if (!home.source.isSynced || this.#replicas.count(home) !== 0) return
      if (home.source.list().some((one) => home.holds(one, finalizer))) return
    }
    this.#host.drained(this.peer)
  }
}
