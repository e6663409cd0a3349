import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { defineDynamicResource } from '../discovery/dynamic-resource.ts'
import { blogRef, Pod, Website, website } from '../testing/kinds.ts'
import { ScriptedServer } from '../scripted/scripted-server.ts'
import { conditionIs } from '../wait/wait-condition.ts'
import { pathOf } from './raw-request.ts'

/** A client as untyped JavaScript sees it. */
type Loose = (...args: readonly unknown[]) => Promise<unknown> & AsyncIterable<unknown>
type LooseVerbs = Readonly<Record<string, Loose>>
type LooseClient = LooseVerbs & Readonly<Record<'status' | 'scale' | 'metadata', LooseVerbs>>

function setup() {
  const server = new ScriptedServer({ '*': () => ({ body: website() }) })
  const client = createClient(server, { fieldManager: 'test-operator', retry: false })
  return { server, client: client as unknown as LooseClient, typed: client }
}

async function firstOf(events: AsyncIterable<unknown>): Promise<unknown> {
  for await (const event of events) return event
  return undefined
}

describe('a call without an object reference', () => {
  const calls: Readonly<Record<string, (client: LooseClient, ref: unknown) => Promise<unknown>>> = {
    get: (client, ref) => client.get!(Website, ref),
    delete: (client, ref) => client.delete!(Website, ref),
    patch: (client, ref) => client.patch!(Website, ref, {}),
    'status.get': (client, ref) => client.status.get!(Website, ref),
    'status.patch': (client, ref) => client.status.patch!(Website, ref, {}),
    'scale.get': (client, ref) => client.scale.get!(Website, ref),
    'scale.update': (client, ref) => client.scale.update!(Website, ref, { spec: { replicas: 1 } }),
    'scale.patch': (client, ref) => client.scale.patch!(Website, ref, {}),
    'scale.apply': (client, ref) => client.scale.apply!(Website, ref, {}),
    'metadata.get': (client, ref) => client.metadata.get!(Website, ref),
    waitFor: (client, ref) => client.waitFor!(Website, ref, conditionIs('Ready')),
  }
  const refs = [undefined, null, 'blog', 3]
  const cases = Object.keys(calls).flatMap((name) => refs.map((ref) => ({ name, ref })))

  it.each(cases)('is rejected before sending: $name with $ref', async ({ name, ref }) => {
    const { client, server } = setup()
    await expect(calls[name]!(client, ref)).rejects.toMatchObject({
      code: 'KW_CLIENT_NAME',
      message: expect.stringContaining(
        `: ${JSON.stringify(ref)} is not a reference to an object. Pass its name, and its`,
      ),
    })
    expect(server.requests).toEqual([])
  })

  it('is rejected for subresources and in pathOf()', async () => {
    const { typed, server } = setup()
    const eviction = typed.subresource(Pod, 'eviction') as unknown as LooseVerbs
    await expect(eviction.create!(undefined, {})).rejects.toMatchObject({ code: 'KW_CLIENT_NAME' })
    expect(() => pathOf(Website, undefined as never)).toThrow(
      'Cannot get websites.web.example.dev: undefined is not a reference to an object.',
    )
    expect(server.requests).toEqual([])
  })
})

describe('a call without a resource handle', () => {
  const calls: Readonly<Record<string, (client: LooseClient, kind: unknown) => Promise<unknown>>> = {
    get: (client, kind) => client.get!(kind, blogRef),
    list: (client, kind) => client.list!(kind),
    watch: (client, kind) => firstOf(client.watch!(kind)),
    create: (client, kind) => client.create!(kind, { metadata: blogRef }),
    update: (client, kind) => client.update!(kind, website()),
    apply: (client, kind) => client.apply!(kind, { metadata: blogRef }),
    patch: (client, kind) => client.patch!(kind, blogRef, {}),
    delete: (client, kind) => client.delete!(kind, blogRef),
    deleteCollection: (client, kind) => client.deleteCollection!(kind, { all: true }),
    'status.get': (client, kind) => client.status.get!(kind, blogRef),
    'scale.get': (client, kind) => client.scale.get!(kind, blogRef),
    'metadata.list': (client, kind) => client.metadata.list!(kind),
    waitFor: (client, kind) => client.waitFor!(kind, blogRef, conditionIs('Ready')),
  }
  const kinds = [undefined, null, 'Website', {}]
  const cases = Object.keys(calls).flatMap((name) => kinds.map((kind) => ({ name, kind })))

  it.each(cases)('is rejected before sending: $name with $kind', async ({ name, kind }) => {
    const { client, server } = setup()
    await expect(calls[name]!(client, kind)).rejects.toMatchObject({
      code: 'KW_CLIENT_NAME',
      message: expect.stringMatching(
        /^Cannot \w+ an object: .* is not the handle of a kind\. Pass the handle of a kind/,
      ),
    })
    expect(server.requests).toEqual([])
  })

  it('is rejected for an invalid scope', async () => {
    const { client } = setup()
    const odd = { ...Website, scope: 'namespaced' }
    await expect(client.get!(odd, blogRef)).rejects.toThrow('the scope "namespaced" is neither Namespaced nor Cluster')
    expect(() => defineDynamicResource(odd as never)).toThrow('is neither Namespaced nor Cluster')
    expect(() => defineDynamicResource(undefined as never)).toThrow('undefined is not the handle of a kind')
  })
})

