/** Watch streams through `@kubewright/client`. */
import { defineDynamicResource, isExpired, type WatchEvent } from '@kubewright/client'
import { ConfigMap, Secret } from '@kubewright/kubernetes'
import { describe, expect, it } from 'vitest'
import { createConfigMaps, failureOf, openClientInNamespace } from './client.ts'
import { anythingDefinition, establish } from '../../conformance/custom-resource.ts'
import { openRawApi } from '../../../tools/kube-apiserver/raw-api.ts'
import { uniqueName } from '../../conformance/real-server.ts'
import { server, useServer } from './server.ts'

useServer()

/** The first `count` events; leaving the loop closes the stream. */
async function take(events: AsyncIterable<WatchEvent>, count: number): Promise<WatchEvent[]> {
  const taken: WatchEvent[] = []
  for await (const event of events) {
    taken.push(event)
    if (taken.length === count) break
  }
  return taken
}

function inShort(events: readonly WatchEvent[]): string[] {
  return events.map((event) => (event.type === 'BOOKMARK' ? event.type : `${event.type} ${event.name}`))
}

describe('watch', () => {
  it('delivers every change after a resourceVersion, in order', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    const { metadata } = await client.list(ConfigMap, { namespace })
    const [a] = await createConfigMaps(client, [{}, {}])
    const changed = await client.patch(ConfigMap, { name: 'a' }, { data: { text: 'grüße 😀 '.repeat(5_000) } })
    await client.delete(ConfigMap, { name: 'b' })

    const events = await take(client.watch(ConfigMap, { namespace, resourceVersion: metadata.resourceVersion }), 4)

    expect(inShort(events)).toEqual(['ADDED a', 'ADDED b', 'MODIFIED a', 'DELETED b'])
    expect(events[0]).toMatchObject({ uid: a!.metadata.uid, resourceVersion: a!.metadata.resourceVersion, object: a })
    expect(events[2]).toMatchObject({ object: changed })
  })

  it('delivers initial events, the bookmark that ends them, then changes', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    await createConfigMaps(client, [{}, {}])
    const seen: WatchEvent[] = []
    for await (const event of client.watch(ConfigMap, { namespace, sendInitialEvents: true })) {
      seen.push(event)
      if (event.type === 'BOOKMARK') await client.create(ConfigMap, { metadata: { name: 'c' } })
      if (seen.length === 4) break
    }
    expect(inShort(seen)).toEqual(['ADDED a', 'ADDED b', 'BOOKMARK', 'ADDED c'])
    expect(seen[2]).toMatchObject({ isInitialEventsEnd: true, resourceVersion: expect.stringMatching(/^\d+$/) })
  })

  it('resumes from a bookmark without missing or repeating events', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    await createConfigMaps(client, [{}])
    const [, bookmark] = await take(client.watch(ConfigMap, { namespace, sendInitialEvents: true }), 2)
    await client.create(ConfigMap, { metadata: { name: 'later' } })
    const { resourceVersion } = bookmark!
    expect(inShort(await take(client.watch(ConfigMap, { namespace, resourceVersion }), 1))).toEqual(['ADDED later'])
  })

  it('delivers ADDED and DELETED for objects that enter and leave the selection', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    const { metadata } = await client.list(ConfigMap, { namespace })
    await createConfigMaps(client, [{}])
    for (const app of ['web', 'api', null])
      await client.patch(ConfigMap, { name: 'a' }, { metadata: { labels: { app } } })
    const selection = { namespace, labels: { app: 'web' }, resourceVersion: metadata.resourceVersion }
    expect(inShort(await take(client.watch(ConfigMap, selection), 2))).toEqual(['ADDED a', 'DELETED a'])
  })

  it('throws isExpired for a compacted resourceVersion', async () => {
    await using client = await openClientInNamespace()
    using api = openRawApi(server())
    // The watch cache of a custom kind begins when it is established, which is after version 1.
    const definition = anythingDefinition(`${uniqueName('watch')}.example.dev`)
    await establish(api, definition)
    const anything = defineDynamicResource({
      group: definition.spec.group,
      version: 'v1',
      kind: 'Anything',
      plural: 'anythings',
      scope: 'Cluster',
    })
    await client.list(anything) // waits until the server is ready for the kind
    const failure = await failureOf(take(client.watch(anything, { resourceVersion: '1' }), 1))
    expect(failure).toMatchObject({ status: 410, reason: 'Expired', verb: 'watch' })
    expect(isExpired(failure)).toBe(true)
  })

  it('ends without an error when the server ends the stream', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    const events = await take(client.watch(ConfigMap, { namespace, timeoutSeconds: 1 }), Number.POSITIVE_INFINITY)
    expect(events.filter(({ type }) => type !== 'BOOKMARK')).toEqual([])
  })

  it('rejects with the abort reason of its signal', async () => {
    await using client = await openClientInNamespace()
    const controller = new AbortController()
    const events = client.watch(ConfigMap, { namespace: client.namespace, signal: controller.signal })
    const failure = failureOf(take(events, Number.POSITIVE_INFINITY))
    controller.abort(new Error('enough'))
    expect(await failure).toMatchObject({ message: 'enough' })
  })

  it('delivers metadata only through client.metadata', async () => {
    await using client = await openClientInNamespace()
    const { namespace } = client
    const { metadata } = await client.create(Secret, { metadata: { name: 'key' }, stringData: { password: 'x' } })
    const [event] = await take(client.metadata.watch(Secret, { namespace, sendInitialEvents: true }), 1)
    expect(event).toMatchObject({ type: 'ADDED', object: { metadata } })
    expect(event).not.toHaveProperty('object.data')
  })
})
