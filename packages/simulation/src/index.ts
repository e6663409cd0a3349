/** The controllers of a cluster beside its API: deployments, pods, jobs, endpoints, garbage collection, namespaces. */
export { simulationErrors } from './errors.ts'
export type { NodeControl } from './nodes/node-control.ts'
export type { NodeOptions } from './nodes/node-options.ts'
export { type PartName, partNames } from './part-name.ts'
export type { BehaviourDetails, BehaviourName, ContainerBehaviour, PodOptions } from './pods/behaviour.ts'
export type { PodControl } from './pods/pod-control.ts'
export { serviceLookup } from './processes/hosts-lookup.ts'
export type { ImageCommand, Images, ProcessOptions } from './processes/image-command.ts'
export { endpointHost, loopbackOf } from './processes/loopback.ts'
export type { PodLogRequest, PodLogs } from '@kubewright/core/containers'
export type {
  PodAttachRequest,
  PodExecRequest,
  PodForwardRequest,
  PodProcess,
  PodStreams,
} from '@kubewright/core/containers'
export type { Simulation, SimulationOptions } from './simulation.ts'
export { startSimulation } from './start-simulation.ts'
