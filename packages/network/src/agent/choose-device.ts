/** Selects one of two WireGuard devices for packets to a peer during a key rotation. */

export type TunnelSlot = 'main' | 'detour'

export interface SlotFacts {
  /** Either side requests the detour: it is about to change the key of its main device. */
  readonly wantsDetour: boolean
  /** Whether each device currently has a session with the peer. */
  readonly isAlive: Readonly<Record<TunnelSlot, boolean>>
  readonly current: TunnelSlot
}

/** Packets move only to a device with a session; without any, they stay. */
export function chooseDevice({ wantsDetour, isAlive, current }: SlotFacts): TunnelSlot {
  const wanted = wantsDetour ? 'detour' : 'main'
  if (isAlive[wanted]) return wanted
  return isAlive[current] || isAlive[otherOf(current)] ? (isAlive[current] ? current : otherOf(current)) : 'main'
}

function otherOf(slot: TunnelSlot): TunnelSlot {
  return slot === 'main' ? 'detour' : 'main'
}