describe('an invalid option', () => {
  const numbers = [Number.NaN, Number.POSITIVE_INFINITY, -1, 1.5, '60', null]
  const counts = [
    { option: 'timeoutSeconds', values: [...numbers, 0], call: 'watch' },
    { option: 'maxEventBytes', values: [...numbers, 0], call: 'watch' },
    { option: 'limit', values: [...numbers, 0], call: 'list' },
    { option: 'gracePeriodSeconds', values: numbers, call: 'delete' },
  ]
  const cases = counts.flatMap(({ option, values, call }) => values.map((value) => ({ option, value, call })))
  const others = [
    { option: 'resourceVersion', value: 5, call: 'get' },
    { option: 'resourceVersion', value: 5, call: 'list' },
    { option: 'resourceVersion', value: 5, call: 'watch' },
    { option: 'continue', value: 5, call: 'list' },
    { option: 'resourceVersionMatch', value: 'exact', call: 'list' },
    { option: 'sendInitialEvents', value: 'yes', call: 'watch' },
    { option: 'propagationPolicy', value: 'background', call: 'delete' },
    { option: 'fieldValidation', value: 'strict', call: 'patch' },
    { option: 'type', value: 'marge', call: 'patch' },
    { option: 'timeout', value: null, call: 'get' },
    { option: 'timeout', value: 0, call: 'get' },
    { option: 'idleTimeout', value: '0s', call: 'watch' },
    { option: 'signal', value: new AbortController(), call: 'get' },
    { option: 'signal', value: 'x', call: 'watch' },
  ]
  const calls: Readonly<Record<string, (client: LooseClient, options: object) => Promise<unknown>>> = {
    get: (client, options) => client.get!(Website, blogRef, options),
    list: (client, options) => client.list!(Website, options),
    watch: (client, options) => firstOf(client.watch!(Website, options)),
    delete: (client, options) => client.delete!(Website, blogRef, options),
    patch: (client, options) => client.patch!(Website, blogRef, {}, options),
  }

  it.each([...cases, ...others])(
    'is rejected before sending: $option $value of $call',
    async ({ option, value, call }) => {
      const { client, server } = setup()
      await expect(calls[call]!(client, { [option]: value })).rejects.toMatchObject({
        code: 'KW_CLIENT_OPTION',
        message: expect.stringContaining(option),
      })
      expect(server.requests).toEqual([])
    },
  )

  it('is reported with the call, the value and a remedy', async () => {
    const { client } = setup()
    await expect(calls['watch']!(client, { timeoutSeconds: Number.NaN })).rejects.toThrow(
      'Cannot watch websites.web.example.dev in all namespaces: the option timeoutSeconds is NaN, not a whole number above zero. Leave it out for the default.',
    )
    await expect(calls['get']!(client, { signal: new AbortController() })).rejects.toThrow(
      'Cannot use the option signal: it is an object, not an AbortSignal. Pass the signal of a controller: { signal: controller.signal }.',
    )
  })

  it('fieldManager of another type is rejected', async () => {
    const { client } = setup()
    const call = client.patch!(Website, blogRef, {}, { fieldManager: 5 })
    await expect(call).rejects.toMatchObject({ code: 'KW_CLIENT_FIELD_MANAGER' })
  })
})

