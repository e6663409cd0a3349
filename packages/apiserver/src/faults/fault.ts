/** A fault that was set and stays until it is disposed. It counts how often it struck. */
import type { ServerRequest } from '../request/exchange.ts'
import type { RequestInfo } from '../request/request-info.ts'
import { checkMatch, matchesRequest, type RequestMatch } from './request-match.ts'

export interface Fault extends Disposable {
  /** How often it struck so far. */
  readonly hits: number
}

/** A request, as faults look at it. */
export interface Target {
  readonly info: RequestInfo
  readonly request: Pick<ServerRequest, 'headers' | 'query'>
}

/** A fault together with what it does; `Action` is the business of whoever keeps the list. */
export class ActiveFault<Action> implements Fault {
  readonly action: Action
  readonly #match: RequestMatch
  readonly #onEnd: () => void
  #seen = 0
  #hits = 0

  /** Failure: throws `KW_FAULT_MATCH`. */
  constructor(match: RequestMatch, action: Action, onEnd: () => void) {
    checkMatch(match)
    this.#match = match
    this.action = action
    this.#onEnd = onEnd
  }

  get hits(): number {
    return this.#hits
  }

  /** Whether the fault is for such requests, without counting this one. */
  isFor({ info, request }: Target): boolean {
    return matchesRequest(this.#match, info, request)
  }

  /** Whether it strikes now. Asked once for each request or event, and counts. */
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
