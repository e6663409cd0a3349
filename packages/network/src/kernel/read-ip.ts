/**
 * Parses the output of `ip -j` and `bridge -j`: only entries of our own devices, with our own protocol number. Everything else on the node
 * is foreign and is neither compared nor changed.
 */
import { devicePrefix, overlayDevice, routeProtocol, tunnelPrefix } from '../names.ts'
import type { Device, DeviceAddress, ForwardingEntry, Neighbour, Route, RoutingRule } from '../plan/node-plan.ts'

/** `ip -j -d addr show`. */
export function readDevices(json: string): Device[] {
  return parseList(json).filter(isOwnName).map(readDevice)
}

function isOwnName({ ifname }: Item): boolean {
  return typeof ifname === 'string' && (ifname === overlayDevice || ifname.startsWith(tunnelPrefix))
}

function readDevice(item: Item): Device {
  const info = asItem(item['linkinfo'])
  const data = asItem(info['info_data'])
  const down = isDown(item) ? { isDown: true as const } : {}
  const device = { name: String(item['ifname']), mtu: Number(item['mtu']), ...down }
  switch (info['info_kind']) {
    case 'vxlan':
      return {
        kind: 'vxlan',
        ...device,
        mac: String(item['address']),
        vni: Number(data['id']),
        port: Number(data['port']),
        local: String(data['local']),
      }
    case 'gre':
      return { kind: 'gre', ...device, local: String(data['local']), remote: String(data['remote']) }
    default:
      // A user-space device appears as `tun`. Its driver knows the port.
      return { kind: 'wireguard', ...device, listenPort: 0 }
  }
}

/** A device is down if another program set it down, or if it could not be set up because its UDP port was in use. */
function isDown({ flags }: Item): boolean {
  return Array.isArray(flags) && !flags.includes('UP')
}

/** `ip -j -d addr show`: the IPv4 addresses of our devices. */
export function readAddresses(json: string): DeviceAddress[] {
  return parseList(json)
    .filter(isOwnName)
    .flatMap(({ ifname, addr_info: list }) =>
      (Array.isArray(list) ? list.map(asItem) : []).map((item) => ({ ifname, ...item })),
    )
    .filter(({ family }: Item) => family === 'inet')
    .map(({ ifname, local }: Item) => ({ device: String(ifname), address: String(local) }))
}

/** `ip -j neigh show nud permanent`. */
export function readNeighbours(json: string): Neighbour[] {
  return parseList(json)
    .filter(({ dev, lladdr }) => isOwnDevice(dev) && typeof lladdr === 'string')
    .map(({ dev, dst, lladdr }) => ({ device: String(dev), address: String(dst), mac: String(lladdr) }))
}

/** `bridge -j fdb show`. */
export function readForwarding(json: string): ForwardingEntry[] {
  return parseList(json)
    .filter(({ ifname, dst }) => isOwnDevice(ifname) && typeof dst === 'string')
    .map(({ ifname, mac, dst }) => ({ device: String(ifname), mac: String(mac), destination: String(dst) }))
}

/** `ip -j -N route show table all proto 219`. */
export function readRoutes(json: string): Route[] {
  return parseList(json).map(({ dst, dev, gateway, prefsrc, table }) => ({
    to: String(dst),
    device: String(dev),
    via: optionalText(gateway),
    source: optionalText(prefsrc),
    table: table === undefined ? 254 : Number(table), // the dump omits the table for the main one
  }))
}

/** `ip -j -N rule show`. */
export function readRules(json: string): RoutingRule[] {
  return parseList(json)
    .filter(({ protocol }) => Number(protocol) === routeProtocol)
    .map(({ iif, table, priority }) => ({ device: String(iif), table: Number(table), priority: Number(priority) }))
}

type Item = Readonly<Record<string, unknown>>

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isOwnDevice(name: unknown): boolean {
  return typeof name === 'string' && name.startsWith(devicePrefix)
}

/** An empty dump is empty text for some commands and `[]` for others; entries of other families appear as `{}`. */
function parseList(json: string): Item[] {
  const list: unknown = json.trim() === '' ? [] : JSON.parse(json)
  return Array.isArray(list) ? list.map(asItem).filter((item) => Object.keys(item).length > 0) : []
}

function asItem(value: unknown): Item {
  return typeof value === 'object' && value !== null ? (value as Item) : {}
}
