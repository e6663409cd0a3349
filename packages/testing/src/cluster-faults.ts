/** Faults of a test's cluster: everything the server offers, and the one that is wanted most often. */
import type { Fault, Faults, FaultStatus, FaultVerb } from '@kubewright/apiserver'
import type { Resource } from '@kubewright/resource'

export interface ClusterFaults extends Omit<Faults, 'clock' | 'around'> {
  /** The next request of this kind fails: `failNext('apply', Deployment, 500)`. Later ones do not. */
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
