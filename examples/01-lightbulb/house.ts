/** The bulbs of a house, as the controller sees them. A real house would have a hub with an API behind this interface. */
export interface Bulb {
  readonly color: string
  readonly brightness: number
}

export interface House {
  /** Sets the bulb in a room; the same twice changes nothing. Rejects if the bulb cannot be reached. */
  set(room: string, bulb: Bulb): Promise<void>
  /** Switches the bulb off for good. One that is not there counts as off. */
  remove(room: string): Promise<void>
}

/** A house that is only a drawing. Calls `draw` whenever a bulb changes. */
export function drawnHouse(draw: (line: string) => void): House {
  const bulbs = new Map<string, Bulb>()
  return {
    async set(room, bulb) {
      const before = bulbs.get(room)
      if (before?.color === bulb.color && before.brightness === bulb.brightness) return
      bulbs.set(room, bulb)
      draw(`${room.padEnd(12)} ${'█'.repeat(Math.round(bulb.brightness / 10)).padEnd(10, '░')} ${bulb.color}`)
    },
    async remove(room) {
      if (bulbs.delete(room)) draw(`${room.padEnd(12)} ${'░'.repeat(10)} gone`)
    },
  }
}
