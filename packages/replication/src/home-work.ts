/** The work at home: a queue of originals whose status is to be updated, paced, and the workers that update it. */
import type { Client } from '@kubewright/client'
import { type Clock, type Duration, formatRef, type Logger, type Ref } from '@kubewright/core'
import { parseRef } from '@kubewright/core/object'
import type { Random } from '@kubewright/core/random'
import { type Task, WorkQueue } from '@kubewright/queue'
import type { HomeKind } from './home-kind.ts'
import { runHome } from './home-run.ts'
import type { Abandonment } from './orphaned-replicas.ts'
import type { PeerSessions } from './peer-sessions.ts'
import { repeat } from './repeat.ts'
import { StatusRateLimit } from './status-rate-limit.ts'

export interface HomeWorkOptions {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly retryMax: Duration
  /** Statuses that come back from each peer in a second. */
  readonly statusesPerSecond: number
}

/** The shared state that the workers read. */
export interface HomeWorkParts {
  readonly client: Client
  readonly kinds: ReadonlyMap<string, HomeKind>
  readonly sessions: Pick<PeerSessions, 'known' | 'absent'>
  readonly abandonment: Pick<Abandonment, 'leave'>
}

export class HomeWork {
  readonly #options: HomeWorkOptions
  readonly #queue: WorkQueue<string>
  readonly #statusRate: StatusRateLimit

  constructor(options: HomeWorkOptions) {
    const { clock, random, retryMax, statusesPerSecond } = options
    this.#options = options
    this.#statusRate = new StatusRateLimit({ now: () => clock.elapsed(), perPeer: statusesPerSecond })
    this.#queue = new WorkQueue({ clock, random, backoff: { first: '50ms', max: retryMax, jitter: 0.2 } })
  }

  readonly add = (kind: HomeKind, ref: Ref): void => {
    this.#queue.add(keyOf(kind, ref))
  }

  /** While an object waits for its turn, further changes at the peer change nothing. */
  readonly statusChanged = (kind: HomeKind, ref: Ref): void => {
    const key = keyOf(kind, ref)
    const waitMs = this.#statusRate.waitMs(key)
    this.#queue.add(key, waitMs > 0 ? { after: waitMs } : {})
  }

  close(): void {
    this.#queue.close('drop')
  }

  /** One worker: works until the queue is closed, or `signal` is aborted. */
  async run(parts: HomeWorkParts, signal: AbortSignal): Promise<void> {
    for (;;) {
      using task = await this.#queue.take()
      if (task === undefined || signal.aborted) return
      try {
        const waitMs = await this.#runHome(parts, task.key, signal)
        if (waitMs > 0) awaitTurn(task, waitMs)
        else this.#statusRate.drop(task.key)
      } catch (error) {
        if (signal.aborted) return
        repeat(task, error)
        this.#options.log.debug('original could not be updated, will retry', { object: task.key, error })
      }
    }
  }

  async #runHome(parts: HomeWorkParts, key: string, signal: AbortSignal): Promise<number> {
    const { client, kinds, sessions, abandonment } = parts
    const { clock, log } = this.#options
    const at = key.indexOf('|')
    const kind = kinds.get(key.slice(0, at))
    if (kind?.source.isSynced !== true) return 0
    return await runHome({
      kind,
      ref: parseRef(key.slice(at + 1)),
      client,
      peers: sessions.known,
      now: clock.now(),
      signal,
      absent: sessions.absent,
      turnOf: (peer) => this.#statusRate.take(key, peer),
      conditionTurn: () => this.#statusRate.takeCondition(key),
      abandoned: (home, identities) => identities.forEach((identity) => abandonment.leave(kind, home, identity)),
      refused: (peer, error) =>
        log.warn(
          'home cluster refuses the status of a replica, will retry; compare the CRDs of both clusters, or reduce that status',
          {
            peer,
            object: key,
            error,
          },
        ),
    })
  }
}

function keyOf(kind: HomeKind, ref: Ref): string {
  return `${kind.id}|${formatRef(ref)}`
}

/** `again` would reset the back-off of a status that is refused, and it would use up the budget of its peer. */
function awaitTurn(task: Task<string>, waitMs: number): void {
  if (task.failures > 0) task.retry()
  else task.again(waitMs)
}
