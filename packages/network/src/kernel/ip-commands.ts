/**
 * Commands for `ip -batch` and `bridge -batch`, one a line.
 *
 * Every text in an entry was parsed or made by the planner: addresses and networks are formatted from numbers, device names from
 * a fixed prefix and hexadecimal digits. So no line can hold anything but what is meant.
 */
import { routeProtocol } from '../names.ts'
import type { PlanChange } from '../plan/difference.ts'
import type { Device, ForwardingEntry, Neighbour, Route, RoutingRule } from '../plan/node-plan.ts'

export interface IpBatches {
  /** First: routes that are not wanted any more go, then devices and their neighbours come. */
  readonly prepare: string
  /** For `bridge`, once the devices are there. */
  readonly bridge: string
  /** Once all devices are there, and before a peer can send: what a device needs to take packets in. */
  readonly receive: string
  /** Last: routes, when everything behind them is in place; then devices that no route uses any more go. */
  readonly connect: string
}

export function ipBatches({ devices, addresses, neighbours, forwarding, routes, rules }: PlanChange): IpBatches {
  return {
    prepare: joined([
      ...routes.remove.map((route) => `route del ${routeMatch(route)}`),
      ...devices.replace.filter(isMadeByIp).map(({ name }) => `link del dev ${name}`),
      ...devices.create.filter(isMadeByIp).map((device) => `link add name ${device.name} ${deviceText(device)}`),
      ...devices.create.filter(isMadeByIp).map(({ name }) => `link set dev ${name} up`),
      ...devices.resize.map(({ name, mtu }) => `link set dev ${name} mtu ${mtu}`),
      ...neighbours.remove.map(({ address, device }) => `neigh del ${address} dev ${device}`),
      ...neighbours.put.map(neighbourText),
    ]),
    bridge: joined([
      ...forwarding.remove.map(
        ({ mac, device, destination }) => `fdb del ${mac} dev ${device} dst ${destination} self`,
      ),
      ...forwarding.put.map(forwardingText),
    ]),
    receive: joined([
      ...addresses.remove.map(({ address, device }) => `addr del ${address}/32 dev ${device}`),
      ...addresses.put.map(({ address, device }) => `addr add ${address}/32 dev ${device} scope host`),
      ...rules.put.map((rule) => `rule add ${ruleText(rule)}`),
    ]),
    connect: joined([
      ...routes.put.map((route) => `route replace ${routeText(route)}`),
      ...rules.remove.map((rule) => `rule del ${ruleText(rule)}`),
      ...devices.remove.filter(isMadeByIp).map(({ name }) => `link del dev ${name}`),
    ]),
  }
}

/** WireGuard may live in user space, so its driver makes the device. */
export function isMadeByIp(device: Device): boolean {
  return device.kind !== 'wireguard'
}

function deviceText(device: Device): string {
  switch (device.kind) {
    case 'vxlan':
      return `address ${device.mac} mtu ${device.mtu} type vxlan id ${device.vni} dstport ${device.port} local ${device.local} nolearning`
    case 'gre':
      return `mtu ${device.mtu} type gre local ${device.local} remote ${device.remote} ttl 255`
    case 'wireguard':
      return `mtu ${device.mtu} type wireguard`
  }
}

function neighbourText({ address, mac, device }: Neighbour): string {
  return `neigh replace ${address} lladdr ${mac} dev ${device} nud permanent`
}

function forwardingText({ mac, device, destination }: ForwardingEntry): string {
  return `fdb replace ${mac} dev ${device} dst ${destination} self permanent`
}

function routeMatch({ to, device, table }: Route): string {
  return `${to} dev ${device} table ${table} proto ${routeProtocol}`
}

function routeText({ to, device, via, source, table }: Route): string {
  const hop = via === undefined ? `dev ${device}` : `via ${via} dev ${device} onlink`
  const from = source === undefined ? '' : ` src ${source}`
  return `${to} ${hop}${from} table ${table} proto ${routeProtocol}`
}

function ruleText({ device, table, priority }: RoutingRule): string {
  return `iif ${device} lookup ${table} priority ${priority} protocol ${routeProtocol}`
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}
