/**
 * The keys of this cluster's gateway and how they change: pure.
 *
 * WireGuard gives a network to one key of a device at a time, so changing a key on one device loses packets. Here a second device, the
 * detour, carries the traffic meanwhile:
 *
 * 1. `Detour`: the detour is announced. Both sides move their packets to it once it has a session.
 * 2. When nobody sends through the main device any more and its last packets have arrived, its key changes: `Return`.
 * 3. Both sides move back once the main device has a session with the new key. When the last packets of the detour have arrived, it goes.
 *
 * A peer without a session is not waited for.
 */
import { publicKeyOf } from '../tunnel/wireguard-keys.ts'

export interface GatewayKeys {
  readonly main: string
  readonly detour?: string | undefined
  readonly phase: 'None' | 'Detour' | 'Return'
  /** The request that was served last. */
  readonly served?: string | undefined
}

export interface RotationPeer {
  /** Some device has a session with the peer: packets may be on their way. */
  readonly hasSession: boolean
  /** Through which device each side sends. */
  readonly ours?: 'main' | 'detour' | undefined
  readonly theirs?: 'main' | 'detour' | undefined
  /** Our key with which the peer's main device has a session. */
  readonly heardKey?: string | undefined
  /** Our key that the peer sends nothing to any more, because it was asked so. */
  readonly avoidedKey?: string | undefined
  /** The peer changes its own key. Its mere answer to ours does not count: two detours would keep each other open. */
  readonly asksForDetour: boolean
}

export interface RotationFacts {
  /** Any text; a new one asks for new keys. */
  readonly requested?: string | undefined
  readonly peers: readonly RotationPeer[]
  /** Packets that were sent before the phase was complete have arrived. */
  readonly hasDrained: boolean
}

/** The keys as they should be now. `makeKey` is called for new ones only. */
export function nextKeys(keys: GatewayKeys, facts: RotationFacts, makeKey: () => string): GatewayKeys {
  const { peers } = facts
  const advanced = advance(keys, facts, makeKey)
  const needsDetour = advanced.phase !== 'None' || peers.some(({ asksForDetour }) => asksForDetour)
  if (needsDetour === (advanced.detour !== undefined)) return advanced
  return { ...advanced, detour: needsDetour ? makeKey() : undefined }
}

/** Whether everybody sends through the device that the phase leads to. Outside a rotation there is no such device. */
export function isPhaseComplete(keys: GatewayKeys, peers: readonly RotationPeer[]): boolean {
  if (keys.phase === 'None') return false
  const waited = peers.filter(({ hasSession }) => hasSession)
  const key = publicKeyOf(keys.main)
  switch (keys.phase) {
    case 'Detour':
      // That the peer sends through the detour may be old news, of a rotation of its own that has ended meanwhile.
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
