/**
 * One shard as a process of its own, run by `processes.test.ts`. Each reconcile says on the object who began and who ended it:
 * the test looks for two at once.
 */
import { defineConnection } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import type { Duration } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager, untilSignal } from '@kubewright/manager'
import { shard } from '@kubewright/sharding'

/** How a test tells its shards what to do. */
export interface ShardSettings {
  readonly name: string
  readonly ring: string
  readonly namespace: string
  readonly reserveFor: Duration
  readonly server: string
  readonly ca: string
  readonly token: string
}

const settings = JSON.parse(process.env['SHARD_SETTINGS']!) as ShardSettings
const { name, ring, namespace, reserveFor, server, ca, token } = settings
const identity = `${name}/${process.pid}`

const maps = defineController({
  name: 'maps',
  for: ConfigMap,
  scope: { labels: 'app=test' },
  concurrency: 4,
  resync: '1s',
  async reconcile({ metadata: { name: of } }, { client, signal }) {
    // By the gate of the manager: refused once the process may not act.
    await client.patch(ConfigMap, { namespace, name: of }, { data: { begun: identity } }, { signal })
    await new Promise((resolve) => setImmediate(resolve))
    await client.patch(ConfigMap, { namespace, name: of }, { data: { ended: identity } }, { signal })
    return done()
  },
})

const manager = createManager({
  connection: defineConnection({ server, ca, token }),
  controllers: [maps],
  cache: { namespace },
  environment: {},
  identity: name,
  permissions: 'skip',
  coordination: shard({
    ring,
    namespace,
    identity: name,
    reserveFor,
    duration: '10s',
    renewWithin: '8s',
    retryEvery: '1s',
    drainWithin: '3s',
  }),
})
await manager.run(untilSignal('SIGTERM'))
