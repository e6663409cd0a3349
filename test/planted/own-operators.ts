/** The operators of this repository, and what a user does with them. */
import { defineExploration, type DefinedExploration, type ExploreOptions } from '@kubewright/testing'
import { AcmeService, acmeServices } from 'example-acme-service'
import { CloudRedis, cloudRedises } from 'example-cloud-redis'
import { AcmeService as CohostedService, acmeServices as cohostedServices } from 'example-cohosted'
import { LightBulb, LightBulbColor, lightBulbs } from 'example-lightbulb'
import { Theme, Website, websites } from 'webhosting-operator'

type Hub = Parameters<typeof lightBulbs>[0]
type Light = Parameters<Hub['set']>[1]
type RedisProvider = Parameters<typeof cloudRedises>[0]
type RedisSize = Parameters<RedisProvider['create']>[2]
type RedisInstance = NonNullable<Awaited<ReturnType<RedisProvider['find']>>>

const shop = { name: 'shop', namespace: 'default' }
const service = { team: 'payments', imageName: 'shop', port: 8080 }

/** Lamps that shine as they are told. */
class Lamps implements Hub {
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

/** A cloud without delays: what it accepts is done. */
class RedisCloud implements RedisProvider {
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

const webhosting: ExploreOptions = {
  resources: [Theme, Website],
  fixed: ['spec.theme'], // what was served with the last theme still is, as its README says
  controllers: () => [websites()],
  async scenario(user) {
    await user.create(Theme, { metadata: { name: 'lovely' }, spec: { color: 'pink', fontFamily: 'serif' } })
    await user.create(Website, { metadata: shop, spec: { theme: 'lovely' } })
    await user.patch(Theme, { name: 'lovely' }, { spec: { color: 'red' } })
    await user.delete(Website, shop)
    await user.delete(Theme, { name: 'lovely' })
  },
}

export const ownOperators: Readonly<Record<string, DefinedExploration>> = {
  lightbulb: defineExploration({
    resources: [LightBulb, LightBulbColor],
    outside: () => ({ lamps: new Lamps() }),
    controllers: ({ lamps }) => [lightBulbs(lamps)],
    async scenario(user) {
      const kitchen = { name: 'kitchen', namespace: 'default' }
      await user.create(LightBulb, { metadata: kitchen, spec: { room: 'kitchen', brightness: 40 } })
      await user.patch(LightBulb, kitchen, { spec: { color: 'red' } })
      await user.delete(LightBulb, kitchen)
    },
  }),

  'cloud-redis': defineExploration({
    resources: [CloudRedis],
    outside: () => ({ cloud: new RedisCloud() }),
    controllers: ({ cloud }) => [cloudRedises(cloud)],
    async scenario(user) {
      await user.create(CloudRedis, { metadata: shop, spec: { name: 'shop', memorySizeGb: 1 } })
      await user.patch(CloudRedis, shop, { spec: { memorySizeGb: 4 } })
      await user.delete(CloudRedis, shop)
    },
  }),

  'acme-service': defineExploration({
    resources: [AcmeService],
    controllers: [acmeServices],
    async scenario(user) {
      await user.create(AcmeService, { metadata: shop, spec: service })
      await user.patch(AcmeService, shop, { spec: { replicas: 2 } })
      await user.delete(AcmeService, shop)
    },
  }),

  cohosted: defineExploration({
    resources: [CloudRedis, CohostedService],
    outside: () => ({ cloud: new RedisCloud() }),
    controllers: ({ cloud }) => [cloudRedises(cloud), cohostedServices],
    async scenario(user) {
      await user.create(CohostedService, { metadata: shop, spec: { ...service, redis: { memorySizeGb: 1 } } })
      await user.patch(CohostedService, shop, { spec: { redis: null } })
      await user.delete(CohostedService, shop)
    },
  }),

  webhosting: defineExploration(webhosting),
  // Deployments with pods that become ready: each run takes as long as twenty of the others.
  'webhosting with its workloads': defineExploration({ ...webhosting, simulation: true }),
}
