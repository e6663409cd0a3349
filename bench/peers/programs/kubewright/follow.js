/** Caches one resource and reads a field of each object once. */
import { createCache } from '@kubewright/cache'
import { createClient } from '@kubewright/client'
import { Deployment } from '@kubewright/kubernetes'
import { emit } from './progress.js'
import { Website } from './website.js'

export async function follow(connection, { namespace, resource, holds }, signal) {
  const client = createClient(connection)
  const cache = createCache({ client })
  const isWebsites = resource === 'websites'
  const source = cache.source(isWebsites ? Website : Deployment, { namespace }, { holds })
  await source.synced()
  emit('synced', source.size)
  emit('seen', count(source.list(), isWebsites ? ({ spec }) => spec.padding : ({ spec }) => spec.replicas))
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await cache[Symbol.asyncDispose]()
  await client[Symbol.asyncDispose]()
}

const count = (objects, read) => objects.reduce((total, object) => total + (read(object) === undefined ? 0 : 1), 0)
