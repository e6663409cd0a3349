/** A controller that works on a server over the wire, in the manager that runs it in production. */
import { deleted } from '@kubewright/client'
import { type Controller, defineController, done } from '@kubewright/controller'
import { silentLogger } from '@kubewright/core'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { createManager } from '@kubewright/manager'
import { manifest } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { openClientInNamespace } from '../client/client.ts'
import { useServer } from '../client/server.ts'

useServer()

const finalizer = 'example.dev/record'
const hasTitle = (title: string) => (map: ConfigMap) => map.data?.['title'] === title

async function run(controllers: (namespace: string) => readonly Controller[]) {
  const client = await openClientInNamespace()
  const manager = createManager({
    client,
    name: 'wire',
    identity: 'wire',
    controllers: controllers(client.namespace),
    log: silentLogger,
    environment: {},
    shutdownTimeout: '5s',
  })
  const running = manager.start()
  await running.started
  return {
    client,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
    },
  }
}

describe('controller over HTTPS', () => {
  it('creates and restores owned objects, and cleans up before deletion', async () => {
    const cleaned: string[] = []
    const records = (namespace: string) => [
      defineController({
        name: 'records',
        for: Secret,
        scope: { namespace },
        owns: [ConfigMap],
        finalizer: {
          name: finalizer,
          async cleanup(secret) {
            cleaned.push(secret.metadata.name)
            return done()
          },
        },
        async reconcile(secret, ctx) {
          const title = secret.metadata.annotations?.['title'] ?? 'none'
          const metadata = { name: `${secret.metadata.name}-record` }
          await ctx.own({ record: manifest(ConfigMap, { metadata, data: { title } }) })
          return done()
        },
      }),
    ]
    await using running = await run(records)
    const { client } = running
    const record = { name: 'blog-record' }
    await client.create(Secret, { metadata: { name: 'blog', annotations: { title: 'first' } } })
    await client.waitFor(ConfigMap, record, hasTitle('first'))
    await client.patch(Secret, { name: 'blog' }, { metadata: { annotations: { title: 'second' } } })
    await client.waitFor(ConfigMap, record, hasTitle('second'))
    await client.patch(ConfigMap, record, { data: { title: 'meddled with' } }, { fieldManager: 'somebody' })
    await client.waitFor(ConfigMap, record, hasTitle('second'))
    await client.delete(Secret, { name: 'blog' })
    await client.waitFor(Secret, { name: 'blog' }, deleted)
    expect(cleaned).toEqual(['blog'])
  })
})
