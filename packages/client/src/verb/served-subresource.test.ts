import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { defineDynamicResource, type DynamicResourceInput } from '../discovery/dynamic-resource.ts'
import { blogRef, website } from '../testing/kinds.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'

function setup() {
  const server = new ScriptedServer({ '*': () => ({ body: website() }) })
  return { server, client: createClient(server, { fieldManager: 'test-operator' }) }
}

function kind(more: Partial<DynamicResourceInput>) {
  return defineDynamicResource({
    group: '',
    version: 'v1',
    kind: 'ConfigMap',
    plural: 'configmaps',
    scope: 'Namespaced',
    ...more,
  })
}

describe('a subresource that the resource handle lacks', () => {
  it('is rejected before sending', async () => {
    const { client, server } = setup()
    const ConfigMap = kind({ verbs: ['get'] })
    const input = { metadata: blogRef, spec: { replicas: 1 } }
    const calls = [
      () => client.status.get(ConfigMap, blogRef),
      () => client.status.update(ConfigMap, input),
      () => client.status.patch(ConfigMap, blogRef, { status: {} }),
      () => client.status.apply(ConfigMap, { metadata: blogRef }),
      () => client.scale.get(ConfigMap, blogRef),
      () => client.scale.update(ConfigMap, blogRef, input),
      () => client.scale.patch(ConfigMap, blogRef, { spec: { replicas: 1 } }),
      () => client.scale.apply(ConfigMap, blogRef, input),
      () => client.subresource(ConfigMap, 'status').get(blogRef),
      () => client.subresource(ConfigMap, 'scale').create(blogRef, input),
      () => client.subresource(ConfigMap, 'status').update(blogRef, input),
      () => client.subresource(ConfigMap, 'scale').patch(blogRef, input),
      () => client.subresource(ConfigMap, 'status').apply(blogRef, input),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'KW_CLIENT_METHOD_NOT_ALLOWED',
        message: expect.stringMatching(
          /Cannot \w+ the (status|scale) of configmaps default\/blog: the kind ConfigMap has/,
        ),
      })
    }
    expect(server.requests).toEqual([])
  })

  it('is reported with the subresources that the handle has', async () => {
    const { client } = setup()
    await expect(client.scale.get(kind({ subresources: ['status', 'log'] }), blogRef)).rejects.toThrow(
      'has no subresource scale. Write the object itself, or use a handle that lists the subresource; this one has status, log.',
    )
  })

  it('is looked up by the first segment of its path', async () => {
    const { client, server } = setup()
    const Node = kind({ subresources: ['proxy'] })
    await client.subresource(Node, 'proxy/metrics').get(blogRef)
    await expect(client.subresource(Node, 'metrics/proxy').get(blogRef)).rejects.toMatchObject({
      code: 'KW_CLIENT_METHOD_NOT_ALLOWED',
    })
    expect(server.lines).toEqual(['GET /api/v1/namespaces/default/configmaps/blog/proxy/metrics'])
  })

  it('is requested if the handle does not list subresources', async () => {
    const { client, server } = setup()
    await client.status.get(kind({}), blogRef)
    expect(server.lines).toEqual(['GET /api/v1/namespaces/default/configmaps/blog/status'])
  })
})
