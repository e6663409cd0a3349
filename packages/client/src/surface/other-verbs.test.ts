import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { defineDynamicResource } from '../discovery/dynamic-resource.ts'
import { blogRef, Pod, Website, website } from '../testing/kinds.ts'
import { failure } from '../scripted/scripted-answer.ts'
import { type Route, ScriptedServer } from '../scripted/scripted-server.ts'
import { ScriptedStream } from '../scripted/scripted-stream.ts'
import type { Transport } from '../transport.ts'
import { pathOf } from './raw-request.ts'
import type { ScaleInput } from './scale-verbs.ts'

const blogPath = '/apis/web.example.dev/v1alpha1/namespaces/default/websites/blog'

function setup(route: Route = () => ({ body: website() })) {
  const server = new ScriptedServer({ '*': route })
  return { server, client: createClient(server, { fieldManager: 'test-operator' }) }
}

describe('client.status', () => {
  it('reads and writes the status subresource', async () => {
    const { client, server } = setup()
    const site = await client.status.get(Website, blogRef)
    await client.status.update(Website, { ...site, status: { url: 'https://a' } })
    await client.status.patch(Website, blogRef, { status: { url: 'https://b' } })
    await client.status.apply(Website, { metadata: blogRef, status: { url: 'https://c' } })
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      ['GET', 'PUT', 'PATCH', 'PATCH'].map((method) => `${method} ${blogPath}/status`),
    )
    expect(server.requests[1]!.body).toEqual({ ...website(), status: { url: 'https://a' } })
    expect(server.requests[2]!.body).toEqual({ status: { url: 'https://b' } })
    expect(server.requests[3]!.body).toEqual({
      apiVersion: 'web.example.dev/v1alpha1',
      kind: 'Website',
      metadata: blogRef,
      status: { url: 'https://c' },
    })
  })
})

describe('client.scale', () => {
  const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: website().metadata, spec: { replicas: 2 } }

  it('reads and sets replicas', async () => {
    const { client, server } = setup(() => ({ body: scale }))
    expect((await client.scale.get(Website, blogRef)).spec.replicas).toBe(2)
    await client.scale.patch(Website, blogRef, { spec: { replicas: 3 } })
    const read = { resourceVersion: '5' }
    await client.scale.update(Website, blogRef, { metadata: read, spec: { replicas: 4 } })
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      ['GET', 'PATCH', 'PUT'].map((method) => `${method} ${blogPath}/scale`),
    )
    expect(server.requests[2]!.body).toEqual({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { ...blogRef, ...read },
      spec: { replicas: 4 },
    })
  })

  it('applies replicas with server-side apply', async () => {
    const { client, server } = setup(() => ({ body: scale }))
    await client.scale.apply(Website, blogRef, { spec: { replicas: 3 } }, { force: true })
    expect(server.lines).toEqual([
      `PATCH ${blogPath}/scale?fieldManager=test-operator&fieldValidation=Ignore&force=true`,
    ])
    expect(server.requests[0]!.headers['content-type']).toBe('application/apply-patch+yaml')
    expect(server.requests[0]!.body).toEqual({
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: blogRef,
      spec: { replicas: 3 },
    })
  })

  it.each([undefined, '', '0'])(
    'rejects an update with resourceVersion %j unless overwrite is set',
    async (resourceVersion) => {
      const { client, server } = setup(() => ({ body: scale }))
      const blind = { metadata: { ...blogRef, resourceVersion }, spec: { replicas: 4 } } as ScaleInput
      await expect(client.scale.update(Website, blogRef, blind)).rejects.toMatchObject({
        code: 'KW_CLIENT_OBJECT',
        message: expect.stringContaining(
          'Cannot update the scale of websites.web.example.dev default/blog: the object has',
        ),
      })
      expect(server.requests).toEqual([])
      await client.scale.update(Website, blogRef, blind, { overwrite: true })
      expect(server.requests).toHaveLength(1)
    },
  )
})

