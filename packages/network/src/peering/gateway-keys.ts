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
 * A peer without a session is not waited for.
 */
import { publicKeyOf } from '../tunnel/wireguard-keys.ts'

export interface GatewayKeys {
  readonly main: string
  readonly detour?: string | undefined
  readonly phase: 'None' | 'Detour' | 'Return'
  /** The last served request. */
  readonly served?: string | undefined
}

export interface RotationPeer {
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

/** Whether all sides send through the target device of the phase. Outside a rotation there is none. */
export function isPhaseComplete(keys: GatewayKeys, peers: readonly RotationPeer[]): boolean {
  if (keys.phase === 'None') return false
  const waited = peers.filter(({ hasSession }) => hasSession)
  const key = publicKeyOf(keys.main)
  switch (keys.phase) {
    case 'Detour':
      // The peer's use of the detour may be stale, from a rotation of its own that has ended.
      return waited.every(({ ours, avoidedKey }) => ours === 'detour' && avoidedKey === key)
    case 'Return':
      return waited.every(({ ours, theirs, heardKey }) => ours === 'main' && theirs === 'main' && heardKey === key)
  }
}

function advance(
  keys: GatewayKeys,
  { requested, peers, hasDrained }: RotationFacts,
  makeKey: () => string,
): GatewayKeys {
  if (keys.phase === 'None')
    return requested === undefined || requested === keys.served ? keys : { ...keys, phase: 'Detour' }
  if (!hasDrained || !isPhaseComplete(keys, peers)) return keys
  return keys.phase === 'Detour'
    ? { ...keys, phase: 'Return', main: makeKey() }
    : { ...keys, phase: 'None', served: requested }
}
