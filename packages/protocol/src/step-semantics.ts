/** Single steps: which are enabled, what they lead to, and the faults they leave. */
export type { Counts } from './global-state.ts'
export { busiestState } from './plan/busiest-state.ts'
export { applyStep, enabledSteps, type PendingFault, pendingFaults, reaches, refusal, settle } from './semantics.ts'