describe('client.subresource', () => {
  it('creates a subresource and accepts a Status as response', async () => {
    const { client, server } = setup(() => ({ status: 201, body: { kind: 'Status', status: 'Success' } }))
    expect(await client.subresource(Pod, 'eviction').create(blogRef, { metadata: blogRef })).toBeUndefined()
    expect(server.lines).toEqual(['POST /api/v1/namespaces/default/pods/blog/eviction?fieldManager=test-operator'])
  })

  it('reports an eviction blocked by a PodDisruptionBudget without retrying', async () => {
    const causes = [{ reason: 'DisruptionBudget', message: 'needs 1 healthy pods' }]
    const { client, server } = setup(() => failure(429, 'TooManyRequests', 'Cannot evict pod', { causes }))
    await expect(client.subresource(Pod, 'eviction').create(blogRef, { metadata: blogRef })).rejects.toMatchObject({
      code: 'KW_CLIENT_TOO_MANY_REQUESTS',
      causes,
      message: expect.stringContaining('[needs 1 healthy pods]'),
    })
    expect(server.requests).toHaveLength(1)
  })

  it('reads, updates and patches a subresource', async () => {
    const { client, server } = setup()
    const approval = client.subresource(Website, 'approval')
    const site = await approval.get(blogRef)
    await approval.update(blogRef, site)
    await approval.patch(blogRef, { spec: { replicas: 2 } })
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      ['GET', 'PUT', 'PATCH'].map((method) => `${method} ${blogPath}/approval`),
    )
  })

  it('applies a partial object with the name of its parent', async () => {
    const { client, server } = setup()
    const part = { metadata: { managedFields: [], resourceVersion: '5' }, spec: { replicas: 2 } }
    await client.subresource(Website, 'approval').apply(blogRef, part)
    expect(server.lines).toEqual([`PATCH ${blogPath}/approval?fieldManager=test-operator&fieldValidation=Ignore`])
    expect(server.requests[0]!.headers['content-type']).toBe('application/apply-patch+yaml')
    expect(server.requests[0]!.body).toEqual({
      apiVersion: 'web.example.dev/v1alpha1',
      kind: 'Website',
      metadata: { ...blogRef, resourceVersion: '5' },
      spec: { replicas: 2 },
    })
  })

  it('requires a field manager and an object for apply', async () => {
    const server = new ScriptedServer({ '*': () => ({ body: website() }) })
    const approval = createClient(server).subresource(Website, 'approval')
    await expect(approval.apply(blogRef, {})).rejects.toMatchObject({ code: 'KW_CLIENT_FIELD_MANAGER' })
    const options = { fieldManager: 'test-operator' }
    for (const part of [null, [], 'x', { metadata: 'x' }]) {
      await expect(approval.apply(blogRef, part as object, options)).rejects.toMatchObject({ code: 'KW_CLIENT_OBJECT' })
    }
    expect(server.requests).toEqual([])
  })

  it('rejects an update without resourceVersion unless overwrite is set', async () => {
    const { client, server } = setup()
    const approval = client.subresource(Website, 'approval')
    const blind = { metadata: blogRef, spec: { image: 'x' } }
    await expect(approval.update(blogRef, blind)).rejects.toMatchObject({ code: 'KW_CLIENT_OBJECT' })
    expect(server.requests).toEqual([])
    await approval.update(blogRef, blind, { overwrite: true })
    expect(server.lines).toEqual([`PUT ${blogPath}/approval?fieldManager=test-operator`])
  })
})

describe('client.metadata', () => {
  const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: website().metadata }

  it('requests PartialObjectMetadata for all verbs', async () => {
    const { client, server } = setup(({ method, path }) => ({
      body: method !== 'PATCH' && path.endsWith('websites') ? { metadata: {}, items: [partial] } : partial,
    }))
    expect(await client.metadata.get(Website, blogRef)).toEqual(partial)
    expect((await client.metadata.list(Website)).items).toEqual([partial])
    expect(await client.metadata.patch(Website, blogRef, { metadata: { labels: { a: 'b' } } })).toEqual(partial)
    expect(await client.metadata.delete(Website, blogRef)).toEqual(partial)
    const some = { namespace: 'default', labels: { app: 'a' } }
    expect((await client.metadata.deleteCollection(Website, some)).items).toEqual([partial])
    const asked = server.requests.map(({ headers }) => /as=(\w+);/.exec(headers.accept!)?.[1])
    expect(asked).toEqual([
      'PartialObjectMetadata',
      'PartialObjectMetadataList',
      'PartialObjectMetadata',
      'PartialObjectMetadata',
      'PartialObjectMetadataList',
    ])
    expect(server.lines.at(-1)).toMatch(/^DELETE .*\/namespaces\/default\/websites\?labelSelector=app%3Da$/)
  })

  it('reduces a whole object to its metadata', async () => {
    expect(await setup().client.metadata.get(Website, blogRef)).toEqual(partial)
  })
})

