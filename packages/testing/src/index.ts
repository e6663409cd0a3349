/** Kubernetes in a test: a cluster in milliseconds, virtual time, faults on demand, assertions. */
export type { ClusterAssertions } from './cluster/assertions.ts'
export type {
  Cluster,
  ClusterClientOptions,
  ClusterOptions,
  ClusterSimulationOptions,
  Definable,
} from './cluster/cluster.ts'
export type { ClusterLink } from './clusters/cluster-link.ts'
export type { Clusters, ClustersRunOptions, LinkedAs } from './clusters/clusters.ts'
export { startClusters } from './clusters/start-clusters.ts'
export type { FaultVerb } from '@kubewright/apiserver'
export type { ClusterFaults } from './cluster/cluster-faults.ts'
export type { Part } from './cluster/difference.ts'
export { testingErrors } from './errors.ts'
export type { BudgetOption } from './explore/definition/budget.ts'
export {
  defineExploration,
  type DefinedExploration,
  type ExploreOverrides,
} from './explore/define-exploration.ts'
export type { DeclaredObject, Exploration, Invariant, View } from './explore/definition/exploration.ts'
export {
  explore,
  type ExploreOptions,
  type Progress,
  replay,
  type SearchLimits,
  type Strategy,
} from './explore/explore.ts'
export type { CoveredPart, CoveredWhen, CoverageReport } from './explore/reality/covered-lines.ts'
export type { Externals } from './explore/world/external-call.ts'
export type { Finding, Oracle, OtherWay } from './explore/trace/finding.ts'
export { formatPlan, type OutageAnswer, type OutageOf, type Plan, type PlannedFault } from './explore/plan/plan.ts'
export { parsePlanFile, type PlanFile } from './explore/plan/plan-file.ts'
export { assertNoFailures, exploreMatchers, type Failure, type Report } from './explore/report/report.ts'
export type { ScenarioUser } from './explore/definition/scenario-user.ts'
export type { StoryMoment, StoryObject, StorySequence, StruckCall } from './explore/report/story-sequence.ts'
export type { TraceEntry } from './explore/trace/trace.ts'
export {
  defineProcessExploration,
  type DefinedProcessExploration,
  type ExploreProcessOverrides,
} from './explore-process/define-process-exploration.ts'
export {
  exploreProcess,
  type ExploreProcessOptions,
  type ProcessFailure,
  type ProcessReport,
} from './explore-process/explore-process.ts'
export type { ProcessExploration } from './explore-process/process-exploration.ts'
export type { ProcessFault, ProcessPlan } from './explore-process/process-plan.ts'
export type { Run } from './cluster/run-controllers.ts'
export type { SettleOptions } from './cluster/settle.ts'
export { startCluster } from './cluster/start-cluster.ts'
export type { WitnessedWrite, Writer, WriteWitness } from './cluster/write-witness.ts'
