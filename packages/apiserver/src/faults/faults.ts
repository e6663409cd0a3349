/**
 * Fault injection for tests. A fault affects the requests it matches, on every transport, until it is disposed, and counts them.
 * Several faults may be active at once; they are checked in the order they were added.
 *
 * Nothing here is random: the same requests in the same order meet the same faults.
 *
 * See decision 0095.
 */
import { type Clock, type Duration, sleep, toMs } from '@kubewright/core'
import { discard, isStream, type ResponseStream, type ServerRequest, type ServerResponse } from '../request/exchange.ts'
import { readRequestInfo, type RequestInfo } from '../request/request-info.ts'
import { PastStore } from '../storage/past-store.ts'
import type { Store } from '../storage/store.ts'
import { StatusError } from '../status/status.ts'
import { statusResponse } from '../verbs/refusal.ts'
import { ConnectionLost } from './connection-lost.ts'
import { ActiveFault, type Fault, type Target } from './fault.ts'
import { type FaultStatus, faultStatus } from './fault-status.ts'
import { type EventTreatment, FaultyStream } from './faulty-stream.ts'
import type { RequestMatch, ServedNames } from './request-match.ts'
import { SkewedClock } from './skewed-clock.ts'

/** Matches watches. `nth` and `times` count events. */
export type WatchMatch = Omit<RequestMatch, 'verb'>

/** The reads that `staleReads` serves from a past revision. */
export interface StaleMatch extends RequestMatch {
  /**
   * Which reads are stale: those that allow it (`resourceVersion=0`), as on a real cluster, or all of them.
   *
   * @default 'cached'
   */
  readonly reads?: 'cached' | 'all'
  /** The revision that reads see. @default the present one */
  readonly revision?: number
}

type BeforeAction = { readonly status: StatusError } | { readonly delayMs: number } | { readonly isRefusal: true }

/** Serves a request from a store, without faults. */
export type Serve = (request: ServerRequest, store: Store) => Promise<ServerResponse>

/** What injected faults act on. */
export interface FaultsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly served: ServedNames
}

/** Fault injection of a server: failures, delays, lost responses, stale reads, disturbed watches and clock skew. */
export class Faults {
  /** The clock that the server must use for `skewClock` to work. */
  readonly clock: SkewedClock
  readonly #store: Store
  readonly #served: ServedNames
  readonly #before = new Set<ActiveFault<BeforeAction>>()
  readonly #dropped = new Set<ActiveFault<undefined>>()
  readonly #stale = new Set<ActiveFault<{ readonly store: Store; readonly reads: 'cached' | 'all' }>>()
  readonly #paused = new Set<ActiveFault<undefined>>()
  readonly #treatments = new Set<ActiveFault<EventTreatment>>()
  readonly #watches = new Set<FaultyStream>()

  constructor({ store, clock, served }: FaultsOptions) {
    this.#store = store
    this.#served = served
    this.clock = new SkewedClock(clock)
  }

  /** Answers with a failure instead of processing the request: `fail({ verb: 'create' }, 500)`. */
  fail(match: RequestMatch, status: number | FaultStatus): Fault {
    return this.#add(this.#before, match, { status: faultStatus(status) })
  }

  /** Delays requests before they are processed. */
  delay(match: RequestMatch, duration: Duration): Fault {
    return this.#add(this.#before, match, { delayMs: toMs(duration) })
  }

  /** Breaks the connection before the request is processed, as if the server were down. */
  refuse(match: RequestMatch): Fault {
    return this.#add(this.#before, match, { isRefusal: true })
  }

  /** Processes the request, then breaks the connection instead of answering. */
  dropResponse(match: RequestMatch): Fault {
    return this.#add(this.#dropped, match, undefined)
  }

