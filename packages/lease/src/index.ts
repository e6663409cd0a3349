/** Hold, renew and release a Lease: leader election and membership. */
export {
  alone,
  type ClusterDivision,
  type ClusterShare,
  type Coordination,
  type CoordinationHost,
  type CoordinationRule,
  type Coordinator,
  type DividedCluster,
  type InstallableKind,
  type Partition,
  type PartitionScope,
  type RulesContext,
  type Standing,
  type Work,
} from './coordination.ts'
export { leaseErrors } from './errors.ts'
export { type LeaderOptions, leader } from './leader.ts'
export { timingForms } from './leader-form.ts'
export { LeaseHolder, type LeaseHolderOptions } from './lease-holder.ts'
export { LeaseObservation } from './lease-observation.ts'
export { type LeaseRecord, readLease } from './lease-record.ts'
export { leaseTiming, type LeaseTiming, type LeaseTimingOptions } from './lease-timing.ts'
export { ageOf, type Moment, momentOf } from './moment.ts'
