/**
 * Logs metric sources that throw. Every scrape calls them, so the first failure of a source is logged at once, further ones at most once a
 * minute, with the number of failures that were not logged.
 */
import type { Clock, Logger } from '@kubewright/core'
import type { MetricSource } from '@kubewright/core/metrics'
import { MetricRegistry } from './metric-registry.ts'

const quietMs = 60_000

/** A registry that logs its sources that throw, and leaves them out. */
export function loggedRegistry(log: Logger, clock: Clock): MetricRegistry {
  const failures = new SourceFailures(log, clock)
  return new MetricRegistry({ failed: (...failure) => failures.report(...failure) })
}

class SourceFailures {
  readonly #log: Logger
  readonly #clock: Clock
  /** When a source was last logged, as `clock.elapsed()`, and its failures since. */
  readonly #logged = new WeakMap<MetricSource, { readonly at: number; suppressed: number }>()

  constructor(log: Logger, clock: Clock) {
    this.#log = log
    this.#clock = clock
  }

  /** @param metrics the names of its metrics when it last worked */
  report(source: MetricSource, error: unknown, metrics: readonly string[]): void {
    const at = this.#clock.elapsed()
    const last = this.#logged.get(source)
    if (last !== undefined && at - last.at < quietMs) return void last.suppressed++
    this.#logged.set(source, { at, suppressed: 0 })
    const suppressed = last === undefined || last.suppressed === 0 ? {} : { suppressed: last.suppressed }
    const known = metrics.length === 0 ? {} : { metrics }
    this.#log.error('metric source failed, serving the others', {
      source: source.constructor?.name ?? 'Object',
      ...known,
      error,
      ...suppressed,
    })
  }
}
