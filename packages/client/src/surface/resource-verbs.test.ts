import type { Ref } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import type { Client, ClientOptions } from '../client.ts'
import { createClient } from '../create-client.ts'
import { blogRef, Namespace, Pod, Website, website } from '../testing/kinds.ts'
import { failure } from '../scripted/scripted-answer.ts'
import { type Route, ScriptedServer } from '../scripted/scripted-server.ts'

const collection = '/apis/web.example.dev/v1alpha1/namespaces/default/websites'
const blogPath = `${collection}/blog`

function setup(route: Route = () => ({ body: website() }), options: ClientOptions = {}) {
  const server = new ScriptedServer({ '*': route })
  return { server, client: createClient(server, { fieldManager: 'test-operator', ...options }) }
}

const input = { metadata: blogRef, spec: { image: 'nginx:1' } }
const type = { apiVersion: 'web.example.dev/v1alpha1', kind: 'Website' }

describe('get', () => {
  it('requests the object and returns the response', async () => {
    const { client, server } = setup()
    expect(await client.get(Website, blogRef)).toEqual(website())
    expect(server.requests).toMatchObject([
      { method: 'GET', path: blogPath, query: {}, headers: { accept: 'application/json' }, body: undefined },
    ])
  })

  it('keeps unknown fields', async () => {
    const object = { ...website(), spec: { image: 'x', replicas: 1, invented: { deep: [1] } } }
    expect(await setup(() => ({ body: object })).client.get(Website, blogRef)).toEqual(object)
  })

  it("passes resourceVersion 0 for a read from the server's cache", async () => {
    const { client, server } = setup()
    await client.get(Website, blogRef, { resourceVersion: '0' })
    expect(server.lines).toEqual([`GET ${blogPath}?resourceVersion=0`])
  })

  it('builds paths for the core group and for cluster-scoped kinds', async () => {
    const { client, server } = setup()
    await client.get(Pod, { namespace: 'a', name: 'b' })
    await client.get(Namespace, { name: 'c' })
    expect(server.lines).toEqual(['GET /api/v1/namespaces/a/pods/b', 'GET /api/v1/namespaces/c'])
  })

  it('percent-encodes names with special characters', async () => {
    const { client, server } = setup()
    await client.get(Website, { namespace: 'default', name: 'system:node é' })
    expect(server.requests[0]!.path).toBe(`${collection}/system%3Anode%20%C3%A9`)
  })

  it('removes managedFields with omitManagedFields, per call or per client', async () => {
    const managed = { ...website(), metadata: { ...website().metadata, managedFields: [{ manager: 'x' }] } }
    const route = () => ({ body: managed })
    expect(await setup(route).client.get(Website, blogRef)).toEqual(managed)
    expect(await setup(route).client.get(Website, blogRef, { omitManagedFields: true })).toEqual(website())
    expect(await setup(route, { omitManagedFields: true }).client.get(Website, blogRef)).toEqual(website())
  })

  const unreadable = [
    { name: 'an HTML page', body: '<html><title>Welcome</title>', says: 'with an HTML page titled "Welcome"' },
    {
      name: 'a truncated object',
      body: '{"metadata":{"name":"a"},"data":{"password":"hunter2',
      says: 'with 52 bytes of JSON that is damaged or cut off',
    },
    { name: 'an empty body', body: '', says: 'with an empty body' },
    { name: 'null', body: 'null', says: 'with the JSON value null' },
    { name: 'a JSON list', body: '[]', says: 'with a JSON list of length 0' },
    {
      name: 'a Status with status Failure',
      body: '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"hunter2"}',
      says: 'the server answered 200 with a Status in place of the object. Check the proxies between',
    },
    {
      name: 'an object without metadata',
      body: '{"kind":"Website"}',
      says: 'answered 200 with a Website that has no metadata',
    },
    { name: 'metadata that is null', body: '{"metadata":null}', says: 'answered 200 with JSON that has no metadata' },
  ]
  it.each(unreadable)('rejects $name in a 200 response, without quoting it', async ({ body, says }) => {
    const error = await setup(() => ({ body }))
      .client.get(Website, blogRef)
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'KW_CLIENT_ANSWER', status: 200, message: expect.stringContaining(says) })
    expect(String(error)).not.toContain('hunter2')
  })
})

