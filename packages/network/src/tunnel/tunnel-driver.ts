/**
 * Manages a single tunnel: the southbound interface of the thesis. WireGuard, VXLAN and GRE differ in the parts of a tunnel, which the
 * planner provides; creating, removing and reading it is the same for all.
 *
 * Agents apply all tunnels of a node at once with {@link NodeKernel.converge}, which is faster; a driver is for programs that manage
 * tunnels themselves.
 */
import type { NodeKernel } from '../kernel/node-kernel.ts'
import { readLinkCounters } from '../kernel/link-counters.ts'
import type { ProgramRunner } from '../kernel/program-runner.ts'
import type { ClusterNode, PeerNetwork, TunnelSettings } from '../plan/cluster-network.ts'
import { type ComparablePlan, difference, isEmptyChange } from '../plan/difference.ts'
import { planTunnels, tunnelDeviceOf, type TunnelsPlan } from '../plan/plan-tunnels.ts'
import type { WireguardBackend } from './wireguard-backend.ts'

/** A tunnel from this node to the gateway of a peer. */
export type Tunnel = Pick<PeerNetwork, 'id' | 'remote' | 'tunnel'>

/** The network device of an installed tunnel. */
export interface TunnelDevice {
  readonly name: string
  readonly mtu: number
}

/** Whether a tunnel is installed, on which device, and its traffic. */
export interface TunnelStatus {
  readonly device: string
  readonly isInstalled: boolean
  readonly statistics: TunnelStatistics
}

/** The traffic counters of a tunnel, and its last handshake. */
export interface TunnelStatistics {
  readonly receivedBytes: number
  readonly sentBytes: number
  /** The last handshake, in seconds since 1970; WireGuard only. */
  readonly lastHandshakeSeconds?: number | undefined
}

/** Installs, removes and inspects single tunnels on a node. */
export interface TunnelDriver {
  /** Creates or completes the tunnel. Idempotent. */
  installTunnel(tunnel: Tunnel): Promise<TunnelDevice>
  /** Removes only this tunnel. Idempotent. */
  removeTunnel(tunnel: Tunnel): Promise<void>
  status(tunnel: Tunnel): Promise<TunnelStatus>
}

/** Options of `tunnelDriver`. */
export interface TunnelDriverOptions {
  readonly node: ClusterNode
  readonly settings: TunnelSettings
  readonly kernel: NodeKernel
  readonly runner: ProgramRunner
  readonly wireguard: WireguardBackend
}

/** A driver for programs that manage tunnels themselves, instead of running a node agent. */
export function tunnelDriver(options: TunnelDriverOptions): TunnelDriver {
  const { kernel } = options
  const partOf = (tunnel: Tunnel) => planPart(tunnel, options)
  const settle = async (wanted: (state: ComparablePlan) => ComparablePlan) => {
    const state = await kernel.readState()
    const change = difference(wanted(state), state)
    if (!isEmptyChange(change)) await kernel.write(change)
  }
  return {
    async installTunnel(tunnel) {
      const part = partOf(tunnel)
      await settle((state) => withPart(withoutPart(state, part), part))
      const { name, mtu } = part.devices[0]!
      return { name, mtu }
    },
    async removeTunnel(tunnel) {
      const part = partOf(tunnel)
      await settle((state) => withoutPart(state, part))
    },
    status: (tunnel) => statusOf(tunnel, options),
  }
}

/** The parts of the tunnel: the plan of a cluster with one node and one peer. */
function planPart(tunnel: Tunnel, { node, settings }: TunnelDriverOptions): TunnelsPlan {
  const nowhere = { base: 0, bits: 32 }
  const cluster = {
    podCidr: nowhere,
    externalCidr: nowhere,
    nodes: [node],
    overlay: { vni: 1, port: 1, underlayMtu: settings.underlayMtu },
    tunnel: settings,
  }
  const peer = { ...tunnel, local: { pod: nowhere, external: nowhere } }
  return planTunnels({ node, gateway: node, cluster, peers: [peer] })
}

function withPart(state: ComparablePlan, part: TunnelsPlan): ComparablePlan {
  return {
    ...state,
    devices: [
      ...state.devices.filter(({ name }) => part.devices.every((device) => device.name !== name)),
      ...part.devices,
    ],
    addresses: [
      ...state.addresses.filter(({ device }) => part.devices.every(({ name }) => name !== device)),
      ...part.addresses,
    ],
    neighbours: [...state.neighbours, ...part.neighbours],
    forwarding: [...state.forwarding, ...part.forwarding],
    settings: [...state.settings, ...part.settings],
    wireguard: [...state.wireguard, ...part.wireguard],
  }
}

/** A WireGuard device stays as long as it has other peers; other devices belong to one tunnel. */
function withoutPart(state: ComparablePlan, part: TunnelsPlan): ComparablePlan {
  const keys = new Set(part.wireguard.map(({ device, publicKey }) => `${device} ${publicKey}`))
  const wireguard = state.wireguard.filter(({ device, publicKey }) => !keys.has(`${device} ${publicKey}`))
  const isShared = (name: string) => wireguard.some(({ device }) => device === name)
  const gone = new Set(part.devices.map(({ name }) => name).filter((name) => !isShared(name)))
  const onOther = <Entry extends { readonly device: string }>(list: readonly Entry[]) =>
    list.filter(({ device }) => !gone.has(device))
  return {
    ...state,
    devices: state.devices.filter(({ name }) => !gone.has(name)),
    addresses: onOther(state.addresses),
    neighbours: onOther(state.neighbours),
    forwarding: onOther(state.forwarding),
    settings: onOther(state.settings).filter(({ device }) => part.devices.every(({ name }) => name !== device)),
    wireguard,
  }
}

async function statusOf(tunnel: Tunnel, { runner, wireguard }: TunnelDriverOptions): Promise<TunnelStatus> {
  const device = tunnelDeviceOf(tunnel)
  const none = { device, isInstalled: false, statistics: { receivedBytes: 0, sentBytes: 0 } }
  if (tunnel.tunnel.driver === 'wireguard') {
    const { publicKey } = tunnel.tunnel
    const peer = (await wireguard.readDevice(device))?.peers.find((other) => other.publicKey === publicKey)
    if (!peer) return none
    const { receivedBytes, sentBytes, lastHandshakeSeconds } = peer
    return { device, isInstalled: true, statistics: { receivedBytes, sentBytes, lastHandshakeSeconds } }
  }
  const statistics = (await readLinkCounters(runner)).get(device)
  return statistics ? { device, isInstalled: true, statistics } : none
}
