/** Fakes of the external systems of our own operators. Operations take effect at once. */
import type { cloudRedises } from 'example-cloud-redis'
import type { lightBulbs } from 'example-lightbulb'

type Hub = Parameters<typeof lightBulbs>[0]
type Light = Parameters<Hub['set']>[1]
type RedisProvider = Parameters<typeof cloudRedises>[0]
type RedisSize = Parameters<RedisProvider['create']>[2]
type RedisInstance = NonNullable<Awaited<ReturnType<RedisProvider['find']>>>

/** A hub whose lamps always obey. */
export class Lamps implements Hub {
  readonly #lights = new Map<string, Light>()

  async set(room: string, light: Light): Promise<{ readonly shining: boolean }> {
    this.#lights.set(room, light)
    return { shining: light.on }
  }

  async remove(room: string): Promise<void> {
    this.#lights.delete(room)
  }

  inventory(): unknown {
    return this.#lights
  }
}

/** A cloud without delays: an accepted change is complete. */
export class RedisCloud implements RedisProvider {
  readonly #instances = new Map<string, RedisInstance>()

  async find(name: string): Promise<RedisInstance | undefined> {
    return this.#instances.get(name)
  }

  async create(name: string, owner: string, { memorySizeGb, tier }: RedisSize): Promise<void> {
    if (this.#instances.has(name)) throw new Error(`${name} exists`)
    const place = { location: 'here', createdAt: '2026-01-01T00:00:00Z', host: '127.0.0.1', port: 6379 }
    this.#instances.set(name, { memorySizeGb, tier, ...place, owner, id: name, state: 'READY' })
  }

  async resize(name: string, memorySizeGb: number): Promise<void> {
    const instance = this.#instances.get(name)
    if (instance === undefined) throw new Error(`there is no ${name}`)
    this.#instances.set(name, { ...instance, memorySizeGb })
  }

  async delete(name: string): Promise<void> {
    this.#instances.delete(name)
  }

  inventory(): unknown {
    return [...this.#instances.values()].map(({ id, memorySizeGb }) => ({ id, memorySizeGb }))
  }
}