describe('names and namespaces', () => {
  const refused = [
    {
      name: 'a name with a slash',
      call: () => ({ namespace: 'default', name: 'a/b' }),
      code: 'KW_CLIENT_NAME',
      says: 'the name "a/b" may not contain \'/\'. Pass namespace and name apart: { namespace, name }.',
    },
    {
      name: 'a name that traverses the path',
      call: () => ({ namespace: 'default', name: '..' }),
      code: 'KW_CLIENT_NAME',
      says: "may not be '..'",
    },
    {
      name: 'a name with a percent sign',
      call: () => ({ namespace: 'default', name: 'a%2fb' }),
      code: 'KW_CLIENT_NAME',
      says: "may not contain '%'",
    },
    {
      name: 'an empty name',
      call: () => ({ namespace: 'default', name: '' }),
      code: 'KW_CLIENT_NAME',
      says: 'the name "" is empty',
    },
    {
      name: 'a namespace with a slash',
      call: () => ({ namespace: 'a/b', name: 'c' }),
      code: 'KW_CLIENT_NAME',
      says: 'the namespace "a/b" is not valid',
    },
    {
      name: 'an empty namespace',
      call: () => ({ namespace: '', name: 'c' }),
      code: 'KW_CLIENT_NAME',
      says: 'is empty',
    },
    {
      name: 'a missing namespace',
      call: () => ({ name: 'blog' }),
      code: 'KW_CLIENT_NAMESPACE',
      says: 'websites.web.example.dev live in a namespace, and none is given. Pass one, or set a default',
    },
  ]
  it.each(refused)('rejects $name before sending', async ({ call, code, says }) => {
    const { client, server } = setup()
    await expect(client.get(Website, call())).rejects.toMatchObject({ code, message: expect.stringContaining(says) })
    expect(server.requests).toEqual([])
  })

  it('rejects a namespace for a cluster-scoped kind', async () => {
    const { client, server } = setup()
    await expect(client.get(Namespace, { namespace: 'default', name: 'a' })).rejects.toMatchObject({
      code: 'KW_CLIENT_NAMESPACE',
      message:
        'Cannot get namespaces default/a: namespaces are cluster-scoped, but the namespace default is given. Leave the namespace out.',
    })
    expect(server.requests).toEqual([])
  })

  it("uses the client's default namespace for objects, but not for lists", async () => {
    const { client, server } = setup(() => ({ body: { ...website(), items: [] } }), { namespace: 'shop' })
    await client.get(Website, { name: 'a' })
    await client.create(Website, { metadata: { name: 'a' }, spec: { image: 'x' } })
    await client.deleteCollection(Website, { all: true })
    await client.list(Website)
    expect(server.lines.map((line) => line.split('?')[0])).toEqual([
      'GET /apis/web.example.dev/v1alpha1/namespaces/shop/websites/a',
      'POST /apis/web.example.dev/v1alpha1/namespaces/shop/websites',
      'DELETE /apis/web.example.dev/v1alpha1/namespaces/shop/websites',
      'GET /apis/web.example.dev/v1alpha1/websites',
    ])
    expect(server.requests[1]!.body).toMatchObject({ metadata: { namespace: 'shop' } })
  })
})

