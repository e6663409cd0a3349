/**
 * How many requests are served at once, as kube-apiserver limits them: reads and writes apart, each user a fair share. Who
 * finds no room waits for a while, users taking turns, and is then told to try again.
 *
 * Not limited: requests that take as long as they like (watches, logs, exec), health checks, and `system:masters`.
 */
import type { Clock } from '@kubewright/core'
import { masters, type User } from '../auth/user.ts'
import type { ServerResponse } from './exchange.ts'
import type { RequestInfo } from './request-info.ts'
import { Lane, type Slot } from './lane.ts'

export interface InFlightLimits {
  /** Reads at once. @default 400 */
  readonly reads?: number
  /** Writes at once. @default 200 */
  readonly writes?: number
  /** Bytes of large answers that nobody has read yet; above this no list is begun. @default 268435456 */
  readonly unreadBytes?: number
}

export class RequestsInFlight {
  readonly #reads: Lane
  readonly #writes: Lane
  readonly #unreadLimit: number
  /** Large answers on their way out; one that several callers are sent counts once. */
  readonly #unread = new Map<Uint8Array | string, number>()
  #unreadBytes = 0

  constructor(clock: Clock, { reads = 400, writes = 200, unreadBytes = 256 * 1024 * 1024 }: InFlightLimits = {}) {
    this.#reads = new Lane(clock, reads)
    this.#writes = new Lane(clock, writes)
    this.#unreadLimit = unreadBytes
  }

  /** Room for the request, to be given back; `undefined` if there is none, now or after a wait. */
  enter(user: User, info: RequestInfo): Slot | undefined | Promise<Slot | undefined> {
    if (isLongRunning(info) || isHealthCheck(info)) return free
    if (info.verb === 'list' && this.#unreadBytes >= this.#unreadLimit) return undefined
    if (user.groups.includes(masters)) return free
    return (isRead(info) ? this.#reads : this.#writes).enter(user.name)
  }

  /** Counts a large answer until it has been read. Returns what ends that. */
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

/** What is smaller fits into the buffers of the system. */
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
