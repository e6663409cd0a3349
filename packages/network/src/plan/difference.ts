/**
 * The changes from one state of a node to another: a pure comparison, against the last plan or a dump of the kernel alike.
 *
 * Entries of a recreated device count as missing, because they disappear with the old device.
 */
import type {
  Device,
  DeviceAddress,
  DeviceSetting,
  ForwardingEntry,
  Neighbour,
  NodePlan,
  Route,
  RoutingRule,
  WireguardPeer,
} from './node-plan.ts'

/** Entries to add or replace, and entries to remove. */
export interface EntryChange<Entry> {
  readonly put: readonly Entry[]
  readonly remove: readonly Entry[]
}

/** Changes of a node's network devices. */
export interface DeviceChange {
  readonly create: readonly Device[]
  /** Existing devices with a name in `create` but other properties, or with the UDP port of one; removed first. */
  readonly replace: readonly Device[]
  /** Kept; only the MTU differs. */
  readonly resize: readonly Device[]
  readonly remove: readonly Device[]
  /** Kept, but its key differs: all its sessions restart. */
  readonly rekey: readonly Device[]
}

/** Everything except the firewall, whose comparison depends on the program that enforces it. */
export interface PlanChange {
  readonly devices: DeviceChange
  readonly addresses: EntryChange<DeviceAddress>
  readonly neighbours: EntryChange<Neighbour>
  readonly forwarding: EntryChange<ForwardingEntry>
  readonly settings: EntryChange<DeviceSetting>
  readonly routes: EntryChange<Route>
  readonly rules: EntryChange<RoutingRule>
  readonly wireguard: EntryChange<WireguardPeer>
}

/** The part of a node's state that `difference` compares: all but the firewall. */
export type ComparablePlan = Omit<NodePlan, 'firewall'>

/** The changes that turn the current network state of a node into the wanted one. */
export function difference(wanted: ComparablePlan, current: ComparablePlan): PlanChange {
  const devices = compareDevices(wanted.devices, current.devices)
  const lost = new Set([...devices.create, ...devices.replace, ...devices.remove].map(({ name }) => name))
  const compare = <Entry extends { device: string }>(
    list: (plan: ComparablePlan) => readonly Entry[],
    key: Key<Entry>,
  ) => compareEntries(list(wanted), { current: list(current), key, lost })
  return {
    devices,
    addresses: compare((plan) => plan.addresses, addressKey),
    neighbours: compare((plan) => plan.neighbours, neighbourKey),
    forwarding: compare((plan) => plan.forwarding, forwardingKey),
    settings: compare((plan) => plan.settings, settingKey),
    routes: compare((plan) => plan.routes, routeKey),
    // Rules refer to their device by name and outlive it.
    rules: compareEntries(wanted.rules, { current: current.rules, key: ruleKey, lost: new Set() }),
    wireguard: withRekeyed(
      compare((plan) => plan.wireguard, wireguardKey),
      { wanted, current, devices },
    ),
  }
}

export function isEmptyChange({ devices, ...entries }: PlanChange): boolean {
  const lists = [...Object.values(devices), ...Object.values(entries).flatMap(listsOf)]
  return lists.every((list) => list.length === 0)
}

/** Each changed entry in words, for messages: `missing route 10.2.0.0/16 (kw-overlay)`. */
export function describeChange({ devices, ...entries }: PlanChange): string[] {
  const named = (verb: string, list: readonly Device[]) => list.map(({ name }) => `${verb} device ${name}`)
  return [
    ...named('missing', devices.create),
    ...named('wrong MTU of', devices.resize),
    ...named('leftover', devices.remove),
    ...named('wrong key of', devices.rekey),
    ...Object.entries(entries).flatMap(([kind, { put, remove }]) => [
      ...put.map((entry) => `missing ${describeEntry(kind, entry)}`),
      ...remove.map((entry) => `leftover ${describeEntry(kind, entry)}`),
    ]),
  ]
}

const kinds: Readonly<Record<string, string>> = {
  addresses: 'address',
  neighbours: 'neighbour',
  forwarding: 'forwarding entry',
  settings: 'setting',
  routes: 'route',
  rules: 'rule',
  wireguard: 'WireGuard peer',
}

function describeEntry(kind: string, entry: object & { readonly device: string }): string {
  const { to, address, mac, name, publicKey } = entry as Readonly<Record<string, string | undefined>>
  return `${[kinds[kind], to ?? address ?? mac ?? name ?? publicKey].join(' ').trim()} (${entry.device})`
}

type Key<Entry> = (entry: Entry) => string