describe('create', () => {
  it('sends the object with apiVersion and kind filled in', async () => {
    const { client, server } = setup()
    expect(await client.create(Website, input)).toEqual(website())
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: collection,
        query: { fieldManager: 'test-operator' },
        headers: { 'content-type': 'application/json' },
        body: { ...type, ...input },
      },
    ])
  })

  it('accepts generateName', async () => {
    const { client, server } = setup()
    await client.create(Website, { metadata: { generateName: 'blog-', namespace: 'default' }, spec: { image: 'x' } })
    expect(server.requests[0]!.path).toBe(collection)
  })

  it('sends dryRun, fieldManager and fieldValidation', async () => {
    const { client, server } = setup()
    await client.create(Website, input, { dryRun: true, fieldManager: 'other', fieldValidation: 'Strict' })
    expect(server.requests[0]!.query).toEqual({ dryRun: 'All', fieldManager: 'other', fieldValidation: 'Strict' })
  })

  it('rejects an object of another kind', async () => {
    const { client, server } = setup()
    const other = { ...input, apiVersion: 'v1', kind: 'Pod' }
    await expect(client.create(Website, other)).rejects.toMatchObject({
      code: 'KW_CLIENT_OBJECT',
      message: expect.stringContaining(
        'the object is a Pod of v1, the handle says Website of web.example.dev/v1alpha1',
      ),
    })
    expect(server.requests).toEqual([])
  })

  it('rejects a cyclic object', async () => {
    const round: { self?: unknown } = {}
    round.self = round
    const object = { ...input, round }
    await expect(setup().client.create(Website, object)).rejects.toMatchObject({ code: 'KW_CLIENT_OBJECT' })
  })

  it('rejects an invalid field manager', async () => {
    const create = (fieldManager: string) => setup().client.create(Website, input, { fieldManager })
    await expect(create('x'.repeat(129))).rejects.toMatchObject({ code: 'KW_CLIENT_FIELD_MANAGER' })
    await expect(create('a\nb')).rejects.toMatchObject({ code: 'KW_CLIENT_FIELD_MANAGER' })
  })
})

describe('input validation', () => {
  const half = '\ud800'
  const refused: { name: string; code: string; call: (client: Client) => Promise<unknown> }[] = [
    { name: 'null', code: 'KW_CLIENT_OBJECT', call: (client) => client.create(Website, nothing()) },
    { name: 'a list', code: 'KW_CLIENT_OBJECT', call: (client) => client.apply(Website, nothing([])) },
    {
      name: 'an object whose metadata is null',
      code: 'KW_CLIENT_OBJECT',
      call: (client) => client.create(Website, { ...input, metadata: nothing() }),
    },
    {
      name: 'an undefined patch',
      code: 'KW_CLIENT_OBJECT',
      call: (client) => client.patch(Website, blogRef, nothing(undefined)),
    },
    {
      name: 'an object as a JSON patch',
      code: 'KW_CLIENT_OBJECT',
      call: (client) => client.patch(Website, blogRef, nothing({}), { type: 'json' }),
    },
    {
      name: 'null in a JSON patch',
      code: 'KW_CLIENT_OBJECT',
      call: (client) => client.patch(Website, blogRef, [nothing()]),
    },
    {
      name: 'a list as a merge patch',
      code: 'KW_CLIENT_OBJECT',
      call: (client) => client.patch(Website, blogRef, nothing([]), { type: 'merge' }),
    },
    { name: 'a lone surrogate in a name', code: 'KW_CLIENT_NAME', call: get({ ...blogRef, name: half }) },
    { name: 'a number as a name', code: 'KW_CLIENT_NAME', call: get({ ...blogRef, name: nothing(5) }) },
    { name: 'a number as a namespace', code: 'KW_CLIENT_NAME', call: get({ namespace: nothing(5), name: 'a' }) },
    {
      name: 'a lone surrogate in a field selector',
      code: 'KW_CLIENT_OPTION',
      call: async (client) => client.list(Website, { fields: { 'metadata.name': half } }),
    },
    {
      name: 'a lone surrogate in a field manager',
      code: 'KW_CLIENT_FIELD_MANAGER',
      call: (client) => client.create(Website, input, { fieldManager: `a${half}` }),
    },
    {
      name: 'a lone surrogate in a raw query',
      code: 'KW_CLIENT_OPTION',
      call: (client) => client.request({ path: '/version', query: { [half]: 'a' } }),
    },
  ]
  it.each(refused)('rejects before sending: $name', async ({ code, call }) => {
    const { client, server } = setup()
    await expect(call(client)).rejects.toMatchObject({ code })
    expect(server.requests).toEqual([])
  })

  it('accepts a field manager with non-BMP characters', async () => {
    const { client, server } = setup()
    await client.create(Website, input, { fieldManager: 'rocket 🚀' })
    expect(server.requests[0]!.query).toEqual({ fieldManager: 'rocket 🚀' })
  })

  /** A value that only an untyped program can pass. */
  function nothing(value: unknown = null): never {
    return value as never
  }

  function get(ref: Ref) {
    return (client: Client) => client.get(Website, ref)
  }
})

