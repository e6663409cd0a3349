/** A cache of Kubewright on the bench server. */
import { createCache } from '@kubewright/cache'
import { defineDynamicResource } from '@kubewright/client'
import { connect } from '../client/kubewright.connect.js'

export const kinds = {
  websites: defineDynamicResource({
    group: 'web.example.dev',
    version: 'v1',
    kind: 'Website',
    plural: 'websites',
    scope: 'Namespaced',
  }),
  deployments: defineDynamicResource({
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    plural: 'deployments',
    scope: 'Namespaced',
  }),
}

export function startCache(report = (error) => console.error(error)) {
  const client = connect()
  const cache = createCache({ client, report })
  return {
    cache,
    async [Symbol.asyncDispose]() {
      await cache[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
    },
  }
}

/** A process that is connected to its server: one-time loading and connecting are not measured. */
export async function warmUp(cache) {
  const source = cache.source(kinds.websites, { namespace: 'empty' })
  await source.synced()
  source[Symbol.dispose]()
}
