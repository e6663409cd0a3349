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

/** A synced source, and a client whose writes happen while the watch stays silent, until `show()`. */
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

/** Carries a write out as a server would, as far as these tests care. */
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

describe('a read after a write of this process', () => {
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
  it.each(writes)('shows $name: the object, lists and indexes', async ({ write }) => {
    await using running = await start()
    const { cache, client, told } = running
    await write(client)
    expect(cache.get(Website, blog)?.spec.secret).toBe('new')
    expect(cache.list(Website).map(({ spec }) => spec.secret)).toEqual(['new'])
    expect(cache.find(bySecret, 'new').length).toBe(1)
    expect(told).toEqual([])
    await running.show()
    expect(told).toEqual(['updated me'])
  })

  it('the watch event of a write is not decoded again', async () => {
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

  it('shows what was created, and what was deleted no more', async () => {
    await using running = await start()
    const { cache, client, told } = running
    await client.create(Website, { metadata: { namespace: 'default', name: 'shop' }, spec: {} })
    await client.delete(Website, blog)
    expect(cache.list(Website).map(({ metadata }) => metadata.name)).toEqual(['shop'])
    await running.show()
    expect(told).toEqual(['added me', 'deleted me'])
  })

  it('does not show what was deleted, even if the cache had not heard of it', async () => {
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

  it('shows an object the server named', async () => {
    await using running = await start()
    const { cache, client } = running
    const { metadata } = await client.create(Website, {
      metadata: { namespace: 'default', generateName: 'g-' },
      spec: {},
    })
    expect(cache.get(Website, metadata)?.metadata.uid).toBe(metadata.uid)
  })

  it('knows the namespace of the client', async () => {
    await using running = await start({ namespace: 'default' })
    const { cache, client, told } = running
    await client.delete(Website, { name: 'blog' })
    expect(cache.get(Website, blog)).toBeUndefined()
    await running.show()
    expect(told).toEqual(['deleted me'])
  })

  it('shows that an object is going before it is gone', async () => {
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
    { name: 'stays until its grace period is over', graceSeconds: 30, isGone: false },
  ])('shows that an object which is being deleted $name', async ({ graceSeconds, isGone }) => {
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

  it('does not show dry runs', async () => {
    await using running = await start()
    const { cache, client, told } = running
    await client.patch(Website, blog, { spec: { secret: 'new' } }, { dryRun: true })
    await client.delete(Website, blog, { dryRun: true })
    expect(cache.get(Website, blog)?.spec.secret).toBeUndefined()
    await running.show()
    expect(told).toEqual([])
  })

  it('shows nothing of a write that failed, and followers go on', async () => {
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

  it('shows metadata where only those are followed', async () => {
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

  it('does not take metadata for the whole object', async () => {
    await using running = await start()
    const { cache, client, told } = running
    await client.metadata.patch(Website, blog, { metadata: { labels: { tier: 'db' } } })
    expect(cache.get(Website, blog)?.spec.image).toBe('nginx')
    await running.show()
    expect([told, cache.get(Website, blog)?.metadata.labels]).toEqual([['updated undefined'], { tier: 'db' }])
  })

  it.each([
    { name: 'leaves the labels of the source', scope: { labels: 'tier=web' }, shown: false },
    { name: 'stays in the labels of the source', scope: { labels: 'tier in (web, db)' }, shown: true },
    { name: 'may have left the fields of the source', scope: { fields: 'spec.image=nginx' }, shown: true },
  ])('follows an object that $name', async ({ scope, shown }) => {
    await using running = await start({ scope })
    const { cache, client } = running
    await client.patch(Website, blog, { metadata: { labels: { tier: 'db' } } } as never)
    expect(cache.get(Website, blog) !== undefined).toBe(shown)
  })

  it('does not show what never belonged to the source', async () => {
    await using running = await start({ scope: { labels: 'tier=web' } })
    const { cache, client } = running
    await client.create(Website, { metadata: { namespace: 'default', name: 'shop' }, spec: {} })
    expect(cache.list(Website).map(({ metadata }) => metadata.name)).toEqual(['blog'])
  })

  it('shows it in a source that began while the write was under way', async () => {
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

  it('leaves kinds alone that nobody follows', async () => {
    await using running = await start()
    const { client } = running
    await expect(client.delete(Region, { name: 'eu' })).resolves.toBeUndefined()
  })

  it('reports what a transform makes of it, for the write has happened', async () => {
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

describe('followers of an object that this process writes', () => {
  it('wait for the answer, and then hear of an echo as such', async () => {
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

  it('hear of somebody else in between', async () => {
    await using running = await start()
    const { client, told, api } = running
    await client.patch(Website, blog, { spec: { secret: 'new' } })
    api.happen('MODIFIED', site('blog', 0, { secret: 'theirs' }))
    await nextTurn()
    expect(told).toEqual(['updated undefined'])
  })

  it('who come before it is settled are told what the others know, and then the same', async () => {
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
