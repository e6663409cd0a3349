import { describe, expect, it } from 'vitest'
import { parseIpv4 } from '../address/ipv4.ts'
import { wireguardDevice } from '../names.ts'
import type { PeerNetwork } from '../plan/cluster-network.ts'
import { sampleKey, samplePeer } from '../testing/sample-network.ts'
import { tunnelDeviceOf } from '../plan/plan-tunnels.ts'
import type { WireguardBackend } from '../tunnel/wireguard-backend.ts'
import { Connectivity } from './connectivity.ts'

const anywhere = { wantsDetour: () => false, earlier: () => undefined }
const own = 'our key'

/** WireGuard with sessions of these ages, by the key of the peer. */
function wireguard(ages: Readonly<Record<string, number>>, nowSeconds: number): WireguardBackend {
  const peers = Object.entries(ages).map(([publicKey, age]) => ({
    publicKey,
    allowed: [],
    keepaliveSeconds: 25,
    lastHandshakeSeconds: nowSeconds - age,
    receivedBytes: 100,
    sentBytes: 50,
  }))
  const readDevice = async (name: string) =>
    name === wireguardDevice ? { listenPort: 51_820, publicKey: own, peers } : undefined
  const refuse = async () => Promise.reject(new Error('nothing is written here'))
  return { readDevice, makeDevice: refuse, removeDevice: refuse, changeKey: refuse, changePeers: refuse }
}

async function measured(peers: readonly PeerNetwork[], ages: Readonly<Record<string, number>> = {}) {
  const connectivity = new Connectivity()
  await connectivity.readSessions(wireguard(ages, 1_000), 1_000, [own, undefined])
  connectivity.place(peers, anywhere)
  return connectivity
}

describe('the connectivity report of a gateway', () => {
  const [two, three] = [samplePeer(2), samplePeer(3)]
  const keyOf = ({ tunnel }: PeerNetwork) => (tunnel.driver === 'wireguard' ? tunnel.publicKey : '')

  it('includes a new peer once it has a session, or after a full round without one', async () => {
    const connectivity = await measured([two, three], { [keyOf(two)]: 5 })
    const reported = () => [two, three].map((peer) => connectivity.isMeasured(peer))
    expect(reported()).toEqual([true, false])
    connectivity.beginRound() // it may have been placed a moment ago
    expect(reported()).toEqual([true, false])
    connectivity.beginRound()
    expect(reported()).toEqual([true, true])
    connectivity.place([two], anywhere)
    connectivity.place([two, three], anywhere)
    expect(reported()).toEqual([true, false])
  })

  it('counts a peer as connected after a handshake within three minutes, or a probe reply', async () => {
    const connectivity = await measured([two, three], { [keyOf(two)]: 179, [keyOf(three)]: 180 })
    expect(connectivity.measurementOf(two)).toMatchObject({ connected: { status: 'True', reason: 'Handshake' } })
    expect(connectivity.measurementOf(three)).toMatchObject({ connected: { status: 'False', reason: 'NoHandshake' } })
    connectivity.noteProbe(two.id, { loss: 1 })
    expect(connectivity.measurementOf(two)).toMatchObject({ connected: { status: 'False', reason: 'NoAnswer' } })
    connectivity.noteProbe(two.id, { loss: 0.5, latencyMs: 3 })
    expect(connectivity.measurementOf(two)).toMatchObject({
      connected: { status: 'True', reason: 'Answered' },
      receivedBytes: 100,
      sentBytes: 50,
    })
  })

  it('distinguishes an expired session from one that never existed', async () => {
    const connectivity = await measured([two, three, samplePeer(4)], { [keyOf(two)]: 180, [keyOf(three)]: 1_000 })
    expect([two, three, samplePeer(4)].map((peer) => connectivity.measurementOf(peer).connected.message)).toEqual([
      'WireGuard has had no handshake with the peer for 180 s',
      'WireGuard has had no handshake yet with the peer', // it is configured: the kernel reports 0
      'WireGuard has had no handshake yet with the peer',
    ])
  })

  it('probes peers with a session in turn, four per round', async () => {
    const peers = [2, 3, 4, 5, 6, 7].map((number) => samplePeer(number))
    const ages = Object.fromEntries(peers.slice(0, 5).map((peer) => [keyOf(peer), 1]))
    const connectivity = await measured(peers, ages)
    const rounds = [1, 2].map(() => connectivity.nextProbes(10_000).map(({ id }) => id))
    const ids = peers.map(({ id }) => id)
    expect(rounds).toEqual([ids.slice(0, 4), [ids[4], ids[0], ids[1], ids[2]]])
  })

  it('probes every peer within a minute, however many there are', async () => {
    const tunnel = { driver: 'gre' as const, endpoint: { address: parseIpv4('198.51.100.2'), port: 0 } }
    const peers = Array.from({ length: 200 }, (_, index) => samplePeer(2, { id: `peer-${index}`, tunnel }))
    const connectivity = await measured(peers, {})
    const probed = [1, 2, 3, 4, 5, 6].flatMap(() => connectivity.nextProbes(10_000).map(({ id }) => id))
    expect(new Set(probed).size).toBe(200)
    expect(connectivity.nextProbes(500)).toHaveLength(4)
    expect(connectivity.nextProbes(300_000)).toHaveLength(200)
  })

  it('ignores sessions of a device whose key is about to change', async () => {
    const connectivity = new Connectivity()
    await connectivity.readSessions(wireguard({ [keyOf(two)]: 1 }, 1_000), 1_000, ['another key', undefined])
    connectivity.place([two], anywhere)
    expect(connectivity.measurementOf(two).connected).toMatchObject({ reason: 'NoHandshake' })
  })

  it('keeps traffic on the device that has a session while the other has none', async () => {
    const detour = { publicKey: sampleKey(9), port: 51_821 }
    const endpoint = { address: parseIpv4('198.51.100.2'), port: 51_820 }
    const peer = samplePeer(2, { tunnel: { driver: 'wireguard', publicKey: keyOf(two), endpoint, detour } })
    const connectivity = new Connectivity()
    await connectivity.readSessions(wireguard({ [keyOf(two)]: 1 }, 1_000), 1_000, [own, 'detour key'])
    const [placed] = connectivity.place([peer], { wantsDetour: () => true, earlier: () => undefined })
    expect(placed?.tunnel).toMatchObject({ device: 'main' })
  })

  it('counts the bytes of a tunnel with its own device', async () => {
    const endpoint = { address: parseIpv4('198.51.100.4'), port: 4_789 }
    const peer = samplePeer(4, { tunnel: { driver: 'vxlan', vni: 7, endpoint } })
    const connectivity = await measured([peer])
    expect(connectivity.measurementOf(peer)).toMatchObject({ receivedBytes: 0, connected: { status: 'Unknown' } })
    expect(connectivity.hasLinks).toBe(true)
    connectivity.noteLinks(new Map([[tunnelDeviceOf(peer), { receivedBytes: 7, sentBytes: 9 }]]))
    expect(connectivity.measurementOf(peer)).toMatchObject({ receivedBytes: 7, sentBytes: 9 })
  })
})
