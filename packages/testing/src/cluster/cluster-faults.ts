/** Faults of a test's cluster: all faults of the server, and a shorthand for the most common one. */
import type { Fault, Faults, FaultStatus, FaultVerb } from '@kubewright/apiserver'
import type { Resource } from '@kubewright/resource'

/** Fault injection of a test's cluster: `cluster.faults`. */
export interface ClusterFaults extends Omit<Faults, 'clock' | 'around'> {
  /** Fails the next request of this kind, and only that one: `failNext('apply', Deployment, 500)`. */
  failNext(verb: FaultVerb, resource: Resource, status: number | FaultStatus): Fault
}

export function clusterFaults(faults: Faults): ClusterFaults {
  return {
    fail: (match, status) => faults.fail(match, status),
    delay: (match, duration) => faults.delay(match, duration),
    refuse: (match) => faults.refuse(match),
    dropResponse: (match) => faults.dropResponse(match),
    staleReads: (match) => faults.staleReads(match),
    pauseWatches: (match) => faults.pauseWatches(match),
    delayEvents: (match, duration) => faults.delayEvents(match, duration),
    repeatEvents: (match) => faults.repeatEvents(match),
    closeWatches: (match, status) => faults.closeWatches(match, status),
    compact: () => faults.compact(),
    skewClock: (by) => faults.skewClock(by),
    failNext: (verb, kind, status) => faults.fail({ verb, kind, times: 1 }, status),
  }
}