describe('update', () => {
  it('sends the modified object with its resourceVersion', async () => {
    const { client, server } = setup()
    const site = await client.get(Website, blogRef)
    await client.update(Website, { ...site, spec: { ...site.spec, replicas: 3 } })
    expect(server.requests[1]).toMatchObject({
      method: 'PUT',
      path: blogPath,
      body: { metadata: { resourceVersion: '5' }, spec: { replicas: 3 } },
    })
  })

  it('rejects an object without resourceVersion unless overwrite is set', async () => {
    const { client, server } = setup()
    await expect(client.update(Website, input)).rejects.toThrow(
      'Cannot update websites.web.example.dev default/blog: the object has no metadata.resourceVersion, so the update could overwrite a concurrent change. Update the object that you read, use apply or patch, or pass { overwrite: true }.',
    )
    expect(server.requests).toEqual([])
    await client.update(Website, input, { overwrite: true })
    expect(server.lines).toEqual([`PUT ${blogPath}?fieldManager=test-operator`])
  })

  it.each(['', '0'])('treats resourceVersion %j as unset, as kube-apiserver does', async (resourceVersion) => {
    const { client, server } = setup()
    const versionless = { ...website(), metadata: { ...website().metadata, resourceVersion } }
    await expect(client.update(Website, versionless)).rejects.toMatchObject({ code: 'KW_CLIENT_OBJECT' })
    expect(server.requests).toEqual([])
  })
})

describe('patch', () => {
  const patches: { name: string; contentType: string; body: unknown; send: (client: Client) => Promise<unknown> }[] = [
    {
      name: 'a merge patch',
      send: (client) => client.patch(Website, blogRef, { spec: { replicas: 2, tags: null } }),
      contentType: 'application/merge-patch+json',
      body: { spec: { replicas: 2, tags: null } },
    },
    {
      name: 'a JSON patch',
      send: (client) => client.patch(Website, blogRef, [{ op: 'remove', path: '/spec/tags' }]),
      contentType: 'application/json-patch+json',
      body: [{ op: 'remove', path: '/spec/tags' }],
    },
    {
      name: 'a strategic merge patch',
      send: (client) => client.patch(Website, blogRef, { spec: { $patch: 'replace' } }, { type: 'strategic' }),
      contentType: 'application/strategic-merge-patch+json',
      body: { spec: { $patch: 'replace' } },
    },
  ]
  it.each(patches)('sends $name with its content type', async ({ send, contentType, body }) => {
    const { client, server } = setup()
    await send(client)
    expect(server.requests).toMatchObject([
      { method: 'PATCH', path: blogPath, headers: { 'content-type': contentType }, body },
    ])
  })
})

describe('apply', () => {
  it('sends a server-side apply request with field manager and force', async () => {
    const { client, server } = setup()
    await client.apply(Website, input, { force: true })
    expect(server.requests).toMatchObject([
      {
        method: 'PATCH',
        path: blogPath,
        query: { fieldManager: 'test-operator', force: 'true' },
        headers: { 'content-type': 'application/apply-patch+yaml' },
        body: { ...type, ...input },
      },
    ])
  })

  it('removes managedFields from a read object and keeps its resourceVersion', async () => {
    const managed = { ...website(), metadata: { ...website().metadata, managedFields: [{ manager: 'x' }] } }
    const { client, server } = setup(() => ({ body: managed }))
    await client.apply(Website, await client.get(Website, blogRef))
    await client.status.apply(Website, { metadata: managed.metadata, status: { url: 'a' } })
    const { apiVersion, kind, metadata } = website()
    expect(server.requests.slice(1).map(({ body }) => body)).toEqual([
      website(),
      { apiVersion, kind, metadata, status: { url: 'a' } },
    ])
    await client.update(Website, managed)
    expect(server.requests.at(-1)!.body).toEqual(managed)
  })

  it('requires a field manager', async () => {
    const { client, server } = setup(undefined, { fieldManager: undefined })
    await expect(client.apply(Website, input)).rejects.toMatchObject({
      code: 'KW_CLIENT_FIELD_MANAGER',
      message: expect.stringContaining("createClient(…, { fieldManager: 'website-operator' })"),
    })
    expect(server.requests).toEqual([])
  })

  it('requires a name', async () => {
    const { client } = setup()
    const nameless = { metadata: { namespace: 'default' }, spec: { image: 'x' } }
    await expect(client.apply(Website, nameless)).rejects.toMatchObject({ code: 'KW_CLIENT_NAME' })
  })
})

