import { again, defineController, done, no, TerminalError, yes } from 'kubewright'
import { CloudRedis } from './cloud-redis.ts'
import type { RedisInstance, RedisProvider } from './redis-provider.ts'

/** Keeps an instance in the cloud for every CloudRedis, as long as the object lives. */
export function cloudRedises(cloud: RedisProvider) {
  return defineController({
    name: 'cloud-redises',
    for: CloudRedis,
    concurrency: 2,
    resync: '1h', // the cloud sends no events

    finalizer: {
      name: 'operator.cloudredis.io/instance',
      async cleanup(redis, ctx) {
        const instance = await cloud.find(redis.spec.name, ctx.signal)
        const isOurs = instance?.owner === redis.metadata.uid
        if (isOurs && instance.state === 'READY') await cloud.delete(redis.spec.name, ctx.signal)
        return isOurs ? again('2s') : done() // gone only when the cloud says so
      },
    },

    async reconcile(redis, ctx) {
      const instance = await ensure(cloud, redis, ctx.signal)
      const ready = instance?.state === 'READY'
      const state = instance?.state ?? 'CREATING'
      await ctx.setStatus(statusOf(instance), { Ready: ready ? yes('Running') : no(reasonOf(state), `it is ${state}`) })
      return ready ? done() : again('2s')
    },
  })
}

/** One step towards what is wanted. The name is ours to choose, so a crash after `create` finds what it made. */
async function ensure(cloud: RedisProvider, { metadata, spec }: CloudRedis, signal: AbortSignal) {
  const instance = await cloud.find(spec.name, signal)
  if (instance === undefined) await cloud.create(spec.name, metadata.uid, spec, signal)
  else if (instance.owner !== metadata.uid) {
    throw new TerminalError(`the instance ${spec.name} belongs to somebody else: choose another spec.name`)
  } else if (instance.state === 'READY' && instance.memorySizeGb !== spec.memorySizeGb) {
    await cloud.resize(spec.name, spec.memorySizeGb, signal)
  } else return instance
  return cloud.find(spec.name, signal)
}

function statusOf(instance: RedisInstance | undefined) {
  if (instance === undefined) return { state: 'CREATING' }
  const { id, state, createdAt, location, host, port } = instance
  return {
    id,
    state,
    createdAt,
    location,
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  }
}

/** `CREATING` → `Creating` */
function reasonOf(state: string): string {
  return state.charAt(0) + state.slice(1).toLowerCase()
}