const addressKey: Key<DeviceAddress> = ({ device, address }) => `${device} ${address}`
const neighbourKey: Key<Neighbour> = ({ device, address }) => `${device} ${address}`
const forwardingKey: Key<ForwardingEntry> = ({ device, mac }) => `${device} ${mac}`
const settingKey: Key<DeviceSetting> = ({ device, name }) => `${device} ${name}`
const routeKey: Key<Route> = ({ table, to }) => `${table} ${to}`
const ruleKey: Key<RoutingRule> = ({ device, priority }) => `${device} ${priority}`
const wireguardKey: Key<WireguardPeer> = ({ device, publicKey }) => `${device} ${publicKey}`

interface Compared<Entry> {
  readonly current: readonly Entry[]
  readonly key: Key<Entry>
  /** Devices whose entries disappear: they are recreated or removed. */
  readonly lost: ReadonlySet<string>
}

function compareEntries<Entry extends { device: string }>(
  wanted: readonly Entry[],
  { current, key, lost }: Compared<Entry>,
): EntryChange<Entry> {
  const kept = new Map(current.filter(({ device }) => !lost.has(device)).map((entry) => [key(entry), entry]))
  const wantedKeys = new Set(wanted.map(key))
  return {
    put: wanted.filter((entry) => !isSameEntry(entry, kept.get(key(entry)))),
    remove: [...kept].filter(([name]) => !wantedKeys.has(name)).map(([, entry]) => entry),
  }
}

function compareDevices(wanted: readonly Device[], current: readonly Device[]): DeviceChange {
  const there = new Map(current.map((device) => [device.name, device]))
  const names = new Set(wanted.map(({ name }) => name))
  const isKept = (device: Device) => isSameBesides(device, there.get(device.name))
  const hasOtherKey = (device: Device) =>
    isKept(device) && keyOf(device) !== undefined && keyOf(device) !== keyOf(there.get(device.name)!)
  const create = wanted.filter((device) => !isKept(device))
  const gone = current.filter(({ name }) => !names.has(name))
  const isInTheWay = (device: Device) => create.some((fresh) => holdsPortOf(device, fresh))
  return {
    create,
    replace: [...create.flatMap(({ name }) => there.get(name) ?? []), ...gone.filter(isInTheWay)],
    resize: wanted.filter((device) => isKept(device) && there.get(device.name)!.mtu !== device.mtu),
    remove: gone.filter((device) => !isInTheWay(device)),
    rekey: wanted.filter(hasOtherKey),
  }
}

/** Peers of a re-keyed device are removed and added again: an old handshake is not valid for the new key. */
function withRekeyed(
  change: EntryChange<WireguardPeer>,
  { wanted, current, devices }: { wanted: ComparablePlan; current: ComparablePlan; devices: DeviceChange },
): EntryChange<WireguardPeer> {
  const names = new Set(devices.rekey.map(({ name }) => name))
  if (names.size === 0) return change
  const split = (list: readonly WireguardPeer[], all: readonly WireguardPeer[]) => [
    ...list.filter(({ device }) => !names.has(device)),
    ...all.filter(({ device }) => names.has(device)),
  ]
  return { put: split(change.put, wanted.wireguard), remove: split(change.remove, current.wireguard) }
}

/** After a change of the driver, both use the port of tunnels. VXLAN devices share a port among themselves. */
function holdsPortOf(device: Device, fresh: Device): boolean {
  return device.kind !== fresh.kind && udpPortOf(device) !== undefined && udpPortOf(device) === udpPortOf(fresh)
}

function udpPortOf(device: Device): number | undefined {
  if (device.kind === 'gre') return undefined
  return device.kind === 'vxlan' ? device.port : device.listenPort
}

function keyOf(device: Device): string | undefined {
  return device.kind === 'wireguard' ? device.publicKey : undefined
}

/** Whether two devices differ at most in MTU and key, which can be changed in place. */
function isSameBesides(device: Device, other: Device | undefined): boolean {
  const common = { mtu: 0, publicKey: undefined }
  return other !== undefined && isSameEntry({ ...device, ...common }, { ...other, ...common })
}

/** Entries are flat: strings, numbers and lists of strings. `undefined` equals a missing field. */
function isSameEntry(one: object, other: object | undefined): boolean {
  return other !== undefined && hasFieldsOf(one, other) && hasFieldsOf(other, one)
}

function hasFieldsOf(one: object, other: object): boolean {
  for (const [name, value] of Object.entries(one))
    if (value !== undefined && !isSameValue(value, (other as Record<string, unknown>)[name])) return false
  return true
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((value, index) => value === other[index])
}

function listsOf({ put, remove }: EntryChange<unknown>): (readonly unknown[])[] {
  return [put, remove]
}
