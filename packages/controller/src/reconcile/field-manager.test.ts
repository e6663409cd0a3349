import { VirtualClock } from '@kubewright/core/testing'
import { ConfigMap, Deployment, Pod } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { EchoServer } from '../testing/echo-server.ts'
import { writingAs } from './field-manager.ts'

const ref = { name: 'one' }
const object = { metadata: ref }
const clock = new VirtualClock()

describe('the field manager of a write in a reconcile', () => {
  const writes: [string, (client: ReturnType<typeof writingAs>) => Promise<unknown>][] = [
    ['create', (client) => client.create(ConfigMap, object)],
    ['apply', (client) => client.apply(ConfigMap, object)],
    ['update', (client) => client.update(ConfigMap, { metadata: { ...ref, resourceVersion: '7' } })],
    ['patch', (client) => client.patch(ConfigMap, ref, { data: { a: '1' } })],
    ['status.apply', (client) => client.status.apply(Deployment, { metadata: ref, status: {} })],
    ['status.patch', (client) => client.status.patch(Deployment, ref, { status: { replicas: 1 } })],
    ['metadata.patch', (client) => client.metadata.patch(ConfigMap, ref, { metadata: { labels: { a: 'b' } } })],
    ['scale.patch', (client) => client.scale.patch(Deployment, ref, { spec: { replicas: 2 } })],
    ['eviction', (client) => client.subresource(Pod, 'eviction').create(ref, object as never)],
  ]

  it.each(writes)('is the name of the controller by default: %s', async (_, write) => {
    const server = new EchoServer()
    await write(writingAs('websites', server.client(clock)))
    expect(server.asked.map(({ query }) => query['fieldManager'])).toEqual(['websites'])
  })

  it('is the one that the call names', async () => {
    const server = new EchoServer()
    const client = writingAs('websites', server.client(clock))
    await client.apply(ConfigMap, object, { fieldManager: 'other', force: true })
    await client.patch(ConfigMap, ref, { data: {} }, { fieldManager: 'other' })
    expect(server.asked.map(({ query }) => query['fieldManager'])).toEqual(['other', 'other'])
  })

  it('is not sent with reads, deletions and raw requests', async () => {
    const server = new EchoServer()
    const client = writingAs('websites', server.client(clock))
    server.answer = () => ({
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one', uid: 'u', resourceVersion: '1' } },
    })
    await client.get(ConfigMap, ref)
    await client.delete(ConfigMap, ref)
    await client.request({ method: 'POST', path: '/version', body: '{}' })
    expect(server.asked.map(({ query }) => query['fieldManager'])).toEqual([undefined, undefined, undefined])
  })
})
