/** Logs metric sources that throw. Every scrape calls them, so each is logged at most once a minute. */
import { RepeatedFailures } from '@kubewright/controller/host'
import type { Clock, Logger } from '@kubewright/core'
import type { MetricSource } from '@kubewright/core/metrics'
import { MetricRegistry } from './metric-registry.ts'

/** A registry that logs its sources that throw, and leaves them out. */
export function loggedRegistry(log: Logger, clock: Clock): MetricRegistry {
  const failures = new RepeatedFailures<MetricSource>(clock, new WeakMap())
  return new MetricRegistry({
    failed(source, error, metrics) {
      const repeated = failures.note(source)
      if (repeated === undefined) return
      log.error('metric source failed, serving the others', {
        source: source.constructor?.name ?? 'Object',
        ...(metrics.length === 0 ? {} : { metrics }),
        error,
        ...repeated,
      })
    },
  })
}
