/**
 * A gateway's measurements of its peers: WireGuard sessions, probes, bytes. Kept in memory; the agent reports them in conditions and
 * metrics.
 */
import { no, unknown, type Verdict, yes } from '@kubewright/core'
import { firstHost } from '../address/cidr.ts'
import { formatIpv4 } from '../address/ipv4.ts'
import { sessionSeconds } from '../kernel/endpoint-memory.ts'
import type { LinkBytes } from '../kernel/link-counters.ts'
import { detourDevice, wireguardDevice } from '../names.ts'
import type { PeerNetwork } from '../plan/cluster-network.ts'
import { tunnelDeviceOf } from '../plan/plan-tunnels.ts'
import type { WireguardBackend } from '../tunnel/wireguard-backend.ts'
import type { WireguardPeerStatus } from '../tunnel/wireguard-uapi.ts'
import { chooseDevice, type TunnelSlot } from './choose-device.ts'
import type { ProbeResult } from './probe.ts'

/** How many peers are probed per round at least: one process each. */
const fewestProbes = 4

/** Every peer is probed at least this often, whatever their number, or once a round if that is longer. */
const probedWithinMs = 60_000

/** The reason of `Connected` if WireGuard has no session with a peer. */
export const noHandshake = 'NoHandshake'

/** What was measured about one tunnel to a peer. */
export interface PeerMeasurement {
  readonly device: TunnelSlot
  /** The peer's key in the main device's session. */
  readonly publicKey?: string | undefined
  readonly probe?: ProbeResult | undefined
  readonly receivedBytes: number
  readonly sentBytes: number
  readonly connected: Verdict
}

/** Measures which peers a gateway reaches, over which tunnel. */
export class Connectivity {
  #sessions = new Map<string, WireguardPeerStatus>()
  #slots = new Map<string, TunnelSlot>()
  readonly #probes = new Map<string, ProbeResult>()
  #links: ReadonlyMap<string, LinkBytes> = new Map()
  /** The number of measurement rounds started since a peer was placed, by peer. */
  #rounds = new Map<string, number>()
  #peers: readonly PeerNetwork[] = []
  #next = 0
  #nowSeconds = 0

