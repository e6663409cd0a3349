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

export interface NodeHost {
  readonly runner: ProgramRunner
  readonly kernel: NodeKernel
  readonly wireguard: WireguardBackend
  readonly firewall: FirewallBackend
  /** Private keys that WireGuard may use. */
  readonly keys: KeyRing
}

export interface HostOptions {
  readonly runner: ProgramRunner
  readonly clock: Clock
  /** The writable `/proc/sys` of the node: in a container, the path where its pod mounted it. @default '/proc/sys' */
  readonly sysctlRoot?: string | undefined
  /** @default nftables if `nft` works, else iptables */
  readonly firewall?: FirewallBackend['name'] | undefined
  /** @default the kernel's if it has one, else `wireguard-go` */
  readonly wireguard?: ((keys: KeyRing) => WireguardBackend) | undefined
}

/** Failure: `KW_NETWORK_KERNEL` if neither nftables nor iptables works. */
export async function detectHost({ runner, clock, ...given }: HostOptions): Promise<NodeHost> {
  const keys = new KeyRing()
  const firewall = await firewallOf(runner, given.firewall)
  const wireguard = given.wireguard?.(keys) ?? (await wireguardOf({ runner, clock, keys }))
  const kernel = new NodeKernel({ runner, wireguard, firewall, clock, sysctlRoot: given.sysctlRoot })
  return { runner, keys, firewall, wireguard, kernel }
}

async function firewallOf(
  runner: ProgramRunner,
  wanted: FirewallBackend['name'] | undefined,
): Promise<FirewallBackend> {
  if (wanted !== 'iptables' && (await works(runner, 'nft', ['list', 'tables']))) return nftables(runner)
  if (wanted !== 'nftables' && (await works(runner, 'iptables-save', []))) return iptables(runner)
  throw networkErrors('KW_NETWORK_KERNEL', {
    what: 'translate addresses on this node',
    why: wanted === undefined ? 'neither nft nor iptables works' : `${wanted} does not work`,
  })
}

async function wireguardOf(options: { runner: ProgramRunner; clock: Clock; keys: KeyRing }): Promise<WireguardBackend> {
  return (await hasKernelWireguard(options.runner)) ? kernelWireguard(options) : userSpaceWireguard(options)
}

/** A program that is missing cannot be started, which also means no. */
async function works(runner: ProgramRunner, program: string, args: readonly string[]): Promise<boolean> {
  return runner.run(program, args).then(
    ({ code }) => code === 0,
    () => false,
  )
}
