/**
 * The connection to one peer, with one credential: verifies its identity, watches its replicas, and has a queue of its own, so that a slow
 * or lost peer delays no other.
 *
 * Nothing is written to a peer before its identity has been verified, nor while verification fails.
 */
import { type Cache, createCache, readYourWrites, type SourceState } from '@kubewright/cache'
import type { Client } from '@kubewright/client'
import { formatRef, type KubeObject, type Ref, sleep, toMs } from '@kubewright/core'
import { parseRef } from '@kubewright/core/object'
import { withJitter } from '@kubewright/core/random'
import { backOffMs } from '@kubewright/core/time'
import { type Task, WorkQueue } from '@kubewright/queue'
import { clockProblem, clockSkewMs } from './clock-skew.ts'
import { failureOf, isAway } from './failure.ts'
import type { HomeKind } from './home-kind.ts'
import { checkPeer } from './identity.ts'
import { finalizerOf, replicaName, tenantNamespace } from './names.ts'
import { originOf } from './origin.ts'
import { type Outcome, problem } from './outcome.ts'
import { PeerKind } from './peer-kind.ts'
import type { Peer } from './peers.ts'
import { runReplica } from './replica-run.ts'
import { hasGoneBack, restoredProblem } from './restored-peer.ts'
import { repeat } from './repeat.ts'
import type { ReplicatorParts } from './replicator-parts.ts'

type Problem = Outcome & { state: 'problem' }

/** How long a restored peer is reported. */
const restoredForMs = 60 * 60_000

/** The state of a peer. */
export type PeerState =
  /** No response yet. */
  | { readonly phase: 'starting' }
  | { readonly phase: 'ready' }
  | { readonly phase: 'failing'; readonly reason: string; readonly message: string }

/** The interface of the session to its replicator. */
export interface SessionHost extends ReplicatorParts {
  readonly kinds: ReadonlyMap<string, HomeKind>
  /** Whether another peer with the same identity came first. */
  isDuplicate(peer: Peer): boolean
  /** Enqueues an original for a status update. */
  touchHome(kind: HomeKind, ref: Ref): void
  /** Enqueues an original whose replica changed; paced, because the peer decides how often that happens. */
  statusChanged(kind: HomeKind, ref: Ref): void
  drained(peer: Peer): void
}

export class PeerSession {
  readonly peer: Peer
  readonly #host: SessionHost
  readonly #queue: WorkQueue<string>
  readonly #kinds = new Map<string, PeerKind>()
  readonly #stop = new AbortController()
  #cache: Cache | undefined
  #client: Client | undefined
  #failing: { readonly problem: Problem; readonly since: number; isReported: boolean } | undefined
  #isReady = false
  /** When it was noticed that the peer was restored from a backup, as `clock.elapsed()`. */
  #restoredAt = -Infinity
  #attempts = 0
  #skewMs: number | undefined
  #wake: (() => void) | undefined
  /** What was logged already, by kind. */
  readonly #logged = new Set<string>()

  constructor(peer: Peer, host: SessionHost) {
    this.peer = peer
    this.#host = host
    const { clock, random } = host
    const backoff = { first: '100ms', max: host.retryMax, jitter: 0.2 } as const
    this.#queue = new WorkQueue({ clock, random, backoff, fairBy: kindOf })
  }

