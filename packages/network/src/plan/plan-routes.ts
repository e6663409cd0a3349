/**
 * Routes to peers, and on the gateway the return path to nodes.
 *
 * Routing is symmetric: pod, node, overlay, gateway, tunnel. The return path needs a routing table of its own, because the main table leads
 * to pods and nodes directly.
 */
import { formatDestination } from '../address/cidr.ts'
import { formatIpv4 } from '../address/ipv4.ts'
import { overlayDevice, tunnelRoutingTable, tunnelRulePriority, wireguardDevice } from '../names.ts'
import type { Device, Route, RoutingRule } from './node-plan.ts'
import type { NodeContext } from './plan-node.ts'
import { tunnelDeviceOf, tunnelNextHop } from './plan-tunnels.ts'

/** The number of the kernel's main routing table. */
const mainTable = 254

export interface RoutesPlan {
  readonly routes: readonly Route[]
  readonly rules: readonly RoutingRule[]
}

export function planRoutes(context: NodeContext, tunnels: readonly Device[]): RoutesPlan {
  const { node, gateway } = context
  if (node !== gateway) return { routes: routesThroughOverlay(context), rules: [] }
  return {
    routes: [...routesThroughTunnels(context, tunnels), ...routesBack(context)],
    rules: rulesBack(tunnels),
  }
}

function routesThroughOverlay({ node, gateway, peers }: NodeContext): Route[] {
  return remoteNetworks(peers).map(({ to }) => ({
    to,
    device: overlayDevice,
    via: formatIpv4(gateway.address),
    source: formatIpv4(node.address),
    table: mainTable,
  }))
}

function routesThroughTunnels({ node, peers }: NodeContext, tunnels: readonly Device[]): Route[] {
  const names = new Set(tunnels.map(({ name }) => name))
  return remoteNetworks(peers).map(({ to, peer }) => ({
    to,
    device: names.has(tunnelDeviceOf(peer)) ? tunnelDeviceOf(peer) : wireguardDevice,
    via: tunnelNextHop(peer.tunnel),
    source: formatIpv4(node.address),
    table: mainTable,
  }))
}

function routesBack({ gateway, cluster }: NodeContext): Route[] {
  return cluster.nodes
    .filter((other) => other !== gateway)
    .flatMap((other) =>
      [formatDestination({ base: other.address, bits: 32 }), ...other.podCidrs.map(formatDestination)].map((to) => ({
        to,
        device: overlayDevice,
        via: formatIpv4(other.address),
        table: tunnelRoutingTable,
      })),
    )
}

function rulesBack(tunnels: readonly Device[]): RoutingRule[] {
  return tunnels.map(({ name: device }) => ({
    device,
    table: tunnelRoutingTable,
    priority: tunnelRulePriority,
  }))
}

function remoteNetworks(peers: NodeContext['peers']) {
  return peers.flatMap((peer) =>
    [peer.remote.pod, peer.remote.external].map((cidr) => ({ to: formatDestination(cidr), peer })),
  )
}
