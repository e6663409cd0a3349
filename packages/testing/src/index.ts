/** Kubernetes in a test: a cluster in milliseconds, virtual time, faults on demand, assertions. */
export type { Cluster, ClusterOptions } from './cluster/cluster.ts'
export type { Clusters } from './clusters/clusters.ts'
export { startClusters } from './clusters/start-clusters.ts'
export { testingErrors } from './errors.ts'
export { defineExploration, type DefinedExploration } from './explore/define-exploration.ts'
export type { Exploration, Invariant, View } from './explore/definition/exploration.ts'
export type { ExploreOptions } from './explore/definition/explore-options.ts'
export { explore, replay } from './explore/explore.ts'
export { assertNoFailures, exploreMatchers, type Report } from './explore/report/report.ts'
export type { ScenarioUser } from './explore/definition/scenario-user.ts'
export {
  defineProcessExploration,
  type DefinedProcessExploration,
} from './explore-process/define-process-exploration.ts'
export { exploreProcess, type ExploreProcessOptions, type ProcessReport } from './explore-process/explore-process.ts'
export type { Run } from './cluster/run-controllers.ts'
export { startCluster } from './cluster/start-cluster.ts'
// The types of the sub-paths are loaded with the index, so that the compiler can name them in declarations: decision 0433.
export type {} from './cluster-parts.ts'
export type {} from './exploration.ts'
