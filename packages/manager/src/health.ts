/** Health checks and their results. */
export { type CheckResult, HealthChecks, type HealthNote } from './health/health-check.ts'
export type { HealthOptions } from './manager-options.ts'
