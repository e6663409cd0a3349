/** Which of two WireGuard devices packets to a peer take while a key changes. */

export type TunnelSlot = 'main' | 'detour'

export interface SlotFacts {
  /** Either side asks for the detour: it is about to change the key of its main device. */
  readonly wantsDetour: boolean
  /** Whether each device has a session with the peer now. */
  readonly isAlive: Readonly<Record<TunnelSlot, boolean>>
  readonly current: TunnelSlot
}

/** Packets move only to a device that has a session; without any, they stay. */
export function chooseDevice({ wantsDetour, isAlive, current }: SlotFacts): TunnelSlot {
  const wanted = wantsDetour ? 'detour' : 'main'
  if (isAlive[wanted]) return wanted
  return isAlive[current] || isAlive[otherOf(current)] ? (isAlive[current] ? current : otherOf(current)) : 'main'
}

function otherOf(slot: TunnelSlot): TunnelSlot {
  return slot === 'main' ? 'detour' : 'main'
}
