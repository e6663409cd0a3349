/** Google Memorystore for Redis, through Google's client library. */
import { CloudRedisClient, type protos } from '@google-cloud/redis'
import type { InstanceSize, RedisInstance, RedisProvider } from './redis-provider.ts'

export interface MemorystoreOptions {
  readonly project: string
  /** `europe-west6` */
  readonly location: string
  /** @default a client with the machine's own credentials */
  readonly client?: CloudRedisClient
}

/** Names the owner of an instance. A uid is a valid label value in Google Cloud. */
const ownerLabel = 'kubewright-owner'

export function memorystore({ project, location, client = new CloudRedisClient() }: MemorystoreOptions): RedisProvider {
  const parent = `projects/${project}/locations/${location}`
  const pathOf = (name: string) => `${parent}/instances/${name}`
  return {
    async find(name) {
      try {
        const [instance] = await client.getInstance({ name: pathOf(name) })
        return instanceOf(instance)
      } catch (error) {
        if (isNotFound(error)) return undefined
        throw error
      }
    },
    async create(name, owner, { memorySizeGb, tier }: InstanceSize) {
      const instance = { memorySizeGb, tier, labels: { [ownerLabel]: owner } }
      await client.createInstance({ parent, instanceId: name, instance })
    },
    async resize(name, memorySizeGb) {
      const instance = { name: pathOf(name), memorySizeGb }
      await client.updateInstance({ instance, updateMask: { paths: ['memory_size_gb'] } })
    },
    async delete(name) {
      await client.deleteInstance({ name: pathOf(name) })
    },
  }
}

type Instance = protos.google.cloud.redis.v1.IInstance

function instanceOf(instance: Instance): RedisInstance {
  const { name, state, tier, memorySizeGb, createTime, labels, host, port } = instance
  return {
    id: name ?? '',
    state: String(state ?? 'STATE_UNSPECIFIED'),
    tier: tier === 'STANDARD_HA' ? 'STANDARD_HA' : 'BASIC',
    memorySizeGb: memorySizeGb ?? 0,
    owner: labels?.[ownerLabel] ?? '',
    location: instance.currentLocationId || instance.locationId || '',
    createdAt: new Date(Number(createTime?.seconds ?? 0) * 1_000).toISOString(),
    ...(host ? { host } : {}),
    ...(port ? { port } : {}),
  }
}

/** gRPC reports 5, HTTP 404. */
function isNotFound(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? Number(error.code) : undefined
  return code === 5 || code === 404
}
