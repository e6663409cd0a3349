/** Management protocols: a model of how the components of an application may be managed. Pure. See decision 0303. */
export { analyse, type Analysis, type AnalysisOptions, type Witness } from './analysis/analyse.ts'
export { type Recovery, type RecoveryOptions, recoveries } from './analysis/recoveries.ts'
export type { Deviation, Observation } from './conformance/deviation.ts'
export { followProtocol, type MonitorOptions, ProtocolMonitor } from './conformance/protocol-monitor.ts'
export { dependenciesOf, type Dependencies, protocolOf } from './dependencies.ts'
export { protocolErrors } from './errors.ts'
export { formatTopology } from './format-topology.ts'
export { type Counts, formatState, type GlobalState, type Goal } from './global-state.ts'
export { defineNodeType, type NodeType, type NodeTypeDefinition } from './node-type.ts'
export { parseTopology } from './parse-topology.ts'
export { busiestState } from './plan/busiest-state.ts'
export { checkPlan, type PlanCheck, type PlanVerdict } from './plan/check-plan.ts'
export { findPlan, type PlanOptions } from './plan/find-plan.ts'
export type { NoPlan, Plan } from './plan/plan.ts'
export { findStrongPlan, type NoStrongPlan, type StrongPlan, type StrongPlanOptions } from './plan/strong-plan.ts'
export type { Problem } from './problem.ts'
export { applyStep, enabledSteps, type PendingFault, pendingFaults, reaches, refusal, settle } from './semantics.ts'
export { simulate, type Simulation, type SimulationOptions } from './simulation.ts'
export { checkTopology } from './soundness.ts'
export { formatStep, type Step } from './step.ts'
export {
  defineTopology,
  type NodeEntry,
  type ReplicatedNode,
  type Topology,
  type TopologyDefinition,
  type TopologyNode,
} from './topology.ts'
