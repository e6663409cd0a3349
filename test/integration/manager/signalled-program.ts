/**
 * A program that is stopped by signals: `signals.test.ts` runs it as a child process. It has an embedded cluster, and one
 * reconcile that never ends unless configured otherwise.
 */
import { startApiServer } from '@kubewright/apiserver'
import { createClient } from '@kubewright/client'
import { defineController, done } from '@kubewright/controller'
import { ConfigMap } from '@kubewright/kubernetes'
import { createManager, untilSignal } from '@kubewright/manager'

const mode = process.argv[2]
const server = await startApiServer({})
const client = createClient(server.transport(), {})
const name = { name: 'slow', namespace: 'default' }
await client.create(ConfigMap, { metadata: { ...name, labels: { app: 'test' } } })

const maps = defineController({
  name: 'maps',
  for: ConfigMap,
  scope: { labels: 'app=test' },
  async reconcile(_, { signal }) {
    process.stdout.write('reconciling\n')
    if (mode === 'stubborn') await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return done()
  },
})

const manager = createManager({ connection: server.transport(), controllers: [maps], environment: {}, name: 'test' })
const signal = untilSignal('SIGTERM', 'SIGINT')
signal.addEventListener('abort', () => process.stdout.write('told to stop\n'))
await manager.run(signal)
process.stdout.write('stopped\n')
await client[Symbol.asyncDispose]()
await server[Symbol.asyncDispose]()