  /** Reads the sessions of both WireGuard devices. Those of a device whose key is about to change are ignored. */
  async readSessions(
    wireguard: WireguardBackend,
    nowSeconds: number,
    keys: readonly (string | undefined)[],
  ): Promise<void> {
    const devices = [wireguardDevice, detourDevice]
    const read = await Promise.all(devices.map((device) => wireguard.readDevice(device)))
    this.#nowSeconds = nowSeconds
    this.#sessions = new Map(
      read.flatMap((status, index) =>
        (status?.publicKey === keys[index] ? (status?.peers ?? []) : []).map(
          (peer) => [`${devices[index]} ${peer.publicKey}`, peer] as const,
        ),
      ),
    )
  }

  /** The same peers, each with the device for its packets. `earlier` is the report of a previous agent process. */
  place(
    peers: readonly PeerNetwork[],
    { wantsDetour, earlier }: { wantsDetour: (id: string) => boolean; earlier: (id: string) => TunnelSlot | undefined },
  ): PeerNetwork[] {
    const slots = new Map<string, TunnelSlot>()
    const placed = peers.map((peer): PeerNetwork => {
      if (peer.tunnel.driver !== 'wireguard') return peer
      const current = this.#slots.get(peer.id) ?? earlier(peer.id) ?? 'main'
      const isAlive = { main: this.#isAlive(peer, 'main'), detour: this.#isAlive(peer, 'detour') }
      const device = chooseDevice({ wantsDetour: wantsDetour(peer.id), isAlive, current })
      slots.set(peer.id, device)
      return { ...peer, tunnel: { ...peer.tunnel, device } }
    })
    this.#rounds = new Map(placed.map(({ id }) => [id, this.#rounds.get(id) ?? 0]))
    this.#slots = slots
    this.#peers = placed
    const ids = new Set(peers.map(({ id }) => id))
    for (const id of this.#probes.keys()) if (!ids.has(id)) this.#probes.delete(id)
    return placed
  }

  /** Starts a round of measurements. */
  beginRound(): void {
    for (const [id, rounds] of this.#rounds) this.#rounds.set(id, rounds + 1)
  }

  /**
   * Whether there is something to report about a peer: it has a session, or existed for a whole round. A new tunnel has no session yet;
   * reporting that as a failure would cost a write for every new peer, and be outdated a second later.
   */
  isMeasured(peer: PeerNetwork): boolean {
    const isWireguard = peer.tunnel.driver === 'wireguard'
    return (this.#rounds.get(peer.id) ?? 0) > 1 || (isWireguard ? this.#hasSession(peer) : this.#probes.has(peer.id))
  }

  /** The next peers to probe, round-robin, with the address to probe. A peer without a WireGuard session cannot answer. */
  nextProbes(roundMs: number): { readonly id: string; readonly address: string }[] {
    const peers = this.#peers.filter((peer) => peer.tunnel.driver !== 'wireguard' || this.#hasSession(peer))
    const needed = Math.ceil((peers.length * roundMs) / probedWithinMs)
    const count = Math.min(Math.max(fewestProbes, needed), peers.length)
    const chosen = Array.from({ length: count }, (_, index) => peers[(this.#next + index) % peers.length]!)
    this.#next = peers.length === 0 ? 0 : (this.#next + count) % peers.length
    return chosen.map(({ id, remote }) => ({ id, address: formatIpv4(firstHost(remote.external)) }))
  }

  /** Whether a tunnel has a device of its own, with kernel byte counters. */
  get hasLinks(): boolean {
    return this.#peers.some(({ tunnel }) => tunnel.driver !== 'wireguard')
  }

  noteLinks(links: ReadonlyMap<string, LinkBytes>): void {
    this.#links = links
  }

  noteProbe(id: string, result: ProbeResult): void {
    this.#probes.set(id, result)
  }

  get peers(): readonly PeerNetwork[] {
    return this.#peers
  }

  measurementOf(peer: PeerNetwork): PeerMeasurement {
    const device = this.#slots.get(peer.id) ?? 'main'
    const sessions = (['main', 'detour'] as const).flatMap((slot) => this.#sessionOf(peer, slot) ?? [])
    const counted =
      peer.tunnel.driver === 'wireguard'
        ? sessions
        : [this.#links.get(tunnelDeviceOf(peer))].flatMap((one) => one ?? [])
    const sum = (field: 'receivedBytes' | 'sentBytes') => counted.reduce((total, one) => total + one[field], 0)
    const hasMain = peer.tunnel.driver === 'wireguard' && this.#isAlive(peer, 'main')
    return {
      device,
      publicKey: hasMain && peer.tunnel.driver === 'wireguard' ? peer.tunnel.publicKey : undefined,
      probe: this.#probes.get(peer.id),
      receivedBytes: sum('receivedBytes'),
      sentBytes: sum('sentBytes'),
      connected: this.#verdictOn(peer, device),
    }
  }

  #verdictOn(peer: PeerNetwork, device: TunnelSlot): Verdict {
    const probe = this.#probes.get(peer.id)
    const isWireguard = peer.tunnel.driver === 'wireguard'
    if (isWireguard && !this.#isAlive(peer, device)) return no(noHandshake, this.#handshakeProblem(peer, device))
    if (probe && probe.loss === 1) return no('NoAnswer', 'the gateway of the peer does not answer probes')
    if (probe) return yes('Answered')
    return isWireguard ? yes('Handshake') : unknown('NotProbed', 'the first probe is under way')
  }

  #handshakeProblem(peer: PeerNetwork, device: TunnelSlot): string {
    const hadOne = (this.#sessionOf(peer, device)?.lastHandshakeSeconds ?? 0) > 0
    return hadOne
      ? `WireGuard has had no handshake with the peer for ${sessionSeconds} s`
      : 'WireGuard has had no handshake yet with the peer'
  }

  #hasSession(peer: PeerNetwork): boolean {
    return this.#isAlive(peer, this.#slots.get(peer.id) ?? 'main')
  }

  #isAlive(peer: PeerNetwork, slot: TunnelSlot): boolean {
    const session = this.#sessionOf(peer, slot)
    return session !== undefined && this.#nowSeconds - session.lastHandshakeSeconds < sessionSeconds
  }

  #sessionOf({ tunnel }: PeerNetwork, slot: TunnelSlot): WireguardPeerStatus | undefined {
    if (tunnel.driver !== 'wireguard') return undefined
    const key = slot === 'main' ? tunnel.publicKey : tunnel.detour?.publicKey
    return this.#sessions.get(`${slot === 'main' ? wireguardDevice : detourDevice} ${key}`)
  }
}
