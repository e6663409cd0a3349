/** Connectivity between clusters: address management, and the pure planning of tunnels, routes and address translation. */
export {
  type AddressRanges,
  assignAddresses,
  type Assignment,
  type AssignmentProblem,
  type NetworkClaim,
  type ReservedNetwork,
} from './address/assign-addresses.ts'
export { type Cidr, formatCidr, overlaps, parseCidr } from './address/cidr.ts'
export { formatIpv4, parseIpv4 } from './address/ipv4.ts'
export { nodeAgent, type NodeAgent, type NodeAgentOptions } from './agent/node-agent.ts'
export { networkErrors } from './errors.ts'
export { createExchange, type Exchange, type ExchangeOptions } from './exchange/exchange.ts'
export { networkExchange } from './exchange/network-exchange.ts'
export { networkPeerLabel, peerSecret } from './exchange/peer-secret.ts'
export type { FirewallBackend, FirewallChange } from './firewall/firewall-backend.ts'
export { iptables, type IptablesOptions } from './firewall/iptables.ts'
export { nftables } from './firewall/nftables.ts'
export { type Convergence, NodeKernel, type NodeKernelOptions } from './kernel/node-kernel.ts'
export {
  type FollowOptions,
  type ProgramResult,
  type ProgramRunner,
  programRunner,
  type RunnerOptions,
} from './kernel/program-runner.ts'
export type { KernelState } from './kernel/read-kernel.ts'
export {
  detectHost,
  type FirewallChoice,
  firewallChoices,
  type HostOptions,
  type NodeHost,
  type WireguardChoice,
  wireguardChoices,
} from './kernel/node-host.ts'
export { gatewayLease, keysSecret, networkNamespace } from './names.ts'
export { addressController } from './peering/address-controller.ts'
export {
  announceGateway,
  gatewayController,
  type GatewayOptions,
  rotateAnnotation,
} from './peering/gateway-controller.ts'
export { loadGatewayKeys } from './peering/load-gateway-keys.ts'
export { type Announcement, peeringController, type PeeringOptions } from './peering/peering-controller.ts'
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
export { AddressClaim } from './resource/address-claim.ts'
export { AddressLedger, ledgerName } from './resource/address-ledger.ts'
export { configName, NetworkConfig } from './resource/network-config.ts'
export { NetworkSettings, settingsName } from './resource/network-settings.ts'
export { NodeNetwork } from './resource/node-network.ts'
export { TunnelEndpoint } from './resource/tunnel-endpoint.ts'
export { hasKernelWireguard, kernelWireguard, type KernelWireguardOptions } from './tunnel/kernel-wireguard.ts'
export {
  type Tunnel,
  type TunnelDevice,
  type TunnelDriver,
  tunnelDriver,
  type TunnelDriverOptions,
  type TunnelStatistics,
  type TunnelStatus,
} from './tunnel/tunnel-driver.ts'
export { userSpaceWireguard, type UserSpaceWireguardOptions } from './tunnel/user-space-wireguard.ts'
export type { WireguardBackend } from './tunnel/wireguard-backend.ts'
export { KeyRing, makePrivateKey, publicKeyOf } from './tunnel/wireguard-keys.ts'
export type { WireguardPeerStatus, WireguardStatus } from './tunnel/wireguard-uapi.ts'
