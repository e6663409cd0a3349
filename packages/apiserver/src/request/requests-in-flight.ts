/**
 * Limits the requests in flight as kube-apiserver does: reads and writes separately, with a fair share for each user. A request
 * over the limit is queued for a while, round robin by user, and then rejected with 429.
 *
 * Exempt: long-running requests (watches, logs, exec), health checks, and `system:masters`.
 *
 * See decision 0251.
 */
import type { Clock } from '@kubewright/core'
import { masters, type User } from '../identity/user.ts'
import type { ServerResponse } from './exchange.ts'
import type { RequestInfo } from './request-info.ts'
import { FairConcurrencyLimit, type Slot } from './fair-concurrency-limit.ts'

export interface InFlightLimits {
  /** Concurrent reads. @default 400 */
  readonly reads?: number
  /** Concurrent writes. @default 200 */
  readonly writes?: number
  /** Bytes of large unread responses; above this, lists are rejected. @default 268435456 */
  readonly unreadBytes?: number
}

export class RequestsInFlight {
  readonly #reads: FairConcurrencyLimit
  readonly #writes: FairConcurrencyLimit
  readonly #unreadLimit: number
  /** Large unread responses, with the number of readers; a shared body counts once. */
  readonly #unread = new Map<Uint8Array | string, number>()
  #unreadBytes = 0

  constructor(clock: Clock, { reads = 400, writes = 200, unreadBytes = 256 * 1024 * 1024 }: InFlightLimits = {}) {
    this.#reads = new FairConcurrencyLimit(clock, reads)
    this.#writes = new FairConcurrencyLimit(clock, writes)
    this.#unreadLimit = unreadBytes
  }

  /** A slot for the request, to be released; `undefined` if it was rejected, at once or after waiting. */
  enter(user: User, info: RequestInfo): Slot | undefined | Promise<Slot | undefined> {
    if (isLongRunning(info) || isHealthCheck(info)) return free
    if (info.verb === 'list' && this.#unreadBytes >= this.#unreadLimit) return undefined
    if (user.groups.includes(masters)) return free
    return (isRead(info) ? this.#reads : this.#writes).enter(user.name)
  }

  /** Counts a large response until it has been read. @returns a function that ends the count */
  hold(body: ServerResponse['body']): () => void {
    const isLarge = (typeof body === 'string' || body instanceof Uint8Array) && body.length >= largeBytes
    if (!isLarge) return nothing
    const readers = this.#unread.get(body) ?? 0
    this.#unread.set(body, readers + 1)
    if (readers === 0) this.#unreadBytes += body.length
    return () => this.#letGo(body)
  }

  #letGo(body: Uint8Array | string): void {
    const readers = this.#unread.get(body)! - 1
    if (readers > 0) return void this.#unread.set(body, readers)
    this.#unread.delete(body)
    this.#unreadBytes -= body.length
  }
}

/** Smaller responses fit into the socket buffers. */
const largeBytes = 64 * 1024

function nothing(): void {}

const free: Slot = { release: nothing }

const endless: ReadonlySet<string> = new Set(['attach', 'exec', 'log', 'portforward', 'proxy'])

function isLongRunning(info: RequestInfo): boolean {
  return info.isResource && (info.verb === 'watch' || endless.has(info.subresource))
}

function isHealthCheck(info: RequestInfo): boolean {
  return !info.isResource && /^\/(?:healthz|livez|readyz)(?:\/|$)/.test(info.path)
}

const readVerbs: ReadonlySet<string> = new Set(['get', 'list', 'head', 'options'])

function isRead({ verb }: RequestInfo): boolean {
  return readVerbs.has(verb)
}
