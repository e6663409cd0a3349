/** A web page that shows live what operators do and why; and the versioned API it is built on. */
export { dashboardErrors } from './errors.ts'
export { type Operator, operatorOf } from './operator.ts'
export { RemoteOperator } from './remote-operator.ts'
export type { ShardControl } from './shard-control.ts'
export { type Dashboard, type DashboardOptions, defaultPort, startDashboard } from './start-dashboard.ts'
export type { AllowedAction } from './stream-event.ts'
// The types of the sub-paths are loaded with the index, so that the compiler can name them in declarations: decision 0433.
export type {} from './exploration-entries.ts'
export type {} from './operators.ts'
export type {} from './topics.ts'
