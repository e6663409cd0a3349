/**
 * The network state in the kernel of one node: read as a whole, changed in one batch per program.
 *
 * Guarantees
 * - Nothing is written if the kernel already matches the plan.
 * - Only our own entries are changed: own device names, own protocol number, own nftables table or iptables chains.
 * - The order never routes packets into a device that is not ready: translation, devices, tunnels, then routes. A device can receive before
 *   a peer learns of it, and routes leave a device before its key changes.
 * - A device is never without its rules: they come before the first device and go after the last.
 * - After a write the kernel is read again and compared with the plan. What differs is written again, a few times; then it is an error.
 *
 * A batch that fails half way, because another program added or removed an entry concurrently, is completed by the next attempt. Connections with an outdated
 * translation are dropped last, by a later convergence if this one fails.
 *
 * See decision 0355.
 */
import type { Clock } from '@kubewright/core'
import type { FirewallBackend, FirewallChange } from '../firewall/firewall-backend.ts'
import { describeChange, difference, isEmptyChange, type PlanChange } from '../plan/difference.ts'
import { networkErrors } from '../errors.ts'
import type { Device, NodePlan, WireguardPeer } from '../plan/node-plan.ts'
import { idlePlan } from '../plan/plan-node.ts'
import { removeProbeDevice } from '../tunnel/kernel-wireguard.ts'
import type { WireguardBackend } from '../tunnel/wireguard-backend.ts'
import { OutdatedConnections } from './conntrack.ts'
import { DeviceSettings } from './device-settings.ts'
import { EndpointMemory } from './endpoint-memory.ts'
import { ipBatches } from './ip-commands.ts'
import { KernelMemory } from './kernel-memory.ts'
import { type ProgramRunner, runOrThrow } from './program-runner.ts'
import { type KernelState, readKernel, withWireguard } from './read-kernel.ts'

/** Options of `NodeKernel`. */
export interface NodeKernelOptions {
  readonly runner: ProgramRunner
  readonly wireguard: WireguardBackend
  readonly firewall: FirewallBackend
  readonly clock: Clock
  /** The writable `/proc/sys` of the node. @default '/proc/sys' */
  readonly sysctlRoot?: string | undefined
}

/** The result of `converge`. */
export interface Convergence {
  readonly change: PlanChange
  /** The transaction of the firewall; empty if there was none. */
  readonly firewall: string
  /** The number of programs run for writes. */
  readonly writes: number
  /** The previous state of the kernel. */
  readonly state: KernelState
  /** Connections with an outdated translation go on, because the program `conntrack` is missing. */
  readonly keepsConnections: boolean
}

/** The difference between a plan and the kernel. */
interface Gap {
  readonly change: PlanChange
  readonly firewall: FirewallChange | undefined
  readonly state: KernelState
}

/** How often a plan is written before its difference to the kernel is an error. */
const mostAttempts = 3

/** The network state in the kernel of one node: reads it, converges it to a plan, and removes it. */
export class NodeKernel {
  readonly #options: NodeKernelOptions
  readonly #endpoints = new EndpointMemory()
  readonly #memory: KernelMemory
  readonly #settings: DeviceSettings
  readonly #outdated = new OutdatedConnections()

  constructor(options: NodeKernelOptions) {
    this.#options = options
    this.#memory = new KernelMemory(options.clock)
    this.#settings = new DeviceSettings(options.runner, options.sysctlRoot)
  }

  /** Converges the kernel from any state to the planned one. */
  async converge(plan: NodePlan): Promise<Convergence> {
    const held = await this.#heldState()
    const begun = this.#memory.begin(plan)
    const first = held
      ? this.#compare(plan, held.state, await this.#options.firewall.plan(plan.firewall, held.plan.firewall))
      : await this.#inspect(plan)
    const writes = await this.#settle(plan, first)
    this.#endpoints.remember(plan)
    begun.completed(held === undefined || writes > 0)
    const keepsConnections = this.#outdated.isProgramMissing
    return { change: first.change, firewall: first.firewall?.text ?? '', writes, state: first.state, keepsConnections }
  }