describe('delete', () => {
  it('returns the object while it still exists, otherwise undefined', async () => {
    const success = { kind: 'Status', status: 'Success', details: { name: 'blog' } }
    expect(await setup(() => ({ body: success })).client.delete(Website, blogRef)).toBeUndefined()
    expect(await setup().client.delete(Website, blogRef)).toEqual(website())
  })

  it('rejects a Status with status Failure in a 200 response', async () => {
    const { client } = setup(() => ({ body: failure(500, 'InternalError', 'no').body }))
    const code = 'KW_CLIENT_ANSWER'
    await expect(client.delete(Website, blogRef)).rejects.toMatchObject({ code })
    await expect(client.deleteCollection(Website, { namespace: 'default', all: true })).rejects.toMatchObject({ code })
  })

  it('returns an object of a custom kind named Status', async () => {
    const Status = { ...Website, kind: 'Status', plural: 'statuses' }
    const object = { ...website(), kind: 'Status' }
    expect(await setup(() => ({ body: object })).client.delete(Status, blogRef)).toEqual(object)
  })

  it('sends DeleteOptions in the body', async () => {
    const { client, server } = setup()
    await client.delete(Website, blogRef, {
      dryRun: true,
      preconditions: { uid: 'u', resourceVersion: '5' },
      propagationPolicy: 'Foreground',
      gracePeriodSeconds: 0,
    })
    expect(server.requests).toMatchObject([{ method: 'DELETE', path: blogPath }])
    expect(server.requests[0]!.body).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      dryRun: ['All'],
      preconditions: { uid: 'u', resourceVersion: '5' },
      propagationPolicy: 'Foreground',
      gracePeriodSeconds: 0,
    })
  })

  it('deletes a collection by label selector', async () => {
    const { client, server } = setup(() => ({ body: { kind: 'WebsiteList', metadata: {}, items: [website()] } }))
    const { items } = await client.deleteCollection(Website, { namespace: 'default', labels: 'app in (a,b)' })
    expect(items).toEqual([website()])
    expect(server.requests).toMatchObject([
      { method: 'DELETE', path: collection, query: { labelSelector: 'app in (a,b)' } },
    ])
  })

  const nothingSelected = [
    { name: 'no selector', options: { namespace: 'default' } },
    { name: 'no options', options: undefined },
    { name: 'no labels', options: { namespace: 'default', labels: {} } },
    { name: 'an empty string', options: { namespace: 'default', labels: '', fields: '' } },
    { name: 'an empty LabelSelector', options: { namespace: 'default', labels: { matchLabels: {} } } },
  ]
  it.each(nothingSelected)('rejects deleteCollection with $name', async ({ options }) => {
    const { client, server } = setup(undefined, { namespace: 'default' })
    await expect(client.deleteCollection(Website, options as unknown as { all: true })).rejects.toThrow(
      'Cannot delete all websites.web.example.dev in namespace default: there is no label or field selector. Select by labels or fields, or pass { all: true } to delete every object.',
    )
    expect(server.requests).toEqual([])
  })

  it('deletes all objects of a namespace with all: true', async () => {
    const { client, server } = setup(() => ({ body: { items: [] } }))
    await client.deleteCollection(Website, { namespace: 'default', all: true })
    expect(server.lines).toEqual([`DELETE ${collection}`])
  })

  it('rejects deleteCollection with both a selector and all: true', async () => {
    const { client, server } = setup()
    const both = { namespace: 'default', labels: 'app=a', all: true } as unknown as { all: true }
    await expect(client.deleteCollection(Website, both)).rejects.toMatchObject({ code: 'KW_CLIENT_OPTION' })
    expect(server.requests).toEqual([])
  })
})

