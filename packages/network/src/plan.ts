/** The planned network state of a node, and its difference from the present one. Pure. */
export type { RefusedPeer } from './plan/admit-peers.ts'
export type {
  ClusterNetwork,
  ClusterNode,
  Endpoint,
  OverlaySettings,
  PeerNetwork,
  PeerTunnel,
  SeenNetworks,
  TunnelSettings,
} from './plan/cluster-network.ts'
export {
  type ComparablePlan,
  type DeviceChange,
  difference,
  type EntryChange,
  type PlanChange,
} from './plan/difference.ts'
export type {
  Device,
  DeviceAddress,
  DeviceSetting,
  Firewall,
  ForwardingEntry,
  GreDevice,
  Neighbour,
  NodePlan,
  Route,
  RoutingRule,
  VxlanDevice,
  WireguardDevice,
  WireguardPeer,
} from './plan/node-plan.ts'
export { idlePlan, type PlannedNode, planNode } from './plan/plan-node.ts'