  /** Writes until the kernel holds the plan. Returns the number of programs run for it. */
  async #settle(plan: NodePlan, first: Gap): Promise<number> {
    let [gap, writes, failure]: [Gap, number, unknown] = [first, 0, undefined]
    for (let attempt = 1; !isClosed(gap) || !this.#outdated.isEmpty; attempt++) {
      if (attempt > mostAttempts) throw failure ?? notHeld(gap)
      try {
        failure = undefined
        writes += await this.#write(gap.change, gap.firewall)
        this.#endpoints.remember(plan) // an announced endpoint is written once: the peer may be elsewhere already
      } catch (error) {
        failure = error
      }
      gap = await this.#inspect(plan)
    }
    return writes
  }

  /** Reads the kernel and compares it with the plan. */
  async #inspect(plan: NodePlan): Promise<Gap> {
    const [state, firewall] = await Promise.all([this.readState(), this.#options.firewall.plan(plan.firewall)])
    return this.#compare(plan, state, firewall)
  }

  #compare(plan: NodePlan, state: KernelState, firewall: FirewallChange | undefined): Gap {
    const nowSeconds = this.#options.clock.now() / 1000
    const wireguard = this.#endpoints.accept(plan, { state, nowSeconds })
    return { state, firewall, change: difference(plan, { ...state, wireguard }) }
  }

  /** Removes all our state from this node. Returns the number of programs run for it: 0 if there was none. */
  async uninstall(): Promise<number> {
    this.#memory.doubt()
    const { writes } = await this.converge(idlePlan({ podCidr: { base: 0, bits: 0 } }))
    return (await removeProbeDevice(this.#options.runner)) ? writes + 1 : writes
  }

  /** `undefined` if the kernel must be read. Monitors do not cover WireGuard, so that is always read. */
  async #heldState(): Promise<{ readonly plan: NodePlan; readonly state: KernelState } | undefined> {
    const plan = this.#memory.held
    const state = plan && (await withWireguard(plan, this.#options.wireguard))
    return state && this.#memory.held === plan ? { plan, state } : undefined
  }

  /** The known state of the kernel. */
  get memory(): KernelMemory {
    return this.#memory
  }

  /** All our kernel state except the firewall. */
  readState(): Promise<KernelState> {
    const { runner, wireguard } = this.#options
    return readKernel({ runner, wireguard, settings: this.#settings })
  }

  /** Whether the kernel has none of our state. */
  async isEmpty(): Promise<boolean> {
    const [{ sessions: _, ...state }, hasFirewall] = await Promise.all([
      this.readState(),
      this.#options.firewall.isPresent(),
    ])
    return !hasFirewall && Object.values(state).every((list) => list.length === 0)
  }

  /** Applies a change, in order. Returns the number of programs run. Invalidates the known state of the kernel. */
  async write(change: PlanChange, firewall?: FirewallChange): Promise<number> {
    this.#memory.doubt()
    return this.#write(change, firewall)
  }

  async #write(change: PlanChange, firewall?: FirewallChange): Promise<number> {
    const { runner, firewall: backend } = this.#options
    const batches = ipBatches(change)
    const run = async (program: string, args: readonly string[], input: string) => {
      if (input === '') return 0
      await runOrThrow(runner, { program, args, input })
      return 1
    }
    const applyFirewall = async (next: FirewallChange) => {
      this.#outdated.add(next)
      await backend.apply(next)
      return 1
    }
    let writes = await run('ip', ['-batch', '-'], batches.disconnect)
    if (firewall && !firewall.isRemoval) writes += await applyFirewall(firewall)
    writes += await this.#endTunnels(change.devices.replace)
    writes += await run('ip', ['-batch', '-'], batches.prepare)
    writes += await this.#makeTunnels(change)
    writes += await run('bridge', ['-batch', '-'], batches.bridge)
    writes += await this.#settings.write(change.settings.put)
    writes += await run('ip', ['-batch', '-'], batches.receive)
    const rekeyed = new Set(change.devices.rekey.map(({ name }) => name))
    writes += await this.#changePeers(change, (device) => !rekeyed.has(device))
    writes += await run('ip', ['-batch', '-'], batches.connect)
    writes += await this.#changeKeys(change)
    writes += await this.#changePeers(change, (device) => rekeyed.has(device))
    writes += await this.#endTunnels(change.devices.remove)
    if (firewall?.isRemoval) writes += await applyFirewall(firewall)
    return writes + (await this.#outdated.drop(runner))
  }

  async #endTunnels(devices: readonly Device[]): Promise<number> {
    const ended = devices.filter(({ kind }) => kind === 'wireguard')
    for (const { name } of ended) await this.#options.wireguard.removeDevice(name)
    return ended.length
  }

  async #makeTunnels({ devices }: PlanChange): Promise<number> {
    const { wireguard } = this.#options
    const made = devices.create.filter((device) => device.kind === 'wireguard')
    for (const device of made) await wireguard.makeDevice(device)
    return made.length
  }

  async #changeKeys({ devices }: PlanChange): Promise<number> {
    const rekeyed = devices.rekey.filter((device) => device.kind === 'wireguard')
    for (const device of rekeyed) await this.#options.wireguard.changeKey(device)
    return rekeyed.length
  }

  async #changePeers(
    { wireguard, devices: { remove: gone } }: PlanChange,
    isMeant: (device: string) => boolean,
  ): Promise<number> {
    const all = [...wireguard.put, ...wireguard.remove].map(({ device }) => device)
    const devices = new Set(all.filter(isMeant))
    for (const { name } of gone) devices.delete(name)
    for (const device of devices) {
      const isHere = (peer: WireguardPeer) => peer.device === device
      const change = { put: wireguard.put.filter(isHere), remove: wireguard.remove.filter(isHere) }
      await this.#options.wireguard.changePeers(device, change)
    }
    return devices.size
  }
}

function isClosed({ change, firewall }: Gap): boolean {
  return firewall === undefined && isEmptyChange(change)
}

function notHeld({ change, firewall }: Gap): Error {
  const differs = [...describeChange(change), ...(firewall ? ['the rules of the firewall'] : [])]
  return networkErrors('KW_NETWORK_KERNEL', {
    what: 'apply the network plan of this node',
    why: `after ${mostAttempts} attempts the kernel still differs in ${differs.slice(0, 5).join(', ')}`,
    next: 'Look for another program that changes these entries, such as a network plug-in or a script: `ip monitor` and `nft monitor` show its changes.',
    details: { differences: differs.length },
  })
}
