/**
 * Faults on demand: what a client meets on a bad day, whenever a test asks for it. A fault strikes the requests it is for,
 * whichever way they come in, until it is disposed, and counts how often it did. Several may be set at once; they are asked
 * in the order they were set.
 *
 * Nothing here is random: the same requests in the same order meet the same faults.
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
import type { RequestMatch } from './request-match.ts'
import { SkewedClock } from './skewed-clock.ts'

/** Watches, so the verb is known. With `nth` and `times`, events are counted. */
export type WatchMatch = Omit<RequestMatch, 'verb'>

export interface StaleMatch extends RequestMatch {
  /**
   * Which reads are stale: those that allow it (`resourceVersion=0`), as on a real cluster, or all of them.
   *
   * @default 'cached'
   */
  readonly reads?: 'cached' | 'all'
  /** @default the present one */
  readonly revision?: number
}

type BeforeAction = { readonly status: StatusError } | { readonly delayMs: number } | { readonly isRefusal: true }

/** How a request is answered when nothing interferes, by which store. */
export type Serve = (request: ServerRequest, store: Store) => Promise<ServerResponse>

export interface FaultsOptions {
  readonly store: Store
  readonly clock: Clock
}

export class Faults {
  /** What the server must run on for `skewClock` to work. */
  readonly clock: SkewedClock
  readonly #store: Store
  readonly #before = new Set<ActiveFault<BeforeAction>>()
  readonly #dropped = new Set<ActiveFault<undefined>>()
  readonly #stale = new Set<ActiveFault<{ readonly store: Store; readonly reads: 'cached' | 'all' }>>()
  readonly #paused = new Set<ActiveFault<undefined>>()
  readonly #treatments = new Set<ActiveFault<EventTreatment>>()
  readonly #watches = new Set<FaultyStream>()

  constructor({ store, clock }: FaultsOptions) {
    this.#store = store
    this.clock = new SkewedClock(clock)
  }

  /** Answers with a failure instead of carrying the request out: `fail({ verb: 'create' }, 500)`. */
  fail(match: RequestMatch, status: number | FaultStatus): Fault {
    return add(this.#before, match, { status: faultStatus(status) })
  }

  /** Lets requests wait before they are carried out. */
  delay(match: RequestMatch, duration: Duration): Fault {
    return add(this.#before, match, { delayMs: toMs(duration) })
  }

  /** Breaks the connection before the request is carried out, as a server does that is not there. */
  refuse(match: RequestMatch): Fault {
    return add(this.#before, match, { isRefusal: true })
  }

  /** Carries the request out and breaks the connection instead of answering. */
  dropResponse(match: RequestMatch): Fault {
    return add(this.#dropped, match, undefined)
  }

  /** Lets reads see the past until the fault is disposed. */
  staleReads({ reads = 'cached', revision = this.#store.revision, ...match }: StaleMatch = {}): Fault {
    const store = new PastStore(this.#store, revision)
    return add(this.#stale, { verb: ['get', 'list'], ...match }, { store, reads })
  }

  /** Holds back the events of watches, those that are open and those that come; disposing it lets them go. */
  pauseWatches(match: Omit<WatchMatch, 'nth' | 'times'> = {}): Fault {
    return add(this.#paused, { ...match, verb: 'watch' }, undefined, () => this.#pump())
  }

  /** Lets events come later, in order. */
  delayEvents(match: WatchMatch, duration: Duration): Fault {
    return add(this.#treatments, { ...match, verb: 'watch' }, { delayMs: toMs(duration), copies: 1 })
  }

  /** Lets events come twice. */
  repeatEvents(match: WatchMatch = {}): Fault {
    return add(this.#treatments, { ...match, verb: 'watch' }, { delayMs: 0, copies: 2 })
  }

  /**
   * Ends watches that are open now, with an ERROR event first if there is a status.
   *
   * @returns how many
   */
  closeWatches(match: WatchMatch = {}, status?: number | FaultStatus): number {
    const last = status === undefined ? undefined : faultStatus(status)
    const probe = new ActiveFault({ ...match, verb: 'watch' }, undefined, () => undefined)
    const closed = [...this.#watches].filter(({ target }) => probe.strikes(target))
    for (const watch of closed) watch.close(last)
    return closed.length
  }

  /** Forgets everything but the present: whoever goes on from an older revision gets a 410. */
  compact(): void {
    this.#store.compact()
  }

  /** Lets the server's wall clock show a later time (or an earlier one: `-30_000`) than it is. */
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

  /** Puts the faults in front of a server. */
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

function add<Action>(
  faults: Set<ActiveFault<Action>>,
  match: RequestMatch,
  action: Action,
  onEnd: () => void = () => undefined,
): Fault {
  const fault: ActiveFault<Action> = new ActiveFault(match, action, () => {
    if (faults.delete(fault)) onEnd()
  })
  faults.add(fault)
  return fault
}

/** Faults are few and mostly none; every event asks. */
function some<Action>(faults: ReadonlySet<ActiveFault<Action>>, is: (fault: ActiveFault<Action>) => boolean): boolean {
  for (const fault of faults) if (is(fault)) return true
  return false
}

/** What the request is about is found out when the first fault wants to know. */
/** What a request is about is read only if a fault asks. */
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
