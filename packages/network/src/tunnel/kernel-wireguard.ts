/** WireGuard in the kernel, configured with `wg`. Private keys go to its standard input, never to its arguments. */
import { probeDevice } from '../names.ts'
import type { EntryChange } from '../plan/difference.ts'
import type { WireguardDevice, WireguardPeer } from '../plan/node-plan.ts'
import { type ProgramRunner, runOrThrow } from '../kernel/program-runner.ts'
import type { WireguardBackend } from './wireguard-backend.ts'
import { type KeyRing, publicKeyOf } from './wireguard-keys.ts'
import type { WireguardPeerStatus, WireguardStatus } from './wireguard-uapi.ts'

/** Options of `kernelWireguard`. */
export interface KernelWireguardOptions {
  readonly runner: ProgramRunner
  readonly keys: KeyRing
}

/** WireGuard in the kernel of the node, configured with the program `wg`. */
export function kernelWireguard({ runner, keys }: KernelWireguardOptions): WireguardBackend {
  const setKey = async ({ name, listenPort, publicKey }: WireguardDevice) => {
    const args = ['set', name, 'listen-port', String(listenPort), 'private-key', '/dev/stdin']
    await runOrThrow(runner, { program: 'wg', args, input: `${keys.privateKeyOf(publicKey)}\n` })
  }
  return {
    async makeDevice(device) {
      const { name, mtu } = device
      const make = `link add name ${name} mtu ${mtu} type wireguard\n`
      await runOrThrow(runner, { program: 'ip', args: ['-batch', '-'], input: make })
      await setKey(device)
      await runOrThrow(runner, { program: 'ip', args: ['link', 'set', 'dev', name, 'up'] })
    },
    async removeDevice(name) {
      await runOrThrow(runner, { program: 'ip', args: ['link', 'del', 'dev', name] })
    },
    changeKey: setKey,
    async readDevice(name) {
      const { code, stdout } = await runner.run('wg', ['show', name, 'dump'])
      return code === 0 ? readDump(stdout) : undefined
    },
    async changePeers(device, change) {
      await runOrThrow(runner, { program: 'wg', args: ['set', device, ...peerArguments(change)] })
    },
  }
}

/** Whether this kernel supports WireGuard. Creates a device and removes it, also one that an interrupted probe left behind. */
export async function hasKernelWireguard(runner: ProgramRunner): Promise<boolean> {
  await removeProbeDevice(runner)
  const { code } = await runner.run('ip', ['link', 'add', 'name', probeDevice, 'type', 'wireguard'])
  if (code === 0) await removeProbeDevice(runner)
  return code === 0
}

/** Returns whether there was one. */
export async function removeProbeDevice(runner: ProgramRunner): Promise<boolean> {
  const { code } = await runner.run('ip', ['link', 'del', 'dev', probeDevice])
  return code === 0
}

export function peerArguments({ put, remove }: EntryChange<WireguardPeer>): string[] {
  return [
    ...remove.flatMap(({ publicKey }) => ['peer', publicKey, 'remove']),
    ...put.flatMap(({ publicKey, endpoint, keepaliveSeconds, allowed }) => [
      'peer',
      publicKey,
      'persistent-keepalive',
      String(keepaliveSeconds),
      ...(endpoint === undefined ? [] : ['endpoint', endpoint]),
      'allowed-ips',
      allowed.join(','),
    ]),
  ]
}

/** Parses `wg show <device> dump`: the device in the first line, a peer in each other one, tab-separated. */
export function readDump(text: string): WireguardStatus {
  const [device = '', ...peers] = text.split('\n').filter((line) => line !== '')
  const [privateKey = '(none)', , port = '0'] = device.split('\t')
  return {
    listenPort: Number(port),
    publicKey: privateKey === '(none)' ? undefined : publicKeyOf(privateKey),
    peers: peers.map(readPeer),
  }
}

function readPeer(line: string): WireguardPeerStatus {
  const [
    publicKey = '',
    ,
    endpoint = '(none)',
    allowed = '',
    handshake = '0',
    received = '0',
    sent = '0',
    alive = 'off',
  ] = line.split('\t')
  return {
    publicKey,
    endpoint: endpoint === '(none)' ? undefined : endpoint,
    allowed: allowed === '(none)' ? [] : allowed.split(','),
    keepaliveSeconds: alive === 'off' ? 0 : Number(alive),
    lastHandshakeSeconds: Number(handshake),
    receivedBytes: Number(received),
    sentBytes: Number(sent),
  }
}
