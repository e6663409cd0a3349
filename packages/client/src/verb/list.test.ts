import { describe, expect, it } from 'vitest'
import { createClient } from '../create-client.ts'
import { isForbidden } from '../error/guards.ts'
import { Pod, Website, website } from '../testing/kinds.ts'
import { failure } from '../scripted/scripted-answer.ts'
import { type Route, ScriptedServer } from '../scripted/scripted-server.ts'

/** Serves `count` websites in pages, as an API server does; `expired` tokens are refused. */
function pages(count: number, { expired = [] }: { expired?: readonly string[] } = {}): Route {
  const all = Array.from({ length: count }, (_, index) => website(`site-${index}`, String(index)))
  return ({ query }) => {
    const token = query.continue
    if (token !== undefined && expired.includes(token)) return failure(410, 'Expired', 'the token is too old')
    const start = Number(token ?? 0)
    const end = query.limit === undefined ? count : start + Number(query.limit)
    const metadata = {
      resourceVersion: '100',
      ...(end < count && { continue: String(end), remainingItemCount: count - end }),
    }
    return {
      body: { kind: 'WebsiteList', apiVersion: 'web.example.dev/v1alpha1', metadata, items: all.slice(start, end) },
    }
  }
}

function setup(route: Route) {
  const server = new ScriptedServer({ '*': route })
  return { server, client: createClient(server) }
}

const namesOf = (items: readonly Website[]) => items.map(({ metadata }) => metadata.name)

