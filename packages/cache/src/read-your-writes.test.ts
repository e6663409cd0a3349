import type { Client } from '@kubewright/client'
import { failure, type ScriptedRequest } from '@kubewright/client/testing'
import type { KubeObject } from '@kubewright/core'
import { nextTurn, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { createCache } from './create-cache.ts'
import { index } from './index-definition.ts'
import { readYourWrites } from './read-your-writes.ts'
import type { SourceOptions, SourceScope } from './source.ts'
import { Region, site, Website } from './testing/objects.ts'
import { ScriptedApi } from './testing/scripted-api.ts'

const blog = { namespace: 'default', name: 'blog' }
const bySecret = index(Website, 'by-secret', (one) => one.spec.secret)

interface How {
  readonly namespace?: string
  readonly scope?: SourceScope
  readonly options?: SourceOptions
}

/** A synced source, and a client whose writes send no watch events until `show()`. */
async function start({ namespace, scope, options }: How = {}) {
  const clock = new VirtualClock()
  const api = new ScriptedApi()
  api.note('ADDED', site('blog', 0, { labels: { tier: 'web' } }))
  const inner = api.client(clock, namespace)
  const cache = createCache({ client: inner, clock, freezes: true })
  const source = cache.source(Website, scope, options as never)
  source.addIndex(bySecret)
  await source.synced()
  const told: string[] = []
  source.subscribe(({ type, isInitial, echoOf }) => {
    if (!isInitial) told.push(`${type} ${echoOf}`)
  })
  const events: [string, KubeObject][] = []
  api.override = (request) => answer(api, request, events)
  return {
    api,
    cache,
    clock,
    source,
    told,
    client: readYourWrites(inner, cache, 'me'),
    async show() {
      for (const [type, object] of events.splice(0)) api.show(type, object)
      for (let turn = 0; turn < 3; turn++) await nextTurn()
    },
    async [Symbol.asyncDispose]() {
      await cache[Symbol.asyncDispose]()
      await inner[Symbol.asyncDispose]()
    },
  }
}

function merged(one: object, two: object): object {
  const { spec, ...rest } = two as { spec?: object }
  return { ...one, ...rest, spec: { ...(one as { spec?: object }).spec, ...spec } }
}

/** Executes a write like a server, as far as these tests need. */
function answer(api: ScriptedApi, { method, path, query, body }: ScriptedRequest, events: [string, KubeObject][]) {
  if (method === 'GET') return undefined
  const sent = (body ?? {}) as Partial<KubeObject> & { dryRun?: unknown }
  const named = path
    .split('/')
    .filter((part) => part !== 'status')
    .slice(7)[0]
  const name = named ?? sent.metadata?.name ?? 'generated-1'
  const before = api.objects.get(`default/${name}`)
  if (method === 'DELETE') {
    if (sent.dryRun !== undefined) return { body: { kind: 'Status', status: 'Success' } }
    const gone = api.note('DELETED', before ?? site(name, 0))
    events.push(['DELETED', gone])
    return { body: { kind: 'Status', status: 'Success' } }
  }
  const object = merged(before ?? site(name, 0), sent) as KubeObject
  const metadata = { ...(before ?? site(name, 0)).metadata, ...sent.metadata, name }
  if ('dryRun' in query) return { body: { ...object, metadata } }
  const type = before === undefined ? 'ADDED' : 'MODIFIED'
  const now = api.note(type, { ...object, metadata })
  events.push([type, now])
  return { body: now }
}

const input = (secret: string) => ({ metadata: blog, spec: { secret } })

describe('read-your-writes: a cache read after a write of this process', () => {
  const writes: readonly { name: string; write: (client: Client) => Promise<unknown> }[] = [
    {
      name: 'an update',
      write: (client) => client.update(Website, { ...site('blog', 101), spec: { image: 'x', secret: 'new' } } as never),
    },
    { name: 'a patch', write: (client) => client.patch(Website, blog, { spec: { secret: 'new' } }) },
    { name: 'an apply', write: (client) => client.apply(Website, input('new')) },
    {
      name: 'a patch of the status',
      write: (client) => client.status.patch(Website, blog, { spec: { secret: 'new' } } as never),
    },
    { name: 'an apply of the status', write: (client) => client.status.apply(Website, input('new') as never) },
  ]
  it.each(writes)(
    'returns the result of $name in get, list and index lookups before the watch event arrives',
    async ({ write }) => {
      await using running = await start()
      const { cache, client, told } = running
      await write(client)
      expect(cache.get(Website, blog)?.spec.secret).toBe('new')
      expect(cache.list(Website).map(({ spec }) => spec.secret)).toEqual(['new'])
      expect(cache.find(bySecret, 'new').length).toBe(1)
      expect(told).toEqual([])
      await running.show()
      expect(told).toEqual(['updated me'])
    },
  )

  it('is not followed by a second decoding when the watch event of the write arrives', async () => {
    let transforms = 0
    const transform = (one: KubeObject) => {
      transforms++
      return one
    }
    await using running = await start({ options: { transform } as never })
    const { client, told } = running
    await client.patch(Website, blog, { spec: { secret: 'new' } })
    const before = transforms
    await running.show()
    expect([transforms - before, told]).toEqual([0, ['updated me']])
  })

  it('includes a created object and omits a deleted one before the watch events arrive', async () => {
    await using running = await start()
    const { cache, client, told } = running
    await client.create(Website, { metadata: { namespace: 'default', name: 'shop' }, spec: {} })
    await client.delete(Website, blog)
    expect(cache.list(Website).map(({ metadata }) => metadata.name)).toEqual(['shop'])
    await running.show()
    expect(told).toEqual(['added me', 'deleted me'])
  })

  it('ignores a late ADDED event of an object that this process has already deleted', async () => {
    await using running = await start()
    const { api, cache, client } = running
    const status = { kind: 'Status', apiVersion: 'v1', status: 'Success', details: { uid: 'newer' } }
    api.override = () => ({ body: status })
    await client.delete(Website, blog)
    const newer = site('blog', 900)
    api.show('ADDED', { ...newer, metadata: { ...newer.metadata, uid: 'newer' } })
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    expect(cache.get(Website, blog)).toBeUndefined()
  })

  it('includes an object created with generateName', async () => {
    await using running = await start()
    const { cache, client } = running
    const { metadata } = await client.create(Website, {
      metadata: { namespace: 'default', generateName: 'g-' },
      spec: {},
    })
    expect(cache.get(Website, metadata)?.metadata.uid).toBe(metadata.uid)
  })

  it("applies to a write that relies on the client's default namespace", async () => {
    await using running = await start({ namespace: 'default' })
    const { cache, client, told } = running
    await client.delete(Website, { name: 'blog' })
    expect(cache.get(Website, blog)).toBeUndefined()
    await running.show()
    expect(told).toEqual(['deleted me'])
  })

  it('shows the deletionTimestamp of an object whose deletion waits for finalizers', async () => {
    await using running = await start()
    const { api, cache, client } = running
    const going = {
      ...site('blog', 500),
      metadata: { ...site('blog', 500).metadata, deletionTimestamp: '2026-01-01T00:00:00Z' },
    }
    api.override = () => ({ body: going })
    await client.delete(Website, blog)
    expect(cache.get(Website, blog)?.metadata.deletionTimestamp).toBe('2026-01-01T00:00:00Z')
  })

  it.each([
    { name: 'is gone with its last finalizer', graceSeconds: 0, isGone: true },
    { name: 'stays until its grace period ends', graceSeconds: 30, isGone: false },
  ])('shows that an object with deletionTimestamp $name', async ({ graceSeconds, isGone }) => {
    await using running = await start()
    const { api, cache, client, told } = running
    const { metadata } = cache.get(Website, blog)!
    const deletion = { deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: graceSeconds }
    // The server answers with the version it had: nothing was stored.
    api.override = () => ({ body: { ...site('blog', 0), metadata: { ...metadata, ...deletion, finalizers: [] } } })
    await client.patch(Website, blog, { metadata: { finalizers: [] } })
    expect(cache.get(Website, blog) === undefined).toBe(isGone)
    api.show('DELETED', api.note('DELETED', site('blog', 0)))
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    expect(told).toEqual([isGone ? 'deleted me' : 'deleted undefined'])
  })

  it('is not affected by dry-run writes', async () => {
    await using running = await start()
    const { cache, client, told } = running
    await client.patch(Website, blog, { spec: { secret: 'new' } }, { dryRun: true })
    await client.delete(Website, blog, { dryRun: true })
    expect(cache.get(Website, blog)?.spec.secret).toBeUndefined()
    await running.show()
    expect(told).toEqual([])
  })

  it('is not affected by a failed write, and subscribers still receive later changes', async () => {
    await using running = await start()
    const { api, cache, client, told } = running
    api.override = () => failure(409, 'Conflict')
    await expect(client.patch(Website, blog, { spec: { secret: 'new' } })).rejects.toThrow('Conflict')
    await expect(client.patch(Website, { name: 'shop' }, {})).rejects.toThrow('namespace')
    expect(cache.get(Website, blog)?.spec.secret).toBeUndefined()
    api.override = () => undefined
    api.happen('MODIFIED', site('blog', 0, { secret: 'theirs' }))
    await nextTurn()
    expect(told).toEqual(['updated undefined'])
  })

  it('returns updated metadata from a metadata-only source', async () => {
    await using running = await start({ options: { metadataOnly: true } })
    const { cache, client, told } = running
    await client.patch(Website, blog, { metadata: { labels: { tier: 'db' } } } as never)
    expect(cache.get(Website, blog)).toMatchObject({
      kind: 'PartialObjectMetadata',
      metadata: { labels: { tier: 'db' } },
    })
    expect(cache.get(Website, blog)).not.toHaveProperty('spec')
    await client.metadata.patch(Website, blog, { metadata: { labels: { tier: 'x' } } })
    expect(cache.get(Website, blog)?.metadata.labels).toEqual({ tier: 'x' })
    await client.metadata.delete(Website, blog)
    expect(cache.get(Website, blog)).toBeUndefined()
    await running.show()
    expect(told).toEqual(['deleted me'])
  })

  it('keeps spec and status after a metadata-only patch', async () => {
    await using running = await start()
    const { cache, client, told } = running
    await client.metadata.patch(Website, blog, { metadata: { labels: { tier: 'db' } } })
    expect(cache.get(Website, blog)?.spec.image).toBe('nginx')
    await running.show()
    expect([told, cache.get(Website, blog)?.metadata.labels]).toEqual([['updated undefined'], { tier: 'db' }])
  })

  it.each([
    { name: 'no longer matches the label selector', scope: { labels: 'tier=web' }, shown: false },
    { name: 'still matches the label selector', scope: { labels: 'tier in (web, db)' }, shown: true },
    { name: 'may no longer match the field selector', scope: { fields: 'spec.image=nginx' }, shown: true },
  ])("re-evaluates the source's scope for an object that $name", async ({ scope, shown }) => {
    await using running = await start({ scope })
    const { cache, client } = running
    await client.patch(Website, blog, { metadata: { labels: { tier: 'db' } } } as never)
    expect(cache.get(Website, blog) !== undefined).toBe(shown)
  })

  it("omits a created object outside the source's label selector", async () => {
    await using running = await start({ scope: { labels: 'tier=web' } })
    const { cache, client } = running
    await client.create(Website, { metadata: { namespace: 'default', name: 'shop' }, spec: {} })
    expect(cache.list(Website).map(({ metadata }) => metadata.name)).toEqual(['blog'])
  })

  it('includes a write in a source that was started while the write was in flight', async () => {
    await using running = await start()
    const { cache, client, api } = running
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const carryOut = api.override
    api.override = async (request) => (request.method === 'GET' ? undefined : (await held, carryOut(request)))
    const write = client.patch(Website, blog, { spec: { secret: 'new' } })
    const late = cache.source(Website, { namespace: 'default' })
    await late.synced()
    release!()
    await write
    expect(late.get(blog)?.spec.secret).toBe('new')
  })

  it('is not involved in writes to kinds without a source', async () => {
    await using running = await start()
    const { client } = running
    await expect(client.delete(Region, { name: 'eu' })).resolves.toBeUndefined()
  })

  it('does not fail the write when a transform throws for its result', async () => {
    let isBroken = false
    const transform = (object: KubeObject) => {
      if (isBroken) throw new Error('no')
      return object
    }
    await using running = await start({ options: { transform } })
    isBroken = true
    await expect(running.client.patch(Website, blog, { spec: { secret: 'new' } })).resolves.toBeDefined()
  })
})

describe('subscribers of an object that this process writes', () => {
  it("are notified only after the write's response, with the change marked as an echo", async () => {
    await using running = await start()
    const { client, told, api } = running
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const carryOut = api.override
    api.override = async (request) => {
      const answered = await carryOut(request)
      await held
      return answered
    }
    const write = client.patch(Website, blog, { spec: { secret: 'new' } })
    await nextTurn()
    await running.show()
    expect(told).toEqual([])
    release!()
    await write
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    expect(told).toEqual(['updated me'])
  })

  it("are notified of another client's interleaved change, which is not marked as an echo", async () => {
    await using running = await start()
    const { client, told, api } = running
    await client.patch(Website, blog, { spec: { secret: 'new' } })
    api.happen('MODIFIED', site('blog', 0, { secret: 'theirs' }))
    await nextTurn()
    expect(told).toEqual(['updated undefined'])
  })

  it('added before the watch event arrives receive the unwritten state first, then the same changes as others', async () => {
    await using running = await start()
    const { client, source } = running
    await client.patch(Website, blog, { spec: { secret: 'new' } })
    await client.create(Website, { metadata: { namespace: 'default', name: 'shop' }, spec: {} })
    const late: string[] = []
    source.subscribe(({ type, object }) => late.push(`${type} ${object.metadata.name} ${object.spec.secret}`))
    expect(late).toEqual(['added blog undefined'])
    await running.show()
    expect(late.slice(1)).toEqual(['updated blog new', 'added shop undefined'])
  })
})