  /** Serves reads from a past revision until the fault is disposed. */
  staleReads({ reads = 'cached', revision = this.#store.revision, ...match }: StaleMatch = {}): Fault {
    const store = new PastStore(this.#store, revision)
    return this.#add(this.#stale, { verb: ['get', 'list'], ...match }, { store, reads })
  }

  /** Holds back the events of open and future watches; disposing it releases them. */
  pauseWatches(match: Omit<WatchMatch, 'nth' | 'times'> = {}): Fault {
    return this.#add(this.#paused, { ...match, verb: 'watch' }, undefined, () => this.#pump())
  }

  /** Delays watch events, keeping their order. */
  delayEvents(match: WatchMatch, duration: Duration): Fault {
    return this.#add(this.#treatments, { ...match, verb: 'watch' }, { delayMs: toMs(duration), copies: 1 })
  }

  /** Duplicates watch events. */
  repeatEvents(match: WatchMatch = {}): Fault {
    return this.#add(this.#treatments, { ...match, verb: 'watch' }, { delayMs: 0, copies: 2 })
  }

  /**
   * Ends the watches that are open now, with an ERROR event first if there is a status.
   *
   * @returns how many
   */
  closeWatches(match: WatchMatch = {}, status?: number | FaultStatus): number {
    const last = status === undefined ? undefined : faultStatus(status)
    const probe = new ActiveFault({ ...match, verb: 'watch' }, this.#served, undefined, () => undefined)
    const closed = [...this.#watches].filter(({ target }) => probe.strikes(target))
    for (const watch of closed) watch.close(last)
    return closed.length
  }

  /** Drops all history: a client that resumes from an older revision gets a 410. */
  compact(): void {
    this.#store.compact()
  }

  /** Shifts the server's wall clock forward (or back: `-30_000`). */
  skewClock(by: Duration): Fault {
    const ms = typeof by === 'number' ? by : toMs(by)
    this.clock.skewMs += ms
    let isOver = false
    return {
      hits: 0,
      [Symbol.dispose]: () => {
        if (isOver) return
        isOver = true
        this.clock.skewMs -= ms
      },
    }
  }

  /** Wraps a request handler with the faults. */
  around(serve: Serve): (request: ServerRequest) => Promise<ServerResponse> {
    return async (request) => {
      const target = new RequestTarget(request)
      try {
        if (this.#before.size > 0) await this.#interfere(target, request.signal)
      } catch (error) {
        if (error instanceof StatusError) return statusResponse(error, request)
        throw error
      }
      const response = await serve(request, this.#storeFor(target))
      if (some(this.#dropped, (fault) => fault.strikes(target))) {
        discard(response)
        throw new ConnectionLost(true)
      }
      return isStream(response.body) ? { ...response, body: this.#watched(response.body, target) } : response
    }
  }

  #add<Action>(
    faults: Set<ActiveFault<Action>>,
    match: RequestMatch,
    action: Action,
    onEnd: () => void = () => undefined,
  ): Fault {
    const fault: ActiveFault<Action> = new ActiveFault(match, this.#served, action, () => {
      if (faults.delete(fault)) onEnd()
    })
    faults.add(fault)
    return fault
  }

  async #interfere(target: Target, signal: AbortSignal): Promise<void> {
    for (const fault of this.#before) {
      if (!fault.strikes(target)) continue
      const { action } = fault
      if ('isRefusal' in action) throw new ConnectionLost(false)
      if ('status' in action) throw action.status
      await sleep(this.clock, action.delayMs, signal)
    }
  }

  #storeFor(target: Target): Store {
    if (this.#stale.size === 0) return this.#store
    const isCached = target.request.query.get('resourceVersion') === '0'
    for (const fault of this.#stale) {
      if ((isCached || fault.action.reads === 'all') && fault.strikes(target)) return fault.action.store
    }
    return this.#store
  }

  #watched(body: ResponseStream, target: Target): FaultyStream {
    const faults = {
      isQuiet: () => this.#paused.size === 0 && this.#treatments.size === 0,
      isPaused: () => some(this.#paused, (fault) => fault.isFor(target)),
      holds: () => some(this.#paused, (fault) => fault.strikes(target)),
      treatment: () => this.#treatmentOf(target),
    }
    const stream: FaultyStream = new FaultyStream(body, target, {
      faults,
      clock: this.clock,
      onEnd: () => this.#watches.delete(stream),
    })
    this.#watches.add(stream)
    return stream
  }

  #treatmentOf(target: Target): EventTreatment {
    let [delayMs, copies] = [0, 1]
    for (const fault of this.#treatments) {
      if (!fault.strikes(target)) continue
      delayMs += fault.action.delayMs
      copies *= fault.action.copies
    }
    return { delayMs, copies }
  }

  #pump(): void {
    for (const watch of this.#watches) watch.pump()
  }
}

/** Called for every event, so it allocates nothing; the set is usually empty. */
function some<Action>(faults: ReadonlySet<ActiveFault<Action>>, is: (fault: ActiveFault<Action>) => boolean): boolean {
  for (const fault of faults) if (is(fault)) return true
  return false
}

/** Parses the request only when a fault needs it. */
class RequestTarget implements Target {
  readonly request: ServerRequest
  #info: RequestInfo | undefined

  constructor(request: ServerRequest) {
    this.request = request
  }

  get info(): RequestInfo {
    const { method, path, query } = this.request
    return (this.#info ??= readRequestInfo(method, path, query))
  }
}
