/** A user's first program, which imports every package once. */
import { deepStrictEqual } from 'node:assert/strict'
import { createClient, defineConnection, isNotFound } from '@kubewright/client'
import { toMs } from '@kubewright/core'
import { WorkQueue } from '@kubewright/queue'
import { createClient as createClientToo } from 'kubewright'
import { startApiServer } from './api-server.ts'
import { childrenOf } from './children.ts'
import { runOperator, testOperator } from './operator.ts'
import { Website, type WebsiteInput } from './website.ts'

const input: WebsiteInput = { metadata: { name: 'blog', namespace: 'default' }, spec: { image: 'nginx:1' } }
const server = await startApiServer()

async function talk(): Promise<void> {
  await using client = createClient(defineConnection({ server: server.url, proxy: false }), {
    fieldManager: 'consumer',
  })
  await client.create(Website, input)
  const site = await client.get(Website, { name: 'blog', namespace: 'default' })
  deepStrictEqual([site.metadata.name, site.spec.image], ['blog', 'nginx:1'])

  const missing = await client.get(Website, { name: 'none', namespace: 'default' }).catch((error: unknown) => error)
  deepStrictEqual(isNotFound(missing), true)

  deepStrictEqual(Website.crd().metadata.name, 'websites.web.example.dev')
  const { deployment, ingress } = childrenOf(site)
  deepStrictEqual([deployment.object.metadata.name, ingress], ['blog', null])
}

async function work(): Promise<void> {
  using queue = new WorkQueue<string>()
  queue.add('default/blog')
  queue.add('default/blog')
  using task = await queue.take()
  deepStrictEqual(createClientToo, createClient)
  deepStrictEqual([task?.key, queue.size, toMs('1m')], ['default/blog', 0, 60_000])
}

try {
  await talk()
  await work()
  await testOperator()
  await runOperator()
} finally {
  server.close()
}
