/** Checks operators against management protocols: in tests, in explorations, and on a running cluster. */
export { assertFollows, type Followed, type ProtocolMatchers, protocolMatchers } from './assert-follows.ts'
export { follows, type FollowsOptions } from './follows.ts'
export {
  type ClusterView,
  type ClusterWrite,
  type NodeProjection,
  type NodeProjections,
  project,
  type Projection,
} from './projection.ts'
export { type ProtocolTrace, recordTrace, type TraceRecording } from './record-trace.ts'
export { type ProtocolWatch, type ProtocolWatchOptions, startProtocolWatch } from './watch-protocol.ts'
export type { ExplorationOracle, ObservedChange, RunWatcher } from '../explore/definition/run-watcher.ts'
