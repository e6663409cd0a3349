/** What a cluster does beside its API: deployments, pods, jobs, endpoints, garbage collection, namespaces. */
export { simulationErrors } from './errors.ts'
export { type PartName, partNames } from './part-name.ts'
export type { Simulation, SimulationOptions } from './simulation.ts'
export { startSimulation } from './start-simulation.ts'