describe('client.request', () => {
  it('sends a raw request with a query', async () => {
    const { client, server } = setup(() => ({ body: { gitVersion: 'v1.36.0' } }))
    const answer = await client.request({ path: '/version', query: { timeout: '3s' } })
    expect([answer.status, answer.json()]).toEqual([200, { gitVersion: 'v1.36.0' }])
    expect(server.lines).toEqual(['GET /version?timeout=3s'])
  })

  it('repeats a query parameter for each element of a list', async () => {
    const paths: string[] = []
    const transport: Transport = {
      host: 'h',
      send: (request) => {
        paths.push(request.path)
        return new ScriptedServer({ '*': () => ({ body: {} }) }).send(request)
      },
      async [Symbol.asyncDispose]() {},
    }
    await createClient(transport).request({ path: '/a', query: { command: ['ls', '-l'], none: [], tty: true } })
    expect(paths).toEqual(['/a?command=ls&command=-l&tty=true'])
  })

  it('returns plain text unchanged', async () => {
    const { client } = setup(() => ({ body: 'ok' }))
    const answer = await client.request({ path: '/readyz' })
    expect(answer.text).toBe('ok')
    expect(() => answer.json()).toThrow('Cannot request GET /readyz: the server answered 200 with the text "ok"')
  })

  it('reports an error status', async () => {
    const { client } = setup(() => ({ status: 403, body: '[-]etcd failed' }))
    await expect(client.request({ path: '/readyz' })).rejects.toThrow('Cannot request GET /readyz')
  })

  it('streams a pod log', async () => {
    const log = new ScriptedStream()
    log.push('first\n')
    const { client, server } = setup(() => ({ stream: log }))
    const stream = await client.request({ path: pathOf(Pod, blogRef, 'log'), query: { follow: true }, streams: true })
    const lines: string[] = []
    for await (const chunk of stream) {
      lines.push(Buffer.from(chunk).toString())
      if (lines.length === 1) log.push('second\n')
      else break
    }
    expect(lines).toEqual(['first\n', 'second\n'])
    expect(log.isClosed).toBe(true)
    expect(server.lines).toEqual(['GET /api/v1/namespaces/default/pods/blog/log?follow=true'])
  })

  it.each(['version', '/a b', '/a/../b', '/a/%2e%2E/b', '/a/.%2e', '/./a', '/é', '', '/a\n'])(
    'rejects the path %j',
    async (path) => {
      const { client, server } = setup()
      await expect(client.request({ path })).rejects.toMatchObject({ code: 'KW_CLIENT_OPTION' })
      expect(server.requests).toEqual([])
    },
  )
})

describe('a resource handle defined at run time', () => {
  const refused = ['../../secrets', '..', '', 'a//b', 'proxy/%2e%2e', 'proxy/', 'a\ud800']
  it.each(refused)('rejects the subresource %j', async (name) => {
    const { client, server } = setup()
    await expect(client.subresource(Website, name).get(blogRef)).rejects.toMatchObject({ code: 'KW_CLIENT_NAME' })
    expect(() => pathOf(Website, blogRef, name)).toThrow('Cannot get the')
    expect(server.requests).toEqual([])
  })

  it('accepts a subresource with a path suffix', () => {
    expect(pathOf(Pod, blogRef, 'proxy/a b?')).toBe('/api/v1/namespaces/default/pods/blog/proxy/a%20b%3F')
  })

  const resource = { group: 'x.dev', version: 'v1', kind: 'Thing', plural: 'things', scope: 'Namespaced' } as const
  const parts = [
    { name: 'a plural that traverses the path', part: { plural: '..' }, says: 'the plural ".." may not be \'..\'' },
    {
      name: 'a plural with a path separator',
      part: { plural: 'a/../b' },
      says: 'the plural "a/../b" may not contain \'/\'',
    },
    { name: 'an empty plural', part: { plural: '' }, says: 'the plural "" is empty' },
    { name: 'an empty version', part: { version: '' }, says: 'the version "" is empty' },
    {
      name: 'a percent-encoded version',
      part: { version: '%2e%2e' },
      says: 'the version "%2e%2e" may not contain \'%\'',
    },
    {
      name: 'a group with a path separator',
      part: { group: 'x/../y' },
      says: 'the group "x/../y" may not contain \'/\'',
    },
  ]
  it.each(parts)('rejects $name', async ({ part, says }) => {
    const { client, server } = setup()
    expect(() => defineDynamicResource({ ...resource, ...part })).toThrow(says)
    const handle = { ...defineDynamicResource(resource), ...part }
    await expect(client.get(handle, blogRef)).rejects.toMatchObject({ code: 'KW_CLIENT_NAME' })
    await expect(client.list(handle)).rejects.toMatchObject({ code: 'KW_CLIENT_NAME' })
    expect(() => pathOf(handle, blogRef)).toThrow(says)
    expect(server.requests).toEqual([])
  })

  it('is percent-encoded in paths', () => {
    expect(pathOf(defineDynamicResource({ ...resource, plural: 'a?b' }), blogRef)).toBe(
      '/apis/x.dev/v1/namespaces/default/a%3Fb/blog',
    )
  })
})

describe('createClient', () => {
  const wrong = [
    { name: 'maxInFlight', options: { maxInFlight: 0 } },
    { name: 'retry.attempts', options: { retry: { attempts: 0.5 } } },
    { name: 'rateLimit.perSecond', options: { rateLimit: { perSecond: 0, burst: 1 } } },
    { name: 'rateLimit.burst', options: { rateLimit: { perSecond: 1, burst: 0 } } },
  ]
  it.each(wrong)('rejects an invalid $name', ({ name, options }) => {
    expect(() => createClient(new ScriptedServer(), options)).toThrow(`the option ${name} is`)
  })
})