describe('client.list', () => {
  it('collects all pages into one list', async () => {
    const { client, server } = setup(pages(7))
    const list = await client.list(Website, { limit: 3 })
    expect(namesOf(list.items)).toEqual(Array.from({ length: 7 }, (_, index) => `site-${index}`))
    expect(list.metadata).toEqual({ resourceVersion: '100' })
    expect(server.requests.map(({ query }) => query)).toEqual([
      { limit: '3' },
      { limit: '3', continue: '3' },
      { limit: '3', continue: '6' },
    ])
  })

  it('requests pages of 500 by default', async () => {
    const { client, server } = setup(pages(0))
    expect(await client.list(Website)).toEqual({ items: [], metadata: { resourceVersion: '100' } })
    expect(server.lines).toEqual(['GET /apis/web.example.dev/v1alpha1/websites?limit=500'])
  })

  it('iterates over objects and fetches pages lazily', async () => {
    const { client, server } = setup(pages(100))
    const names: string[] = []
    for await (const site of client.list(Website, { limit: 10 })) {
      names.push(site.metadata.name)
      if (names.length === 15) break
    }
    expect(names).toHaveLength(15)
    expect(server.requests).toHaveLength(2)
  })

  it('iterates over pages with their metadata', async () => {
    const { client } = setup(pages(5))
    const seen: unknown[] = []
    for await (const { items, metadata } of client.list(Website, { limit: 2 }).pages())
      seen.push([items.length, metadata])
    expect(seen).toEqual([
      [2, { resourceVersion: '100', continue: '2', remainingItemCount: 3 }],
      [2, { resourceVersion: '100', continue: '4', remainingItemCount: 1 }],
      [1, { resourceVersion: '100' }],
    ])
  })

  it('continues from a given continue token', async () => {
    const { client } = setup(pages(5))
    expect(namesOf((await client.list(Website, { continue: '3' })).items)).toEqual(['site-3', 'site-4'])
  })

  it('sends its request when awaited, and only once', async () => {
    const { client, server } = setup(pages(1))
    const list = client.list(Website)
    expect(server.requests).toEqual([])
    expect(await list).toBe(await list)
    expect(server.requests).toHaveLength(1)
  })

  it('supports then, catch and finally', async () => {
    const { client } = setup(() => failure(403, 'Forbidden', 'no'))
    let ended = 0
    const caught = await client.list(Website).catch(isForbidden)
    await client
      .list(Website)
      .finally(() => ended++)
      .catch(() => {})
    expect([caught, ended]).toEqual([true, 1])
    await expect(Promise.all([client.list(Website), client.list(Pod)])).rejects.toMatchObject({
      code: 'KW_CLIENT_FORBIDDEN',
    })
  })

  it('restarts with an unpaged list when a continue token expires', async () => {
    const { client, server } = setup(pages(7, { expired: ['6'] }))
    expect((await client.list(Website, { limit: 3, resourceVersion: '9' })).items).toHaveLength(7)
    expect(server.requests.at(-1)!.query).toEqual({ resourceVersion: '9', resourceVersionMatch: 'NotOlderThan' })
  })

  it('fails with KW_CLIENT_EXPIRED if items were already yielded or a token was given', async () => {
    const { client } = setup(pages(7, { expired: ['3'] }))
    const iterate = async () => {
      for await (const _ of client.list(Website, { limit: 3 }));
    }
    await expect(iterate()).rejects.toMatchObject({ code: 'KW_CLIENT_EXPIRED' })
    await expect(client.list(Website, { continue: '3' })).rejects.toMatchObject({ code: 'KW_CLIENT_EXPIRED' })
  })

  it('sends resourceVersion only for the first page', async () => {
    const { client, server } = setup(pages(4))
    await client.list(Website, { limit: 2, resourceVersion: '7', resourceVersionMatch: 'Exact' })
    expect(server.requests.map(({ query }) => query)).toEqual([
      { limit: '2', resourceVersion: '7', resourceVersionMatch: 'Exact' },
      { limit: '2', continue: '2' },
    ])
  })

  it('adds apiVersion and kind to items without them, as first fields', async () => {
    const { apiVersion: _, kind: __, ...bare } = website()
    const { client } = setup(() => ({ body: { kind: 'PodList', metadata: { resourceVersion: '1' }, items: [bare] } }))
    const { items } = await client.list(Pod)
    expect(items).toEqual([{ apiVersion: 'v1', kind: 'Pod', ...bare }])
    expect(Object.keys(items[0]!)).toEqual(['apiVersion', 'kind', 'metadata', 'spec'])
  })

  it('removes managedFields with omitManagedFields', async () => {
    const managed = { ...website(), metadata: { ...website().metadata, managedFields: [{}] } }
    const { client } = setup(() => ({ body: { metadata: { resourceVersion: '1' }, items: [managed] } }))
    expect((await client.list(Website, { omitManagedFields: true })).items).toEqual([website()])
    expect((await client.list(Website)).items).toEqual([managed])
  })

  it('treats null items as an empty list', async () => {
    const { client } = setup(() => ({ body: { metadata: { resourceVersion: '1' }, items: null } }))
    expect((await client.list(Website)).items).toEqual([])
  })

  it.each([{ items: 'x' }, { items: [1] }, {}])('rejects %j as a list', async (body) => {
    const { client } = setup(() => ({ body: { kind: 'WebsiteList', metadata: {}, ...body } }))
    await expect(client.list(Website)).rejects.toThrow('the server answered with a WebsiteList that has no items')
  })

  it.each([[{}], [{ metadata: null }], [website(), { metadata: 'x' }]])(
    'rejects items without metadata: %j',
    async (...items) => {
      const { client } = setup(() => ({ body: { kind: 'WebsiteList', metadata: {}, items } }))
      const says = 'the server answered with a WebsiteList that has items without metadata'
      await expect(client.list(Website)).rejects.toThrow(says)
      await expect(client.list(Website, { omitManagedFields: true })).rejects.toThrow(says)
    },
  )

  it('rejects a Status, even with status Success', async () => {
    const { client } = setup(() => ({ body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success' } }))
    await expect(client.list(Website)).rejects.toMatchObject({ code: 'KW_CLIENT_ANSWER' })
  })

  it('rejects malformed JSON in all ways of reading', async () => {
    const { client } = setup(() => ({ body: '{"metadata":{"continue":tru},"items":[]}' }))
    const code = 'KW_CLIENT_ANSWER'
    await expect(client.list(Website)).rejects.toMatchObject({ code })
    await expect(client.list(Website, { omitManagedFields: true })).rejects.toMatchObject({ code })
    await expect(client.list(Website).pages().next()).rejects.toMatchObject({ code })
  })

  it('ignores the failure of a prefetched page when the page before is invalid', async () => {
    const { client, server } = setup(({ query }) =>
      query.continue === undefined
        ? { body: { kind: 'WebsiteList', metadata: { continue: 'x' }, items: [1] } }
        : failure(500, 'InternalError', 'nobody waits for this'),
    )
    await expect(client.list(Website, { timeout: '1s' })).rejects.toMatchObject({ code: 'KW_CLIENT_ANSWER' })
    expect(server.requests).toHaveLength(2)
    await client[Symbol.asyncDispose]()
  })

  it.each([0, -1, 1.5, Number.NaN])('rejects the limit %d', async (limit) => {
    const { client, server } = setup(pages(1))
    await expect(client.list(Website, { limit })).rejects.toMatchObject({ code: 'KW_CLIENT_OPTION' })
    expect(server.requests).toEqual([])
  })
})
