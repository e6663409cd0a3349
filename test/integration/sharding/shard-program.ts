/**
 * One shard as a child process, run by `processes.test.ts`. Each reconcile records its start and end with its identity on the
 * object, so that the test can detect two at once.
 */
import { defineConnection } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import type { Duration } from '@kubewright/core'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager, untilSignal } from '@kubewright/manager'
import { shard } from '@kubewright/sharding'

/** The settings of a shard, from the test. */
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
    // Goes through the manager's fencing: rejected once the process may no longer act.
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
