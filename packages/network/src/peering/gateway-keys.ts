/**
 * The keys of this cluster's gateway and their rotation. Pure.
 *
 * WireGuard routes a network to one key of a device at a time, so changing a key on one device loses packets. Therefore a second device,
 * the detour, carries the traffic meanwhile:
 *
 * 1. `Detour`: the detour is announced. Both sides move their packets to it once it has a session.
 * 2. When no side sends through the main device any more and its last packets have arrived, its key changes: `Return`.
 * 3. Both sides move back once the main device has a session with the new key. When the last packets of the detour have arrived, it is
 *    removed.
 *
 * A peer without a session is not waited for. No other peer is waited for longer than a deadline: a peer must not be able to keep an old key in
 * use. It is recorded who had not confirmed.
 *
 * See decision 0344.
 */
import { publicKeyOf } from '../tunnel/wireguard-keys.ts'

export interface GatewayKeys {
  readonly main: string
  readonly detour?: string | undefined
  readonly phase: 'None' | 'Detour' | 'Return'
  /** The last served request. */
  readonly served?: string | undefined
  /** Peers that had not confirmed when the last rotation moved on. */
  readonly unconfirmed?: readonly string[] | undefined
}

export interface RotationPeer {
  readonly id: string
  /** Any device has a session with the peer: packets may be in flight. */
  readonly hasSession: boolean
  /** The device that each side sends through. */
  readonly ours?: 'main' | 'detour' | undefined
  readonly theirs?: 'main' | 'detour' | undefined
  /** Our key in the session of the peer's main device. */
  readonly heardKey?: string | undefined
  /** Our key that the peer no longer sends to, as requested. */
  readonly avoidedKey?: string | undefined
  /** The peer rotates its own key. Its acknowledgement of ours does not count: two detours would keep each other open. */
  readonly asksForDetour: boolean
}

export interface RotationFacts {
  /** Any text; a new one requests new keys. */
  readonly requested?: string | undefined
  readonly peers: readonly RotationPeer[]
  /** The phase has lasted too long: peers that have not confirmed are not waited for any more. */
  readonly isOverdue?: boolean | undefined
  /** Packets sent before the phase was complete have arrived. */
  readonly hasDrained: boolean
}

/** The desired keys. `makeKey` is called only for new ones. */
export function nextKeys(keys: GatewayKeys, facts: RotationFacts, makeKey: () => string): GatewayKeys {
  const { peers } = facts
  const advanced = advance(keys, facts, makeKey)
  const needsDetour = advanced.phase !== 'None' || peers.some(({ asksForDetour }) => asksForDetour)
  if (needsDetour === (advanced.detour !== undefined)) return advanced
  return { ...advanced, detour: needsDetour ? makeKey() : undefined }
}

/** Whether all sides send through the target device of the phase, or had time enough. Outside a rotation there is none. */
export function isPhaseComplete(
  keys: GatewayKeys,
  { peers, isOverdue = false }: Pick<RotationFacts, 'peers' | 'isOverdue'>,
): boolean {
  return keys.phase !== 'None' && (isOverdue || pendingPeers(keys, peers).length === 0)
}

/** The peers that the phase waits for. */
export function pendingPeers(keys: GatewayKeys, peers: readonly RotationPeer[]): string[] {
  if (keys.phase === 'None') return []
  const key = publicKeyOf(keys.main)
  const isPending = ({ ours, theirs, heardKey, avoidedKey }: RotationPeer) =>
    keys.phase === 'Detour'
      ? // The peer's use of the detour may be stale, from a rotation of its own that has ended.
        ours !== 'detour' || avoidedKey !== key
      : ours !== 'main' || theirs !== 'main' || heardKey !== key
  return peers.filter((peer) => peer.hasSession && isPending(peer)).map(({ id }) => id)
}

/** The recorded peers that are still connected, and have not confirmed the present key since. */
export function unconfirmedPeers(keys: GatewayKeys, peers: readonly RotationPeer[]): string[] {
  const { unconfirmed = [] } = keys
  if (unconfirmed.length === 0) return []
  const key = publicKeyOf(keys.main)
  const silent = new Set(peers.filter(({ heardKey }) => heardKey !== key).map(({ id }) => id))
  return unconfirmed.filter((id) => silent.has(id))
}

function advance(
  keys: GatewayKeys,
  { requested, peers, isOverdue, hasDrained }: RotationFacts,
  makeKey: () => string,
): GatewayKeys {
  if (keys.phase === 'None')
    return requested === undefined || requested === keys.served
      ? keys
      : { ...keys, phase: 'Detour', unconfirmed: undefined }
  if (!hasDrained || !isPhaseComplete(keys, { peers, isOverdue })) return keys
  const left = [...new Set([...(keys.unconfirmed ?? []), ...pendingPeers(keys, peers)])]
  const unconfirmed = left.length === 0 ? undefined : left
  return keys.phase === 'Detour'
    ? { ...keys, phase: 'Return', main: makeKey(), unconfirmed }
    : { ...keys, phase: 'None', served: requested, unconfirmed }
}
