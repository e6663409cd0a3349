/** The state of a running manager and of its controllers. */
export type { ControllerDescription, ControllerState, ManagerEndpoints, ManagerPhase, ManagerState } from './manager.ts'
