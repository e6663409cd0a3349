/** Kubernetes in a test: a cluster in milliseconds, virtual time, faults on demand, assertions. */
export type { Cluster, ClusterClientOptions, ClusterOptions, ClusterSimulationOptions, Definable } from './cluster.ts'
export type { FaultVerb } from '@kubewright/apiserver'
export type { ClusterFaults } from './cluster-faults.ts'
export { testingErrors } from './errors.ts'
export type { Run } from './run-controllers.ts'
export type { SettleOptions } from './settle.ts'
export { startCluster } from './start-cluster.ts'
