/** Named questions about the health of a process, and their answers. */
import { type Clock, deadline, type Duration } from '@kubewright/core'

/** All is well, as far as others depend on it; people may want to know this all the same. */
export interface HealthNote {
  readonly note: string
}

/** Returns why something is not well; nothing, or a note, if all is. What it throws is why, too. */
export type HealthCheck = () => HealthAnswer | Promise<HealthAnswer>

type HealthAnswer = string | HealthNote | undefined | void

export interface CheckResult {
  readonly name: string
  readonly isWell: boolean
  /** Why it is not. */
  readonly why?: string
  /** What is to be known although it is. */
  readonly note?: string
}

/** How long a check may take: whoever probes does not wait for ever. */
const patience: Duration = '5s'

/** A set of checks that grows and shrinks. */
export class HealthChecks {
  readonly #clock: Clock
  readonly #checks = new Map<string, HealthCheck>()
  readonly #providers = new Set<() => Iterable<readonly [name: string, check: HealthCheck]>>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Asks `check` too, until the result is disposed. A later one of the same name takes the place of an earlier one. */
  add(name: string, check: HealthCheck): Disposable {
    this.#checks.set(name, check)
    return {
      [Symbol.dispose]: () => {
        if (this.#checks.get(name) === check) this.#checks.delete(name)
      },
    }
  }

  /** Asks also whatever `provider` names at the time, until the result is disposed. */
  include(provider: () => Iterable<readonly [name: string, check: HealthCheck]>): Disposable {
    this.#providers.add(provider)
    return { [Symbol.dispose]: () => void this.#providers.delete(provider) }
  }

  get names(): readonly string[] {
    return [...this.#all().keys()]
  }

  /** Asks all at once, or those named. */
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
