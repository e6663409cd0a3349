/** Named health checks and their results. */
import type { Clock, Duration } from '@kubewright/core'
import { deadline } from '@kubewright/core/time'

/** A note on a passing check. */
export interface HealthNote {
  readonly note: string
}

/** Returns the reason of a failure; `undefined` or a note if healthy. An error counts as a failure. */
export type HealthCheck = () => HealthAnswer | Promise<HealthAnswer>

/** What a health check returns: the reason of a failure as text, or nothing or a note if healthy. */
type HealthAnswer = string | HealthNote | undefined | void

/** The result of one health check. */
export interface CheckResult {
  readonly name: string
  readonly isWell: boolean
  /** Why it failed. */
  readonly why?: string
  /** A note, if it passed with one. */
  readonly note?: string
}

/** Timeout of a check: probes have timeouts of their own. */
const patience: Duration = '5s'

/** A dynamic set of checks. */
export class HealthChecks {
  readonly #clock: Clock
  readonly #checks = new Map<string, HealthCheck>()
  readonly #providers = new Set<() => Iterable<readonly [name: string, check: HealthCheck]>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Adds a check until the result is disposed. A later check of the same name replaces an earlier one. */
  add(name: string, check: HealthCheck): Disposable {
    this.#checks.set(name, check)
    return {
      [Symbol.dispose]: () => {
        if (this.#checks.get(name) === check) this.#checks.delete(name)
      },
    }
  }

  /** Includes the checks that `provider` returns at the time, until the result is disposed. */
  include(provider: () => Iterable<readonly [name: string, check: HealthCheck]>): Disposable {
    this.#providers.add(provider)
    return { [Symbol.dispose]: () => void this.#providers.delete(provider) }
  }

  get names(): readonly string[] {
    return [...this.#all().keys()]
  }

  /** Runs all checks concurrently, or the named ones. */
  async run(names?: readonly string[]): Promise<readonly CheckResult[]> {
    const all = this.#all()
    return Promise.all((names ?? [...all.keys()]).map((name) => this.#ask(name, all.get(name))))
  }

  #all(): ReadonlyMap<string, HealthCheck> {
    return new Map([...this.#checks, ...[...this.#providers].flatMap((provider) => [...provider()])])
  }

  async #ask(name: string, check: HealthCheck | undefined): Promise<CheckResult> {
    if (check === undefined) return { name, isWell: false, why: 'there is no such check' }
    using limit = deadline(this.#clock, patience, () => new Error(`no answer within ${String(patience)}`))
    try {
      const answer = await Promise.race([check(), failing(limit.signal)])
      if (typeof answer === 'string') return { name, isWell: false, why: answer }
      return { name, isWell: true, ...(answer?.note === undefined ? {} : { note: answer.note }) }
    } catch (error) {
      return { name, isWell: false, why: error instanceof Error ? error.message : String(error) }
    }
  }
}

function failing(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
