/**
 * One shard as a process of its own, run by `processes.test.ts`. Each reconcile says on the object who began and who ended it:
 * the test looks for two at once.
 */
import { defineConnection } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager, untilSignal } from '@kubewright/manager'
import { shard } from '@kubewright/sharding'

const [name = '', url = '', authority = '', token = ''] = process.argv.slice(2)
const connection = defineConnection({ server: url, ca: Buffer.from(authority, 'base64').toString(), token })
const identity = `${name}/${process.pid}`

const maps = defineController({
  name: 'maps',
  for: ConfigMap,
  scope: { labels: 'app=test' },
  concurrency: 4,
  resync: '2s',
  async reconcile({ metadata: { namespace = '', name: of } }, { client, signal }) {
    // By the gate of the manager: refused once the process may not act.
    await client.patch(ConfigMap, { namespace, name: of }, { data: { begun: identity } }, { signal })
    await new Promise((resolve) => setImmediate(resolve))
    await client.patch(ConfigMap, { namespace, name: of }, { data: { ended: identity } }, { signal })
    return done()
  },
})

const manager = createManager({
  connection,
  controllers: [maps],
  environment: {},
  identity: name,
  permissions: 'skip',
  coordination: shard({
    ring: 'maps',
    namespace: 'default',
    identity: name,
    duration: '12s',
    renewWithin: '9s',
    retryEvery: '1s',
    drainWithin: '5s',
  }),
})
process.stdout.write('running\n')
await manager.run(untilSignal('SIGTERM'))
