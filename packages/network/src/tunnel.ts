/** Tunnels: drivers, WireGuard in the kernel and in user space, keys. */
export { hasKernelWireguard, kernelWireguard, type KernelWireguardOptions } from './tunnel/kernel-wireguard.ts'
export {
  type Tunnel,
  type TunnelDevice,
  tunnelDriver,
  type TunnelDriver,
  type TunnelDriverOptions,
  type TunnelStatistics,
  type TunnelStatus,
} from './tunnel/tunnel-driver.ts'
export { userSpaceWireguard, type UserSpaceWireguardOptions } from './tunnel/user-space-wireguard.ts'
export type { WireguardBackend } from './tunnel/wireguard-backend.ts'
export { makePrivateKey, publicKeyOf } from './tunnel/wireguard-keys.ts'
export type { WireguardPeerStatus, WireguardStatus } from './tunnel/wireguard-uapi.ts'