describe('selectors', () => {
  it('are validated before sending', async () => {
    const { client, server } = setup()
    await expect(client.list(Website, { labels: 'app in (' })).rejects.toMatchObject({ code: 'KW_CORE_LABEL_SELECTOR' })
    await expect(client.list(Website, { fields: 'nonsense' })).rejects.toMatchObject({ code: 'KW_CORE_FIELD_SELECTOR' })
    expect(server.requests).toEqual([])
  })

  it('may be a label map, a string or a LabelSelector', async () => {
    const { client, server } = setup(() => ({ body: { items: [] } }))
    const forms = [{ app: 'a', tier: 'b' }, 'app=a,tier=b', { matchLabels: { app: 'a', tier: 'b' } }]
    for (const labels of forms) await client.list(Website, { labels })
    expect(new Set(server.requests.map(({ query }) => query.labelSelector))).toEqual(new Set(['app=a,tier=b']))
  })

  const notTexts: { name: string; options: object; says: string }[] = [
    {
      name: 'a label with undefined value',
      options: { labels: { app: undefined } },
      says: 'labels["app"] is undefined',
    },
    {
      name: 'one undefined value among labels',
      options: { labels: { tier: 'web', app: undefined } },
      says: 'labels["app"] is undefined',
    },
    { name: 'a number as label value', options: { labels: { version: 5 } }, says: 'labels["version"] is a number' },
    { name: 'null as label value', options: { labels: { version: null } }, says: 'labels["version"] is null' },
    {
      name: 'a misspelled LabelSelector field',
      options: { labels: { matchLabel: { app: 'x' } } },
      says: 'labels["matchLabel"] is an object',
    },
    {
      name: 'labels beside LabelSelector fields',
      options: { labels: { matchLabels: { app: 'x' }, tier: 'web' } },
      says: 'labels["matchLabels"] is an object',
    },
    { name: 'a Map', options: { labels: new Map([['app', 'x']]) }, says: 'the option labels is neither text nor an' },
    { name: 'null', options: { labels: null }, says: 'the option labels is neither text nor an object of texts' },
    { name: 'a function', options: { labels: () => true }, says: 'the option labels is neither text nor an object' },
    {
      name: 'a field with undefined value',
      options: { fields: { 'a.b': undefined } },
      says: 'fields["a.b"] is undefined',
    },
    { name: 'a list as field value', options: { fields: { a: ['b'] } }, says: 'fields["a"] is a list' },
  ]
  it.each(notTexts)('reject $name instead of selecting everything', async ({ options, says }) => {
    const { client, server } = setup(() => ({ body: { items: [] } }), { namespace: 'default' })
    const calls = [
      () => client.list(Website, options),
      () => client.watch(Website, options)[Symbol.asyncIterator]().next(),
      () => client.metadata.list(Website, options),
      () => client.deleteCollection(Website, options as { labels: string }),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({ code: 'KW_CLIENT_OPTION', message: expect.stringContaining(says) })
    }
    expect(server.requests).toEqual([])
  })

  it('select everything if empty', async () => {
    const { client, server } = setup(() => ({ body: { items: [] } }))
    await client.list(Website, { labels: {}, fields: {} })
    expect(server.requests[0]!.query).toEqual({ limit: '500' })
  })
})

describe('server warnings', () => {
  it('are passed to onWarning, each text once', async () => {
    const heard: string[] = []
    const route = () => ({ body: website(), headers: { warning: '299 - "unknown field \\"spec.foo\\""' } })
    const { client } = setup(route, { onWarning: ({ text, call }) => heard.push(`${call}: ${text}`) })
    await client.create(Website, input)
    await client.create(Website, input)
    expect(heard).toEqual(['create websites.web.example.dev default/blog: unknown field "spec.foo"'])
  })
})

describe('an object of 5 MB', () => {
  it('is read and written', async () => {
    const large = website('blog', '5', { spec: { image: 'x'.repeat(5 * 2 ** 20), replicas: 1 } })
    const { client, server } = setup(() => ({ body: large }))
    const read = await client.get(Website, blogRef)
    await client.update(Website, read)
    expect(server.requests[1]!.body).toEqual(large)
  })

  it('is reported as KW_CLIENT_TOO_LARGE when the server answers 413', async () => {
    const { client } = setup(() => failure(413, 'RequestEntityTooLarge', 'Request entity too large: limit is 3145728'))
    await expect(client.create(Website, input)).rejects.toMatchObject({ code: 'KW_CLIENT_TOO_LARGE' })
  })
})
