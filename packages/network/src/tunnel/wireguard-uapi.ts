/**
 * The configuration protocol of WireGuard in user space (`get=1`, `set=1`): renders requests and parses responses. Keys are hexadecimal
 * there and base64 everywhere else.
 */
import { networkErrors } from '../errors.ts'
import type { EntryChange } from '../plan/difference.ts'
import type { WireguardPeer } from '../plan/node-plan.ts'
import { publicKeyOf } from './wireguard-keys.ts'

/** The state of a WireGuard device, as read from it. */
export interface WireguardStatus {
  readonly listenPort: number
  /** The public key of the device; absent if it has no key yet. */
  readonly publicKey?: string | undefined
  readonly peers: readonly WireguardPeerStatus[]
}

/** A peer of a WireGuard device, with its last handshake and traffic counters. */
export interface WireguardPeerStatus {
  readonly publicKey: string
  readonly endpoint?: string | undefined
  readonly allowed: readonly string[]
  readonly keepaliveSeconds: number
  /** Seconds since 1970; 0 before the first handshake. */
  readonly lastHandshakeSeconds: number
  readonly receivedBytes: number
  readonly sentBytes: number
}

export function keyToHex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex')
}

export function keyFromHex(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64')
}

/** Sets the port and the private key. */
export function renderDevice(device: { readonly listenPort: number; readonly privateKey: string }): string {
  return `set=1\nprivate_key=${keyToHex(device.privateKey)}\nlisten_port=${device.listenPort}\n\n`
}

/** Adds, changes and removes peers. Sessions of remaining peers continue. */
export function renderPeers({ put, remove }: EntryChange<WireguardPeer>): string {
  const lines = ['set=1']
  for (const { publicKey } of remove) lines.push(`public_key=${keyToHex(publicKey)}`, 'remove=true')
  for (const peer of put) {
    lines.push(`public_key=${keyToHex(peer.publicKey)}`)
    if (peer.endpoint !== undefined) lines.push(`endpoint=${peer.endpoint}`)
    lines.push(`persistent_keepalive_interval=${peer.keepaliveSeconds}`, 'replace_allowed_ips=true')
    lines.push(...peer.allowed.map((cidr) => `allowed_ip=${cidr}`))
  }
  return `${lines.join('\n')}\n\n`
}

/** Parses the response to `get=1`. */
export function parseStatus(answer: string): WireguardStatus {
  let listenPort = 0
  let privateKey: string | undefined
  let peer: Record<string, string | string[]> | undefined
  const peers: WireguardPeerStatus[] = []
  for (const line of answer.split('\n')) {
    const [key, value] = splitOnce(line, '=')
    if (key === 'errno' && value !== '0') throw refused(value)
    if (key === 'listen_port') listenPort = Number(value)
    else if (key === 'private_key') privateKey = keyFromHex(value)
    else if (key === 'public_key') {
      if (peer) peers.push(readPeer(peer))
      peer = { public_key: value, allowed_ip: [] }
    } else if (peer) {
      if (key === 'allowed_ip') (peer['allowed_ip'] as string[]).push(value)
      else peer[key] = value
    }
  }
  if (peer) peers.push(readPeer(peer))
  return { listenPort, publicKey: privateKey === undefined ? undefined : publicKeyOf(privateKey), peers }
}

/** Throws unless a `set` was accepted. */
export function assertAccepted(answer: string): void {
  const number = /^errno=(-?\d+)$/m.exec(answer)?.[1]
  if (number !== '0') throw refused(number)
}

function readPeer(fields: Record<string, string | string[]>): WireguardPeerStatus {
  const number = (name: string) => Number(fields[name] ?? 0)
  const endpoint = fields['endpoint']
  return {
    publicKey: keyFromHex(String(fields['public_key'])),
    endpoint: typeof endpoint === 'string' ? endpoint : undefined,
    allowed: [...(fields['allowed_ip'] as string[])],
    keepaliveSeconds: number('persistent_keepalive_interval'),
    lastHandshakeSeconds: number('last_handshake_time_sec'),
    receivedBytes: number('rx_bytes'),
    sentBytes: number('tx_bytes'),
  }
}

function refused(errno: string | undefined): Error {
  return networkErrors('KW_NETWORK_KERNEL', {
    what: 'configure WireGuard',
    why:
      errno === undefined
        ? 'its configuration socket answered without an error number'
        : `its configuration socket answered with error ${errno}`,
    next: 'Check the keys (32 bytes in base64), the endpoint and the port.',
    details: { errno },
  })
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