  get state(): PeerState {
    if (this.#failing?.isReported) return { phase: 'failing', ...this.#failing.problem }
    return this.#isReady ? { phase: 'ready' } : { phase: 'starting' }
  }

  /** A warning about a peer that still works. */
  get warning(): Error | undefined {
    const isRestored = this.#host.clock.elapsed() - this.#restoredAt < restoredForMs
    return isRestored ? restoredProblem(this.peer.name) : clockProblem(this.peer.name, this.#skewMs)
  }

  /** The number of queued originals. */
  get backlog(): number {
    return this.#queue.size
  }

  /** Runs until stopped, or until `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const ended = AbortSignal.any([signal, this.#stop.signal])
    const workers = Array.from({ length: this.#host.workersPerPeer }, () => this.#work(ended))
    try {
      while (!ended.aborted) await this.#watchOver(ended)
    } catch (error) {
      if (!ended.aborted) throw error
    } finally {
      this.#queue.close('drop')
      await Promise.all(workers)
      await this.#close()
    }
  }

  stop(): void {
    this.#stop.abort(new Error(`the peer ${this.peer.name} was removed or changed`))
  }

  /** Triggers an immediate check. */
  checkNow(): void {
    this.#attempts = 0
    this.#wake?.()
  }

  /** Enqueues an original relevant to this peer. */
  add(kind: HomeKind, ref: Ref): void {
    this.#queue.add(`${kind.id}|${formatRef(ref)}`)
  }

  /** Starts watching new kinds, and stops watching those that are no longer replicated. */
  updateKinds(): void {
    for (const [id, kind] of this.#kinds) {
      if (this.#host.kinds.get(id) === kind.home) continue
      this.#kinds.delete(id)
      kind[Symbol.dispose]()
    }
    if (this.#cache === undefined) return
    for (const home of this.#host.kinds.values()) if (!this.#kinds.has(home.id)) this.#follow(this.#cache, home)
  }

  /** Enqueues the replicas of a kind here: before home was synced they were skipped, and an orphan has no original that enqueues it. */
  homeSynced(home: HomeKind): void {
    const kind = this.#kinds.get(home.id)
    if (kind?.home === home && kind.source.isSynced) for (const ref of kind.originals) this.add(home, ref)
  }

  /** The problem of all objects of a kind here; `undefined` if the peer and the kind are available. */
  problemOf(kind: HomeKind): Outcome | undefined {
    if (this.#failing !== undefined) return this.#failing.isReported ? this.#failing.problem : undefined
    return this.#kinds.get(kind.id)?.problem
  }

  /** The replica of an original, if it is known and originates from this cluster. */
  replica(kind: HomeKind, ref: Ref): KubeObject | undefined {
    const replica = this.#kinds.get(kind.id)?.read(this.#refOf(ref))
    return replica !== undefined && originOf(replica) === this.#host.origin ? replica : undefined
  }

  /** The number of replicas of a kind here; `undefined` while not synced. */
  replicaCount(kind: HomeKind): number | undefined {
    const known = this.#kinds.get(kind.id)
    if (known?.source.isSynced !== true) return undefined
    return known.list().filter((object) => originOf(object) === this.#host.origin).length
  }

  #refOf(ref: Ref): Ref {
    return { namespace: tenantNamespace(this.#host.origin), name: replicaName(ref) }
  }

  async #watchOver(signal: AbortSignal): Promise<void> {
    const { clock, random, recheck, unreachableAfter } = this.#host
    await this.#check(signal)
    const backoffMs = backOffMs(this.#attempts + 1, 500, 30_000)
    const untilTold = this.#failing && !this.#failing.isReported ? toMs(unreachableAfter) : Infinity
    const waitMs = this.#failing === undefined ? toMs(recheck) : Math.min(backoffMs, untilTold)
    await this.#rest(withJitter(random, waitMs, 0.2), signal, clock)
  }

  async #rest(ms: number, signal: AbortSignal, clock: SessionHost['clock']): Promise<void> {
    const woken = new AbortController()
    this.#wake = () => woken.abort()
    try {
      await sleep(clock, ms, AbortSignal.any([signal, woken.signal]))
    } catch (error) {
      if (signal.aborted) throw error
    } finally {
      this.#wake = undefined
    }
  }

  async #check(signal: AbortSignal): Promise<void> {
    const found = this.#mistake() ?? (await checkPeer(this.peer, this.#host.origin, signal))
    if (found === undefined && (await this.#isRestored(signal))) await this.#startOver()
    if (found === undefined) return this.#becomeReady()
    this.#attempts++
    const since = this.#failing?.since ?? this.#host.clock.elapsed()
    const isAwayOnly = isAway({ reason: found.reason, message: '' }) || found.reason === 'Failing'
    const isOld = this.#host.clock.elapsed() - since >= toMs(this.#host.unreachableAfter)
    const isReported = !isAwayOnly || isOld || this.#failing?.isReported === true
    const isNewProblem =
      isReported && (this.#failing?.isReported !== true || this.#failing.problem.reason !== found.reason)
    this.#isReady = false
    this.#failing = { problem: found, since, isReported }
    if (!isAwayOnly) await this.#close() // the cached objects may be from another cluster
    if (!isNewProblem) return
    this.#host.log.warn('peer cannot be used', { peer: this.peer.name, ...found })
    // Originals may change meanwhile: a stale outcome must not mark them `Synced` as soon as the peer is back.
    for (const home of this.#host.kinds.values()) home.forget(this.peer.name)
    this.#touchAll()
  }

  /** Starting over resets all back-offs, so a peer that claims any versions it likes must not cause it again at once. */
  async #isRestored(signal: AbortSignal): Promise<boolean> {
    if (this.#host.clock.elapsed() - this.#restoredAt < toMs(this.#host.recheck)) return false
    for (const kind of this.#kinds.values()) if (await this.#hasGoneBack(kind, signal)) return true
    return false
  }

  async #hasGoneBack(kind: PeerKind, signal: AbortSignal): Promise<boolean> {
    const at = { client: this.peer.client, namespace: tenantNamespace(this.#host.origin), signal }
    try {
      return await hasGoneBack(kind, at)
    } catch (error) {
      if (signal.aborted) throw error
      // The watch of the kind reports what is wrong with it, and the next check asks again.
      const fields = { peer: this.peer.name, kind: kind.home.id, error }
      this.#host.log.debug('state of a peer could not be compared', fields)
      return false
    }
  }

  /** Drops the cached objects, because the cache accepts no older state. Outcomes are unknown until each replica was compared. */
  async #startOver(): Promise<void> {
    this.#isReady = false
    this.#restoredAt = this.#host.clock.elapsed()
    const error = restoredProblem(this.peer.name)
    this.#host.log.warn('peer was restored from a backup, comparing every replica again', {
      peer: this.peer.name,
      error,
    })
    await this.#close()
    for (const home of this.#host.kinds.values()) home.forget(this.peer.name)
  }

  #mistake(): Problem | undefined {
    const { origin } = this.#host
    if (this.peer.identity === origin) {
      return problem('OwnCluster', 'It has the identity of this cluster. Remove the peer.') as Problem
    }
    if (!this.#host.isDuplicate(this.peer)) return undefined
    return problem('DuplicateIdentity', 'Another peer has the same identity. Remove one of them.') as Problem
  }

  #becomeReady(): void {
    const wasFailing = this.#failing
    this.#failing = undefined
    this.#attempts = 0
    if (this.#isReady) return this.#drainedIf()
    this.#isReady = true
    if (this.#cache === undefined) this.#open()
    this.#enqueueAll()
    if (wasFailing?.isReported) this.#touchAll()
    this.#drainedIf()
  }

  #open(): void {
    const { clock, random, freezes } = this.#host
    const { client } = this.peer
    this.#cache = createCache({
      client,
      clock,
      random,
      freezes,
      observe: ({ resource }) => ({
        moved: (state) => {
          const kind = [...this.#kinds.values()].find((one) => one.source.resource === resource)
          if (kind !== undefined) this.#moved(kind, state)
        },
        failed: ({ reason }) => {
          if (reason !== 'Expired' && this.#isReady) this.checkNow()
        },
      }),
      report: (error) => this.#host.log.error('listener failed', { error }),
    })
    this.#client = readYourWrites(client, this.#cache)
    this.updateKinds()
  }

  #moved(kind: PeerKind, state: SourceState): void {
    if (!kind.moved(state, toMs(this.#host.unreachableAfter))) return
    for (const ref of kind.home.concerning(this.peer)) this.#host.touchHome(kind.home, ref)
  }

  #follow(cache: Cache, home: HomeKind): void {
    const source = cache.source(home.resource, { namespace: tenantNamespace(this.#host.origin) })
    const kind = new PeerKind(home, source)
    this.#kinds.set(home.id, kind)
    kind.moved(source.state, toMs(this.#host.unreachableAfter))
    kind.follow(
      (ref) => {
        this.add(home, ref)
        this.#host.statusChanged(home, ref)
      },
      () =>
        this.#logOnce('warn', 'malformed objects of a peer are ignored, check what answers at its address', home.id),
    )
    source
      .synced({ signal: this.#stop.signal })
      .then(
        () => this.#enqueueKind(kind),
        () => undefined, // stopped before; another session lists again
      )
      .catch((error: unknown) => this.#defect(home.id, error))
  }

  #enqueueAll(): void {
    for (const kind of this.#kinds.values()) if (kind.source.isSynced) this.#enqueueKind(kind)
  }

  /** Enqueues everything that may concern this peer: originals by destination and finalizer, and existing replicas. */
  #enqueueKind({ home, originals }: PeerKind): void {
    for (const ref of [...home.concerning(this.peer), ...originals]) this.add(home, ref)
    this.#drainedIf()
  }

  #touchAll(): void {
    for (const home of this.#host.kinds.values()) {
      for (const ref of home.concerning(this.peer)) this.#host.touchHome(home, ref)
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (;;) {
      using task = await this.#queue.take()
      if (task === undefined || signal.aborted) return
      try {
        await this.#process(task, signal)
      } catch (error) {
        this.#defect(kindOf(task.key), error)
      }
    }
  }

  async #process(task: Task<string>, signal: AbortSignal): Promise<void> {
    const [id, ref] = splitKey(task.key)
    const kind = this.#kinds.get(id)
    // Skipped keys are added again once the peer is ready and the kind is synced, here and at home.
    if (!this.#isReady || !kind?.source.isSynced || !kind.home.source.isSynced) return
    await this.#replicate(task, kind, ref, signal)
    this.#drainedIf()
  }

  async #replicate(task: Task<string>, kind: PeerKind, ref: Ref, signal: AbortSignal): Promise<void> {
    try {
      const outcome = await this.#runOne(kind, ref, signal)
      this.#note(kind.home, ref, outcome)
    } catch (error) {
      if (signal.aborted) return
      repeat(task, error)
      this.#failed(kind.home, ref, error)
    }
  }

  /** An unexpected error with one key: it must end neither the worker, nor, as an unhandled rejection, the process. */
  #defect(kind: string, error: unknown): void {
    this.#logOnce('error', 'work for a peer failed unexpectedly, continuing with its other objects', kind, { error })
  }

  #logOnce(level: 'warn' | 'error', message: string, kind: string, fields: object = {}): void {
    const key = `${kind}|${message}`
    if (this.#logged.has(key)) return
    this.#logged.add(key)
    this.#host.log[level](message, { peer: this.peer.name, kind, ...fields })
  }

  async #runOne(kind: PeerKind, ref: Ref, signal: AbortSignal): Promise<Outcome | undefined> {
    const { origin, homeClient } = this.#host
    const { home, settled } = kind
    const current = home.source.get(ref)
    if (current !== undefined && home.destinations(current) === undefined) return home.outcome(ref, this.peer.name)
    return runReplica({
      resource: home.resource,
      ref,
      home: { client: homeClient, read: (one) => home.source.get(one) },
      peer: {
        client: this.#client!,
        direct: this.peer.client,
        read: (one) => kind.read(one),
        identity: this.peer.identity,
      },
      origin,
      rules: home.rules,
      isWanted: (object) =>
        this.peer.isLeaving !== true && (home.destinations(object)?.includes(this.peer.name) ?? true),
      settled,
      signal,
      stored: (replica) => this.#noteClock(replica),
    })
  }

  /** Measured with each write, so that a corrected clock is noticed. */
  #noteClock(replica: KubeObject): void {
    const skewMs = clockSkewMs(replica, this.#host.clock.now())
    if (skewMs === undefined) return
    const was = clockProblem(this.peer.name, this.#skewMs)
    this.#skewMs = skewMs
    const problem = clockProblem(this.peer.name, skewMs)
    if (problem !== undefined && was === undefined) this.#host.log.warn('clocks differ', { error: problem })
  }

  #failed(home: HomeKind, ref: Ref, error: unknown): void {
    const failure = failureOf(error)
    const { reason, message } = failure
    if (reason === undefined) return
    this.#host.log.debug('replication failed, will retry', {
      peer: this.peer.name,
      kind: home.id,
      object: formatRef(ref),
      error,
    })
    if (isAway(failure)) this.checkNow()
    else this.#note(home, ref, problem(reason, message))
  }

  #note(home: HomeKind, ref: Ref, outcome: Outcome | undefined): void {
    if (home.note(ref, this.peer.name, outcome)) this.#host.touchHome(home, ref)
  }

  /** A leaving peer is drained when it holds no object of this cluster, and no original has its finalizer. */
  #drainedIf(): void {
    if (this.peer.isLeaving !== true || !this.#isReady) return
    const finalizer = finalizerOf(this.peer.identity)
    for (const home of this.#host.kinds.values()) {
      if (!home.source.isSynced || this.replicaCount(home) !== 0) return
      if (home.source.list().some((one) => home.holds(one, finalizer))) return
    }
    this.#host.drained(this.peer)
  }

  async #close(): Promise<void> {
    for (const kind of this.#kinds.values()) kind[Symbol.dispose]()
    this.#kinds.clear()
    const cache = this.#cache
    this.#cache = undefined
    this.#client = undefined
    await cache?.[Symbol.asyncDispose]()
  }
}

function splitKey(key: string): readonly [string, Ref] {
  const id = kindOf(key)
  return [id, parseRef(key.slice(id.length + 1))]
}

function kindOf(key: string): string {
  return key.slice(0, key.indexOf('|'))
}