describe('an options argument that is not an object', () => {
  const calls: Readonly<Record<string, (client: LooseClient, options: unknown) => Promise<unknown>>> = {
    get: (client, options) => client.get!(Website, blogRef, options),
    list: (client, options) => client.list!(Website, options),
    watch: (client, options) => firstOf(client.watch!(Website, options)),
    create: (client, options) => client.create!(Website, website(), options),
    update: (client, options) => client.update!(Website, website(), options),
    patch: (client, options) => client.patch!(Website, blogRef, {}, options),
    apply: (client, options) => client.apply!(Website, website(), options),
    delete: (client, options) => client.delete!(Website, blogRef, options),
    'status.patch': (client, options) => client.status.patch!(Website, blogRef, {}, options),
    'scale.get': (client, options) => client.scale.get!(Website, blogRef, options),
    'metadata.list': (client, options) => client.metadata.list!(Website, options),
    'metadata.watch': (client, options) => firstOf(client.metadata.watch!(Website, options)),
    waitFor: (client, options) => client.waitFor!(Website, blogRef, () => true, options),
    discover: (client, options) => client.discover!('Website', options),
    discoverAll: (client, options) => client.discoverAll!(options),
  }
  const cases = Object.keys(calls).flatMap((name) => ['default', 3, true, [{}]].map((options) => ({ name, options })))

  it.each(cases)('is rejected before sending: $options for $name', async ({ name, options }) => {
    const { client, server } = setup()
    const call = calls[name]!(client, options)
    await expect(call).rejects.toMatchObject({ code: 'KW_CLIENT_OPTION' })
    expect(server.requests).toEqual([])
  })

  it('is reported with an example of valid options', async () => {
    const { client } = setup()
    await expect(client.list!(Website, 'default')).rejects.toThrow(
      `Cannot use the options of a call: they are "default", not an object. Pass an object of options, such as { namespace: 'default' }.`,
    )
  })

  it('may be null', async () => {
    const { client, server } = setup()
    await client.get!(Website, blogRef, null)
    await client.patch!(Website, blogRef, {}, null)
    await client.waitFor!(Website, blogRef, () => true, null).catch(() => undefined)
    expect(server.requests.length).toBeGreaterThanOrEqual(3)
  })
})

describe('a body that is not a plain object', () => {
  const bodies = [new Date(0), new Map([['metadata', blogRef]]), new Set(), [1], 'text', null, undefined, () => ({})]
  const calls: Readonly<Record<string, (client: LooseClient, body: unknown) => Promise<unknown>>> = {
    create: (client, body) => client.create!(Website, body),
    update: (client, body) => client.update!(Website, body),
    apply: (client, body) => client.apply!(Website, body),
    patch: (client, body) => client.patch!(Website, blogRef, body),
    'status.patch': (client, body) => client.status.patch!(Website, blogRef, body),
    'scale.apply': (client, body) => client.scale.apply!(Website, blogRef, body),
    eviction: (client, body) => (client.subresource!(Pod, 'eviction') as unknown as LooseVerbs).create!(blogRef, body),
  }
  const cases = Object.keys(calls).flatMap((name) => bodies.map((body) => ({ name, body })))

  it.each(cases)('is rejected before sending: $body for $name', async ({ name, body }) => {
    const { client, server } = setup()
    await expect(calls[name]!(client, body)).rejects.toMatchObject({ code: 'KW_CLIENT_OBJECT' })
    expect(server.requests).toEqual([])
  })

  it('is reported with the name of its class', async () => {
    const { client } = setup()
    await expect(client.patch!(Website, blogRef, new Date(0))).rejects.toThrow(
      'the request body is a Date, not an object',
    )
  })
})

describe('an invalid argument', () => {
  const cases: readonly { name: string; act: (client: LooseClient) => unknown; code: string; says: string }[] = [
    {
      name: 'the condition of waitFor()',
      act: (client) => client.waitFor!(Website, blogRef, undefined),
      code: 'KW_CLIENT_OPTION',
      says: 'Cannot wait for an object: undefined is not a condition',
    },
    {
      name: 'the request of request()',
      act: (client) => client.request!(undefined),
      code: 'KW_CLIENT_OPTION',
      says: 'the path',
    },
    {
      name: 'the kind of discover()',
      act: (client) => client.discover!(undefined),
      code: 'KW_CLIENT_OPTION',
      says: 'Cannot discover a kind: undefined is not the name of a kind',
    },
    {
      name: 'the connection of createClient()',
      act: async () => createClient(undefined as never),
      code: 'KW_CLIENT_CONFIG_INVALID',
      says: 'Cannot create a client: undefined is not a connection',
    },
    {
      name: 'a promise passed to createClient()',
      act: async () => createClient(Promise.resolve({}) as never),
      code: 'KW_CLIENT_CONFIG_INVALID',
      says: 'a promise is not a connection. Pass what loadConfig() resolves to, `createClient(await loadConfig())`',
    },
    {
      name: 'the options of createClient()',
      act: async () => createClient(new ScriptedServer(), null as never),
      code: 'KW_CLIENT_OPTION',
      says: 'the options are null',
    },
    {
      name: 'the timeout of createClient()',
      act: async () => createClient(new ScriptedServer(), { timeout: '0s' }),
      code: 'KW_CLIENT_OPTION',
      says: 'Cannot use the option timeout: it is "0s", and has to be longer than zero',
    },
  ]

  it.each(cases)('is rejected before sending: $name', async ({ act, code, says }) => {
    const { client, server } = setup()
    await expect(act(client)).rejects.toMatchObject({ code, message: expect.stringContaining(says) })
    expect(server.requests).toEqual([])
  })
})
