/** Client of a home automation hub: an HTTP interface with one path per room. */
export interface Light {
  readonly on: boolean
  readonly red: number
  readonly green: number
  readonly blue: number
}

export interface Hub {
  /** Sets the light of a room. Idempotent. Resolves to the state that the bulb reports. */
  set(room: string, light: Light, signal: AbortSignal): Promise<{ readonly shining: boolean }>
  /** Removes the light of a room. Idempotent: an unknown room is not an error. */
  remove(room: string, signal: AbortSignal): Promise<void>
}

/** A hub at this URL. */
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
