/**
 * The interface between an API server and the program that runs containers: logs, exec, attach, port-forward. Types only. A separate entry
 * point, because few programs run containers.
 */
export type { PodLogRequest, PodLogs } from './containers/pod-logs.ts'
export type {
  PodAttachRequest,
  PodExecRequest,
  PodForwardRequest,
  PodProcess,
  PodStreams,
} from './containers/pod-streams.ts'
