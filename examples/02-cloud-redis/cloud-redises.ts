import { changesBetween, defineExternalController } from '@kubewright/external'
import { CloudRedis } from './cloud-redis.ts'
import type { RedisProvider } from './redis-provider.ts'

/** Keeps one cloud instance for every CloudRedis and deletes it with the object. */
export function cloudRedises(cloud: RedisProvider) {
  return defineExternalController({
    name: 'cloud-redises',
    for: CloudRedis,
    finalizer: 'operator.cloudredis.io/instance',
    concurrency: 2,
    poll: '1h', // the cloud sends no events
    recheck: '2s',
    visibleWithin: 0, // reads are consistent: an accepted change is visible at once

    observe: ({ spec }, { signal }) => cloud.find(spec.name, signal),
    isOurs: ({ metadata }, { owner }) => owner === metadata.uid,
    phase: ({ state }) => (state === 'READY' ? 'Ready' : state === 'DELETING' ? 'Deleting' : 'InProgress'),
    diff: ({ spec }, actual) => changesBetween(spec, actual, ['memorySizeGb']),
    create: ({ metadata, spec }, { signal }) => cloud.create(spec.name, metadata.uid, spec, signal),
    update: ({ spec }, _, { signal }) => cloud.resize(spec.name, spec.memorySizeGb, signal),
    delete: ({ spec }, { signal }) => cloud.delete(spec.name, signal),
    status: ({ owner: _, memorySizeGb: _2, tier: _3, ...seen }) => seen,
  })
}
