import { failure } from '@kubewright/client/testing'
import { seededRandom } from '@kubewright/core/random'
import { nextTurn, VirtualClock } from '@kubewright/core/testing'
import { describe, expect, it } from 'vitest'
import { createCache, type CacheOptions } from './create-cache.ts'
import { index } from './index-definition.ts'
import type { Source } from './source.ts'
import { site, Website } from './testing/objects.ts'
import { ScriptedApi } from './testing/scripted-api.ts'

function start(options: Partial<CacheOptions> = {}) {
  const clock = new VirtualClock()
  const api = new ScriptedApi()
  const client = api.client(clock)
  const cache = createCache({ client, clock, random: seededRandom('cache'), freezes: true, ...options })
  return {
    api,
    cache,
    clock,
    client,
    async [Symbol.asyncDispose]() {
      await cache[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
      expect([api.watches, clock.pending]).toEqual([0, []])
    },
  }
}

type Running = ReturnType<typeof start>

const blog = { namespace: 'default', name: 'blog' }
const bySecret = index(Website, 'by-secret', (one) => one.spec.secret)
const codeOf = (run: () => unknown) => {
  try {
    return run()
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('cache sources', () => {
  it('share one watch per kind and scope, which ends with the last reference', async () => {
    await using running = start()
    const { cache, api } = running
    const [one, two] = [cache.source(Website), cache.source(Website, {})]
    const other = cache.source(Website, { namespace: 'other' })
    await Promise.all([one.synced(), two.synced(), other.synced()])
    expect([api.watches, cache.sources.length]).toEqual([2, 2])
    other[Symbol.dispose]()
    one[Symbol.dispose]()
    one[Symbol.dispose]()
    await nextTurn()
    expect([api.watches, two.state.phase]).toEqual([1, 'live'])
    two[Symbol.dispose]()
    await nextTurn()
    expect([api.watches, cache.sources, two.state.phase]).toEqual([0, [], 'stopped'])
  })

  it('start again when acquired after the last reference was released', async () => {
    await using running = start()
    const { cache, api } = running
    cache.source(Website)[Symbol.dispose]()
    const again = cache.source(Website)
    api.happen('ADDED', site('blog', 0))
    await again.synced()
    expect([again.size, cache.get(Website, blog)?.metadata.name]).toEqual([1, 'blog'])
  })

  it('end a subscription when the source reference that created it is disposed', async () => {
    await using running = start()
    const { cache, api } = running
    const [one, two] = [cache.source(Website), cache.source(Website)]
    const told: string[] = []
    await one.synced()
    one.subscribe(({ type }) => told.push(`one ${type}`))
    two.subscribe(({ type }) => told.push(`two ${type}`))
    one[Symbol.dispose]()
    api.happen('ADDED', site('blog', 0))
    await nextTurn()
    expect(told).toEqual(['two added'])
    expect(codeOf(() => one.subscribe(() => undefined))).toBe('KW_CACHE_CLOSED')
  })

  it("pass the untrimmed object to every inspect callback, and stop once the callback's source is disposed", async () => {
    const failures: unknown[] = []
    await using running = start({ report: (error) => failures.push(error) })
    const { cache, api } = running
    const managed = site('blog', 0)
    api.happen('ADDED', { ...managed, metadata: { ...managed.metadata, managedFields: [{ manager: 'me' }] } })
    const seen: unknown[] = []
    const one = cache.source(Website)
    const two = cache.source(Website, {}, { inspect: ({ metadata }) => seen.push(metadata.managedFields) })
    const three = cache.source(
      Website,
      {},
      {
        inspect() {
          throw new Error('it looks too closely')
        },
      },
    )
    await Promise.all([one.synced(), two.synced(), three.synced()])
    expect([seen, failures.length]).toEqual([[[{ manager: 'me' }]], 1])
    expect(one.get(blog)?.metadata).not.toHaveProperty('managedFields')
    two[Symbol.dispose]()
    three[Symbol.dispose]()
    api.happen('MODIFIED', site('blog', 1))
    await nextTurn()
    expect([seen.length, failures.length]).toEqual([1, 1])
  })

  it('send namespace, label selector and field selector to the server', async () => {
    await using running = start()
    const { cache, api } = running
    await cache.source(Website, { namespace: 'web', labels: 'tier=web', fields: 'metadata.name=blog' }).synced()
    expect(api.requests[0]).toMatchObject({
      method: 'GET',
      path: '/apis/web.example.dev/v1/namespaces/web/websites',
      query: { labelSelector: 'tier=web', fieldSelector: 'metadata.name=blog' },
    })
  })

  it('reject options that differ from those of the existing source for the same kind and scope', async () => {
    await using running = start()
    const { cache } = running
    cache.source(Website, {}, { holds: 'bytes' })
    expect(codeOf(() => cache.source(Website, {}, { holds: 'objects' }))).toBe('KW_CACHE_OPTIONS')
    expect(codeOf(() => cache.source(Website, {}, { transform: (one) => one }))).toBe('KW_CACHE_OPTIONS')
    expect(cache.source(Website, {}, { holds: 'bytes', keepsManagedFields: false }).scope).toEqual({})
    expect(cache.source(Website).scope).toEqual({})
  })

  it('are rejected with KW_CACHE_CLOSED once the cache is closed', async () => {
    const running = start()
    const source = running.cache.source(Website)
    await running[Symbol.asyncDispose]()
    expect(source.state.phase).toBe('stopped')
    expect(codeOf(() => running.cache.source(Website))).toBe('KW_CACHE_CLOSED')
    await expect(source.synced()).rejects.toMatchObject({ code: 'KW_CACHE_NOT_SYNCED' })
  })
})

describe('source.synced()', () => {
  it('rejects with the watch failure after its timeout', async () => {
    await using running = start()
    const { cache, api, clock } = running
    api.override = () => failure(403, 'Forbidden', 'websites.web.example.dev is forbidden')
    const source = cache.source(Website)
    const refusal = source.synced({ timeout: '5s' }).catch((error: unknown) => error)
    await clock.advance('5s')
    expect(await refusal).toMatchObject({
      code: 'KW_CACHE_NOT_SYNCED',
      message: expect.stringContaining('verbs: ["get", "list", "watch"]') as string,
    })
    expect(source.state).toMatchObject({ phase: 'failing', failure: { reason: 'Forbidden' } })
  })

  it('rejects when its signal is aborted, and when the source is stopped', async () => {
    await using running = start()
    const { cache, api } = running
    api.override = () => new Promise(() => undefined)
    const source = cache.source(Website)
    const stop = new AbortController()
    const [aborted, stopped] = [source.synced({ signal: stop.signal }), source.synced()]
    stop.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    await expect(source.synced({ signal: stop.signal })).rejects.toThrow('enough')
    source[Symbol.dispose]()
    await expect(stopped).rejects.toMatchObject({ code: 'KW_CACHE_NOT_SYNCED' })
  })

  it('resolves once the watch recovers from a failure', async () => {
    await using running = start()
    const { cache, api, clock } = running
    api.override = () => failure(500, 'InternalError')
    const source = cache.source(Website)
    const synced = source.synced()
    await clock.advance('3s')
    api.override = () => undefined
    await clock.advance('10s')
    await synced
    expect(source.isSynced).toBe(true)
  })
})

describe('cache reads', () => {
  it('fail with distinct codes when the kind is not watched, not synced yet, or lacks the index', async () => {
    await using running = start()
    const { cache } = running
    expect(codeOf(() => cache.get(Website, blog))).toBe('KW_CACHE_NOT_FOLLOWED')
    const source = cache.source(Website)
    expect(codeOf(() => cache.get(Website, blog))).toBe('KW_CACHE_NOT_SYNCED')
    await source.synced()
    expect(cache.get(Website, blog)).toBeUndefined()
    expect(codeOf(() => cache.find(bySecret, 'x'))).toBe('KW_CACHE_INDEX')
    expect(codeOf(() => source.find(bySecret, 'x'))).toBe('KW_CACHE_INDEX')
  })

  const cases = [
    { name: 'a cluster-wide source serves all reads', scopes: [{}], namespace: 'a', answer: 0 },
    {
      name: 'a source for the namespace serves reads of that namespace',
      scopes: [{ namespace: 'a' }],
      namespace: 'a',
      answer: 0,
    },
    {
      name: 'a source for another namespace does not serve the read',
      scopes: [{ namespace: 'b' }],
      namespace: 'a',
      answer: undefined,
    },
    { name: 'the only source, for one namespace, serves cluster-wide reads', scopes: [{ namespace: 'a' }], answer: 0 },
    {
      name: 'two sources for single namespaces do not serve cluster-wide reads',
      scopes: [{ namespace: 'a' }, { namespace: 'b' }],
      answer: undefined,
    },
    {
      name: 'two sources for single namespaces each serve their own namespace',
      scopes: [{ namespace: 'a' }, { namespace: 'b' }],
      namespace: 'b',
      answer: 1,
    },
    {
      name: 'the only source, with a label selector, serves reads without a selector',
      scopes: [{ labels: 'x=y' }],
      namespace: 'a',
      answer: 0,
    },
    {
      name: 'a source without a selector is preferred to one with a selector',
      scopes: [{ labels: 'x=y' }, {}],
      namespace: 'a',
      answer: 1,
    },
    {
      name: 'two sources with disjoint selectors do not serve reads without a selector',
      scopes: [{ labels: 'x=y' }, { labels: 'x=z' }],
      namespace: 'a',
      answer: undefined,
    },
    {
      name: 'a source whose selector includes those of the others serves the read',
      scopes: [{ labels: 'x=y,tier=web' }, { labels: 'x=y' }, { namespace: 'a', labels: 'x=y' }],
      answer: 1,
    },
    {
      name: 'a source whose selector is only a textual prefix of another does not serve the read',
      scopes: [{ labels: 'x=y' }, { labels: 'x=yes' }],
      answer: undefined,
    },
  ] as const
  it.each(cases.map((one) => [one.name, one] as const))('%s', async (_, { scopes, answer, ...rest }) => {
    await using running = start()
    const { cache, api } = running
    const namespace = 'namespace' in rest ? rest.namespace : undefined
    for (const [at, scope] of scopes.entries()) {
      api.objects.clear()
      api.note('ADDED', site(`of-${at}`, 0, { namespace: namespace ?? 'a' }))
      await cache.source(Website, scope).synced()
    }
    const read = () => cache.list(Website, namespace === undefined ? {} : { namespace }).map((one) => one.metadata.name)
    expect(codeOf(read)).toEqual(answer === undefined ? 'KW_CACHE_NOT_FOLLOWED' : [`of-${answer}`])
  })

  it('cache.preferring() reads from the given sources first, even when wider ones exist', async () => {
    await using running = start()
    const { cache, api } = running
    const own: Source[] = []
    const reads = cache.preferring(own)
    const namesIn = (all: readonly { readonly metadata: { readonly name: string } }[]) =>
      all.map(({ metadata }) => metadata.name)
    for (const labels of ['app=one', 'app=two']) {
      api.objects.clear()
      api.note('ADDED', site(labels, 0))
      const source = cache.source(Website, { labels })
      if (labels === 'app=two') own.push(source)
      source.addIndex(bySecret)
      await source.synced()
    }
    expect(codeOf(() => cache.list(Website))).toBe('KW_CACHE_NOT_FOLLOWED')
    expect(namesIn(reads.list(Website))).toEqual(['app=two'])
    const whole = cache.source(Website)
    await whole.synced()
    expect(namesIn(reads.list(Website))).toEqual(['app=two'])
    expect(reads.get(Website, { namespace: 'default', name: 'app=one' })).toBeUndefined()
    expect(reads.find(bySecret, 'x')).toEqual([])
    // A view of a source is accepted, and kinds without a preferred source are read from the cache as usual.
    expect(namesIn(cache.preferring(cache.sources.slice(0, 1)).list(Website))).toEqual(['app=one'])
    expect(namesIn(cache.preferring([]).list(Website))).toEqual(namesIn(cache.list(Website)))
  })

  it('prefer sources of whole objects over metadata-only ones, and sources that have the index', async () => {
    await using running = start()
    const { cache, api } = running
    api.note('ADDED', site('blog', 0, { secret: 'tls' }))
    const partial = cache.source(Website, {}, { metadataOnly: true })
    await partial.synced()
    expect(cache.get(Website, blog)).toMatchObject({ kind: 'PartialObjectMetadata' })
    const whole = cache.source(Website)
    whole.addIndex(bySecret)
    whole.addIndex(bySecret)
    await whole.synced()
    expect(cache.get(Website, blog)?.spec.image).toBe('nginx')
    expect(cache.find(bySecret, 'tls').map((one) => one.metadata.name)).toEqual(['blog'])
    expect(cache.find(bySecret, 'tls', { namespace: 'other' })).toEqual([])
  })

  it('keep two indexes with the same name apart', async () => {
    await using running = start()
    const { cache, api } = running
    const byImage = index(Website, 'by-secret', (one) => one.spec.image)
    api.note('ADDED', site('blog', 0, { secret: 'tls' }))
    const source = cache.source(Website)
    source.addIndex(bySecret)
    source.addIndex(byImage)
    await source.synced()
    expect([cache.find(bySecret, 'tls').length, cache.find(byImage, 'nginx').length]).toEqual([1, 1])
    expect([cache.find(bySecret, 'nginx').length, cache.find(byImage, 'tls').length]).toEqual([0, 0])
  })

  it('yield frozen objects in tests, whether held as objects or as bytes', async () => {
    await using running = start()
    const { cache, api } = running
    api.note('ADDED', site('blog', 0))
    for (const holds of ['objects', 'bytes'] as const) {
      using source = cache.source(Website, {}, { holds })
      await source.synced()
      const { metadata } = source.get(blog)!
      expect(() => Object.assign(metadata, { name: 'other' })).toThrow(TypeError)
    }
  })
})

describe('objects held by a source', () => {
  const withFields = () => {
    const { metadata, ...rest } = site('blog', 0)
    return { ...rest, metadata: { ...metadata, managedFields: [{ manager: 'kubectl', operation: 'Apply' as const }] } }
  }

  it('have no managedFields unless keepsManagedFields is set', async () => {
    await using running = start()
    const { cache, api } = running
    api.note('ADDED', withFields() as never)
    for (const keepsManagedFields of [false, true]) {
      using source = cache.source(Website, {}, { keepsManagedFields })
      await source.synced()
      expect(source.get(blog)?.metadata.managedFields !== undefined).toBe(keepsManagedFields)
    }
  })

  it('are what the transform returns', async () => {
    await using running = start()
    const { cache, api } = running
    api.note('ADDED', site('blog', 0, { secret: 'tls' }))
    const source = cache.source(Website, {}, { transform: (one) => ({ ...one, spec: { image: 'kept' } }) })
    await source.synced()
    expect(source.get(blog)?.spec).toEqual({ image: 'kept' })
  })

  it.each([
    {
      name: "changes the object's identity",
      transform: (one: never) => ({ ...(one as object), metadata: { name: 'x' } }),
      says: 'it changed metadata.name, metadata.namespace, metadata.uid, metadata.resourceVersion',
    },
    { name: 'returns nothing', transform: () => undefined, says: 'it returned no object with metadata' },
    {
      name: 'throws',
      transform: () => {
        throw new Error('no such field')
      },
      says: 'it threw: no such field',
    },
  ])('put the source in phase failing when the transform $name', async ({ transform, says }) => {
    await using running = start()
    const { cache, api } = running
    api.note('ADDED', site('blog', 0))
    const source = cache.source(Website, {}, { transform: transform as never })
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    const { state } = source
    expect(state.phase === 'failing' && state.failure.message).toContain(
      `Cannot transform Website default/blog: ${says}`,
    )
  })

  it('stay readable when an index function throws for one of them, and the error is reported', async () => {
    const reported: unknown[] = []
    await using running = start({ report: (error) => reported.push(error) })
    const { cache, api } = running
    const odd = index(Website, 'odd', (one) => one.spec.secret!.toUpperCase())
    api.note('ADDED', site('plain', 0))
    api.note('ADDED', site('blog', 0, { secret: 'tls' }))
    const source = cache.source(Website)
    source.addIndex(odd)
    await source.synced()
    expect(source.find(odd, 'TLS').map((one) => one.metadata.name)).toEqual(['blog'])
    expect(reported).toMatchObject([{ code: 'KW_CACHE_INDEX_FAILED' }])
  })

  it('report the error of an index function to the handler passed to addIndex, as long as the index is held', async () => {
    const [reported, failed]: [unknown[], string[]] = [[], []]
    await using running = start({ report: (error) => reported.push(error) })
    const { cache, api } = running
    const odd = index(Website, 'odd', (one) => one.spec.secret!.toUpperCase())
    api.note('ADDED', site('plain', 0))
    const source = cache.source(Website)
    const other = cache.source(Website)
    source.addIndex(odd, (error, object) =>
      failed.push(`${object.metadata.name}: ${(error as { code?: string }).code}`),
    )
    await source.synced()
    expect([failed, reported]).toEqual([['plain: KW_CACHE_INDEX_FAILED'], []])
    source[Symbol.dispose]()
    api.happen('ADDED', site('late', 0))
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    expect([failed.length, reported.length]).toEqual([1, 1])
    other[Symbol.dispose]()
  })

  it('are all delivered to a listener that throws, and each error is reported', async () => {
    const reported: unknown[] = []
    await using running = start({ report: (error) => reported.push(error) })
    const { cache, api } = running
    for (const name of ['a', 'b']) api.note('ADDED', site(name, 0))
    const source = cache.source(Website)
    const told: string[] = []
    source.subscribe(({ object }) => {
      told.push(object.metadata.name)
      throw new Error(object.metadata.name)
    })
    await source.synced()
    expect([told, reported.length]).toEqual([['a', 'b'], 2])
  })
})

describe('source introspection', () => {
  it('exposes state, size, memory estimate and time since the last event, and notifies the observer', async () => {
    const observed: string[] = []
    await using running = start({
      observe: ({ resource }) => ({
        moved: ({ phase }) => observed.push(`${resource.kind} ${phase}`),
        heard: (type) => observed.push(`heard ${type}`),
        reconnected: () => observed.push('reconnected'),
      }),
    })
    const { cache, api, clock } = running
    api.note('ADDED', site('a', 0))
    const source = cache.source(Website)
    expect([source.silentMs, source.estimatedBytes]).toEqual([undefined, 0])
    await source.synced()
    const { metadata } = api.happen('ADDED', site('b', 0))
    await nextTurn()
    await clock.advance('10s')
    expect([source.state, source.size, source.silentMs]).toEqual([
      { phase: 'live', resourceVersion: metadata.resourceVersion },
      2,
      10_000,
    ])
    expect(source.estimatedBytes).toBeGreaterThan(2 * JSON.stringify(site('a', 0)).length)
    expect(source.estimatedBytes).toBeLessThan(8 * JSON.stringify(site('a', 0)).length)
    api.closeWatches()
    await nextTurn()
    expect(observed).toEqual([
      'Website starting',
      'Website filling',
      'Website filling',
      'Website live',
      'heard ADDED',
      'reconnected',
      'Website resuming',
      'Website live',
    ])
  })
})

describe('options without type checking', () => {
  it.each<{ name: string; use: (cache: Running['cache'], source: Source) => unknown; says: string }>([
    {
      name: 'the scope of a source',
      use: (cache) => cache.source(Website, { namspace: 'a' } as object),
      says: 'Cannot watch Website: there is no option namspace. Did you mean namespace?',
    },
    {
      name: 'the options of a source',
      use: (cache) => cache.source(Website, {}, { metadatOnly: true } as object),
      says: 'Cannot watch Website: there is no option metadatOnly. Did you mean metadataOnly?',
    },
    {
      name: 'a list',
      use: (cache) => cache.list(Website, { namspace: 'a' } as object),
      says: 'Cannot read Website from the cache: there is no option namspace. Did you mean namespace?',
    },
    {
      name: 'an index lookup',
      use: (cache) => cache.find(bySecret, 'a', { lables: 'a=b' } as object),
      says: 'Cannot read Website from the cache: there is no option lables. Did you mean labels?',
    },
  ])('refuses a misspelt name in $name', async ({ use, says }) => {
    await using running = start()
    const source = running.cache.source(Website)
    source.addIndex(bySecret)
    await source.synced()
    expect(() => use(running.cache, source as never)).toThrow(
      expect.objectContaining({ code: 'KW_CACHE_UNKNOWN_OPTION', message: says }),
    )
    source[Symbol.dispose]()
  })

  it('refuses a misspelt name in createCache', () => {
    const options = { client: {}, freeze: true } as never
    expect(() => createCache(options)).toThrow(
      'Cannot create a cache: there is no option freeze. Did you mean freezes?',
    )
  })

  it('counts an undefined value as absent', async () => {
    await using running = start()
    const misspelt = { namspace: undefined, lables: undefined } as object
    const source = running.cache.source(Website, misspelt, misspelt)
    source.addIndex(bySecret)
    await source.synced()
    expect(running.cache.list(Website, misspelt)).toEqual(running.cache.list(Website))
    expect(running.cache.find(bySecret, 'a', misspelt)).toEqual([])
    source[Symbol.dispose]()
  })

  it('accepts a reference or metadata as the scope of a read, for their namespace', async () => {
    await using running = start()
    const source = running.cache.source(Website)
    await source.synced()
    expect(running.cache.list(Website, { ...blog, uid: 'x', generation: 1, resourceVersion: '1' } as object)).toEqual(
      running.cache.list(Website, { namespace: 'default' }),
    )
    source[Symbol.dispose]()
  })
})
