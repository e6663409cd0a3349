/** The programs and kernel features of a node, detected once when an agent starts. */
import type { Clock } from '@kubewright/core'
import { networkErrors } from '../errors.ts'
import type { FirewallBackend } from '../firewall/firewall-backend.ts'
import { iptables } from '../firewall/iptables.ts'
import { nftables } from '../firewall/nftables.ts'
import { hasKernelWireguard, kernelWireguard } from '../tunnel/kernel-wireguard.ts'
import { userSpaceWireguard } from '../tunnel/user-space-wireguard.ts'
import type { WireguardBackend } from '../tunnel/wireguard-backend.ts'
import { KeyRing } from '../tunnel/wireguard-keys.ts'
import { NodeKernel } from './node-kernel.ts'
import type { ProgramRunner } from './program-runner.ts'

/** The kernel, firewall and WireGuard of a node, as found by `detectHost`. */
export interface NodeHost {
  readonly runner: ProgramRunner
  readonly kernel: NodeKernel
  readonly wireguard: WireguardBackend
  readonly firewall: FirewallBackend
  /** Private keys that WireGuard may use. */
  readonly keys: KeyRing
}

/** Options of `detectHost`. */
export interface HostOptions {
  readonly runner: ProgramRunner
  readonly clock: Clock
  /** The writable `/proc/sys` of the node: in a container, the path where its pod mounted it. @default '/proc/sys' */
  readonly sysctlRoot?: string | undefined
  /** @default nftables if `nft` works, else iptables */
  readonly firewall?: FirewallChoice | undefined
  /** @default the kernel's if it has one, else `wireguard-go` */
  readonly wireguard?: WireguardChoice | ((keys: KeyRing) => WireguardBackend) | undefined
}

/** The program for rules. `iptables` is the variant that the node has under that name. */
export const firewallChoices = ['nftables', 'iptables', 'iptables-nft', 'iptables-legacy'] as const
/** One of `firewallChoices`. */
export type FirewallChoice = (typeof firewallChoices)[number]

/** In the kernel, or in user space by `wireguard-go`. */
export const wireguardChoices = ['kernel', 'user-space'] as const
/** One of `wireguardChoices`. */
export type WireguardChoice = (typeof wireguardChoices)[number]

/** Failure: `KW_NETWORK_KERNEL` if neither nftables nor iptables works, or not what was chosen. */
export async function detectHost({ runner, clock, ...given }: HostOptions): Promise<NodeHost> {
  const keys = new KeyRing()
  const firewall = await firewallOf(runner, given.firewall)
  const wireguard =
    typeof given.wireguard === 'function'
      ? given.wireguard(keys)
      : await wireguardOf({ runner, clock, keys }, given.wireguard)
  const kernel = new NodeKernel({ runner, wireguard, firewall, clock, sysctlRoot: given.sysctlRoot })
  return { runner, keys, firewall, wireguard, kernel }
}

async function firewallOf(runner: ProgramRunner, wanted: FirewallChoice | undefined): Promise<FirewallBackend> {
  const candidates = wanted === undefined ? (['nftables', 'iptables'] as const) : [wanted]
  for (const one of candidates) {
    if (one === 'nftables') {
      if (await works(runner, 'nft', ['list', 'tables'])) return nftables(runner)
    } else if (await works(runner, `${one}-save`, [])) return iptables(runner, { program: one })
  }
  throw networkErrors('KW_NETWORK_KERNEL', {
    what: 'translate addresses on this node',
    why: wanted === undefined ? 'neither nft nor iptables works' : `${wanted} does not work`,
    next: 'Install nftables or iptables on the node or in the image of the agent, and give its pod NET_ADMIN.',
  })
}

/** An explicit choice is not probed: if the node lacks it, creating a tunnel fails. */
async function wireguardOf(
  options: { runner: ProgramRunner; clock: Clock; keys: KeyRing },
  wanted: WireguardChoice | undefined,
): Promise<WireguardBackend> {
  const isInKernel = wanted === undefined ? await hasKernelWireguard(options.runner) : wanted === 'kernel'
  return isInKernel ? kernelWireguard(options) : userSpaceWireguard(options)
}

/** A program that is missing cannot be started, which also means no. */
async function works(runner: ProgramRunner, program: string, args: readonly string[]): Promise<boolean> {
  return runner.run(program, args).then(
    ({ code }) => code === 0,
    () => false,
  )
}
