/** The work for one peer: a queue of originals, and workers that bring the replica of each up to date. */
import { formatRef, type KubeObject, type Ref } from '@kubewright/core'
import { parseRef } from '@kubewright/core/object'
import { type Task, WorkQueue } from '@kubewright/queue'
import { clockProblem, clockSkewMs } from './clock-skew.ts'
import { failureOf, isAway } from './failure.ts'
import type { HomeKind } from './home-kind.ts'
import { type Outcome, problem } from './outcome.ts'
import type { PeerKind } from './peer-kind.ts'
import type { PeerReplicas } from './peer-replicas.ts'
import type { Peer } from './peers.ts'
import { repeat } from './repeat.ts'
import { runReplica } from './replica-run.ts'
import type { ReplicatorParts } from './replicator-parts.ts'

export interface PeerWorkHost extends ReplicatorParts {
  /** Enqueues an original for a status update. */
  touchHome(kind: HomeKind, ref: Ref): void
}

export interface PeerWorkParts {
  readonly peer: Peer
  readonly host: PeerWorkHost
  readonly replicas: PeerReplicas
  readonly isReady: () => boolean
  /** Called after each original. */
  readonly done: () => void
  /** Called when the peer does not answer. */
  readonly away: () => void
  /** Called for an unexpected error with one key: it must not end the worker. */
  readonly defect: (kind: string, error: unknown) => void
}

export class PeerWork {
  readonly #parts: PeerWorkParts
  readonly #queue: WorkQueue<string>
  #skewMs: number | undefined

  constructor(parts: PeerWorkParts) {
    this.#parts = parts
    const { clock, random, retryMax } = parts.host
    const backoff = { first: '100ms', max: retryMax, jitter: 0.2 } as const
    this.#queue = new WorkQueue({ clock, random, backoff, fairBy: kindOf })
  }

  /** The number of queued originals. */
  get backlog(): number {
    return this.#queue.size
  }

  /** The warning about a clock that is wrong, as measured with the last write. */
  get clockProblem(): Error | undefined {
    return clockProblem(this.#parts.peer.name, this.#skewMs)
  }

  /** Enqueues an original relevant to this peer. */
  add(kind: HomeKind, ref: Ref): void {
    this.#queue.add(`${kind.id}|${formatRef(ref)}`)
  }

  /** Works until the queue is closed, or `signal` is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: this.#parts.host.workersPerPeer }, () => this.#work(signal)))
  }

  close(): void {
    this.#queue.close('drop')
  }

  async #work(signal: AbortSignal): Promise<void> {
    for (;;) {
      using task = await this.#queue.take()
      if (task === undefined || signal.aborted) return
      try {
        await this.#process(task, signal)
      } catch (error) {
        this.#parts.defect(kindOf(task.key), error)
      }
    }
  }

  async #process(task: Task<string>, signal: AbortSignal): Promise<void> {
    const { replicas, isReady, done } = this.#parts
    const [id, ref] = splitKey(task.key)
    const kind = replicas.kinds.get(id)
    // Skipped keys are added again once the peer is ready and the kind is synced, here and at home.
    if (!isReady() || !kind?.source.isSynced || !kind.home.source.isSynced) return
    await this.#replicate(task, kind, ref, signal)
    done()
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

  async #runOne(kind: PeerKind, ref: Ref, signal: AbortSignal): Promise<Outcome | undefined> {
    const { peer, replicas, host } = this.#parts
    const { origin, homeClient } = host
    const { home, settled } = kind
    const current = home.source.get(ref)
    if (current !== undefined && home.destinations(current) === undefined) return home.outcome(ref, peer.name)
    return runReplica({
      resource: home.resource,
      ref,
      home: { client: homeClient, read: (one) => home.source.get(one) },
      peer: { client: replicas.client!, direct: peer.client, read: (one) => kind.read(one), identity: peer.identity },
      origin,
      rules: home.rules,
      isWanted: (object) => peer.isLeaving !== true && (home.destinations(object)?.includes(peer.name) ?? true),
      settled,
      signal,
      stored: (replica) => this.#noteClock(replica),
    })
  }

  /** Measured with each write, so that a corrected clock is noticed. */
  #noteClock(replica: KubeObject): void {
    const { log, clock } = this.#parts.host
    const skewMs = clockSkewMs(replica, clock.now())
    if (skewMs === undefined) return
    const was = this.clockProblem
    this.#skewMs = skewMs
    const error = this.clockProblem
    if (error !== undefined && was === undefined)
      log.warn('clocks of this process and of a peer differ by minutes, objects are still replicated', {
        peer: this.#parts.peer.name,
        error,
      })
  }

  #failed(home: HomeKind, ref: Ref, error: unknown): void {
    const { peer, host, away } = this.#parts
    const failure = failureOf(error)
    const { reason, message } = failure
    if (reason === undefined) return
    const fields = { peer: peer.name, kind: home.id, object: formatRef(ref), error }
    host.log.debug('replication failed, will retry', fields)
    if (isAway(failure)) away()
    else this.#note(home, ref, problem(reason, message))
  }

  #note(home: HomeKind, ref: Ref, outcome: Outcome | undefined): void {
    const { peer, host } = this.#parts
    if (home.note(ref, peer.name, outcome)) host.touchHome(home, ref)
  }
}

function splitKey(key: string): readonly [string, Ref] {
  const id = kindOf(key)
  return [id, parseRef(key.slice(id.length + 1))]
}

function kindOf(key: string): string {
  return key.slice(0, key.indexOf('|'))
}
