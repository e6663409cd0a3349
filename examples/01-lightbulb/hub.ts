/** The home automation of a house, as the controller sees it: an HTTP interface with a path for each room. */
export interface Light {
  readonly on: boolean
  readonly red: number
  readonly green: number
  readonly blue: number
}

export interface Hub {
  /** Sets the light of a room; the same twice changes nothing. Resolves to what the bulb says of itself. */
  set(room: string, light: Light, signal: AbortSignal): Promise<{ readonly shining: boolean }>
  /** Forgets the light of a room. One that is not there counts as forgotten. */
  remove(room: string, signal: AbortSignal): Promise<void>
}

/** The hub at this address. */
export function hubAt(url: string): Hub {
  const call = async (room: string, request: RequestInit) => {
    const response = await fetch(new URL(`/lights/${encodeURIComponent(room)}`, url), request)
    if (response.ok || response.status === 404) return response
    throw new Error(`the hub answered ${response.status} for ${room}: ${await response.text()}`)
  }
  return {
    async set(room, light, signal) {
      const response = await call(room, { method: 'PUT', body: JSON.stringify(light), signal })
      return (await response.json()) as { shining: boolean }
    },
    async remove(room, signal) {
      await call(room, { method: 'DELETE', signal })
    },
  }
}
