/** A fault that stays active until it is disposed. */
import type { ServerRequest } from '../request/exchange.ts'
import type { RequestInfo } from '../request/request-info.ts'
import { checkMatch, matchesRequest, type RequestMatch, type ServedNames } from './request-match.ts'

/** Handle of an injected fault, which stays active until it is disposed. */
export interface Fault extends Disposable {
  /** How many requests or events it has affected so far. */
  readonly hits: number
}

/** The parts of a request that faults match. */
export interface Target {
  readonly info: RequestInfo
  readonly request: Pick<ServerRequest, 'headers' | 'query'>
}

/** A fault with its action, whose meaning depends on the list that holds it. */
export class ActiveFault<Action> implements Fault {
  readonly action: Action
  readonly #match: RequestMatch
  readonly #onEnd: () => void
  #seen = 0
  #hits = 0

  /** Failure: throws `KW_FAULT_MATCH`. */
  constructor(match: RequestMatch, served: ServedNames, action: Action, onEnd: () => void) {
    checkMatch(match, served)
    this.#match = match
    this.action = action
    this.#onEnd = onEnd
  }

  get hits(): number {
    return this.#hits
  }

  /** Whether the fault matches the request, without counting it. */
  isFor({ info, request }: Target): boolean {
    return matchesRequest(this.#match, info, request)
  }

  /** Whether the fault applies now. Called once per request or event, and counts. */
  strikes(target: Target): boolean {
    const { nth, times = Infinity } = this.#match
    if (!this.isFor(target) || this.#hits >= times) return false
    this.#seen++
    if (nth !== undefined && nth !== this.#seen) return false
    this.#hits++
    return true
  }

  [Symbol.dispose](): void {
    this.#onEnd()
  }
}
