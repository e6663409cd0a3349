/** A node's kernel: programs that read and change its network state, and its firewall. */
export type { FirewallBackend, FirewallChange } from './firewall/firewall-backend.ts'
export { iptables, type IptablesOptions } from './firewall/iptables.ts'
export { nftables } from './firewall/nftables.ts'
export type { FirewallChoice, WireguardChoice } from './kernel/node-host.ts'
export { type Convergence, NodeKernel, type NodeKernelOptions } from './kernel/node-kernel.ts'
export {
  type FollowOptions,
  type ProgramResult,
  programRunner,
  type ProgramRunner,
  type RunnerOptions,
} from './kernel/program-runner.ts'
export type { KernelState } from './kernel/read-kernel.ts'
