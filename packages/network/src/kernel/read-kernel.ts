/** Reads the network state of a node with one run per program. */
import { routeProtocol } from '../names.ts'
import type { ComparablePlan } from '../plan/difference.ts'
import type { Device, NodePlan, WireguardPeer } from '../plan/node-plan.ts'
import type { WireguardBackend } from '../tunnel/wireguard-backend.ts'
import type { WireguardPeerStatus } from '../tunnel/wireguard-uapi.ts'
import type { DeviceSettings } from './device-settings.ts'
import { type ProgramRunner, runOrThrow } from './program-runner.ts'
import { readAddresses, readDevices, readForwarding, readNeighbours, readRoutes, readRules } from './read-ip.ts'

/** The network state that the kernel of a node holds, without the firewall. */
export interface KernelState extends ComparablePlan {
  /** The last handshake of each WireGuard peer, in seconds since 1970, by device and key. */
  readonly sessions: ReadonlyMap<string, number>
}

export interface KernelReader {
  readonly runner: ProgramRunner
  readonly wireguard: WireguardBackend
  readonly settings: DeviceSettings
}

export async function readKernel({ runner, wireguard, settings: files }: KernelReader): Promise<KernelState> {
  const read = (program: string, ...args: string[]) => runOrThrow(runner, { program, args })
  const [links, neighbours, forwarding, routes, rules] = await Promise.all([
    read('ip', '-j', '-d', 'addr', 'show'),
    read('ip', '-j', '-4', 'neigh', 'show', 'nud', 'permanent'),
    read('bridge', '-j', 'fdb', 'show'),
    read('ip', '-j', '-4', '-N', 'route', 'show', 'table', 'all', 'proto', String(routeProtocol)),
    read('ip', '-j', '-4', '-N', 'rule', 'show'),
  ])
  const found = readDevices(links)
  const [tunnels, settings] = await Promise.all([
    Promise.all(found.map((device) => readTunnel(device, wireguard))),
    files.read(found.map(({ name }) => name)),
  ])
  return {
    devices: tunnels.map(({ device }) => device),
    addresses: readAddresses(links),
    neighbours: readNeighbours(neighbours),
    forwarding: readForwarding(forwarding),
    routes: readRoutes(routes),
    rules: readRules(rules),
    settings,
    ...peersOf(tunnels),
  }
}

function peersOf(tunnels: readonly ReadTunnel[]): Pick<KernelState, 'wireguard' | 'sessions'> {
  const handshakes = tunnels.flatMap(({ device, peers }) =>
    peers.map(({ publicKey, lastHandshakeSeconds }) => [`${device.name} ${publicKey}`, lastHandshakeSeconds] as const),
  )
  return {
    wireguard: tunnels.flatMap(({ device, peers }) => peers.map((peer) => peerOf(device.name, peer))),
    sessions: new Map(handshakes),
  }
}

/** The kernel state of a plan, with its WireGuard devices read live; `undefined` if one of them does not respond. */
export async function withWireguard(plan: NodePlan, wireguard: WireguardBackend): Promise<KernelState | undefined> {
  const devices = plan.devices.filter(({ kind }) => kind === 'wireguard')
  const read = await Promise.all(devices.map(({ name }) => wireguard.readDevice(name)))
  if (read.includes(undefined)) return undefined
  const tunnels = devices.map((device, index) => {
    const { listenPort, publicKey, peers } = read[index]!
    return { device: { ...device, listenPort, publicKey } as Device, peers }
  })
  const others = plan.devices.filter(({ kind }) => kind !== 'wireguard')
  return { ...plan, devices: [...others, ...tunnels.map(({ device }) => device)], ...peersOf(tunnels) }
}

interface ReadTunnel {
  readonly device: Device
  readonly peers: readonly WireguardPeerStatus[]
}

async function readTunnel(device: Device, wireguard: WireguardBackend): Promise<ReadTunnel> {
  if (device.kind !== 'wireguard') return { device, peers: [] }
  const tunnel = await wireguard.readDevice(device.name)
  const { listenPort = 0, publicKey, peers = [] } = tunnel ?? {}
  return { device: { ...device, listenPort, publicKey }, peers }
}

function peerOf(
  device: string,
  { publicKey, endpoint, allowed, keepaliveSeconds }: WireguardPeerStatus,
): WireguardPeer {
  return { device, publicKey, endpoint, allowed, keepaliveSeconds }
}
