import type { KubeObject } from '@kubewright/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdBytes } from './held-bytes.ts'
import { type Hold, holdObject } from './held-object.ts'
import { index } from './index-definition.ts'
import { keyOf, ObjectStore } from './object-store.ts'
import { site, Website } from './testing/objects.ts'

const bySecret = index(Website, 'by-secret', (one) => one.spec.secret)
const byLabels = index(Website, 'by-labels', (one) => Object.keys(one.metadata.labels ?? {}))
const names = (objects: readonly KubeObject[]) => objects.map(({ metadata }) => metadata.name).sort()

function storeOf(hold: Hold<KubeObject>, ...objects: readonly KubeObject[]) {
  const store = new ObjectStore<KubeObject>({ hold, indexes: [bySecret] })
  for (const object of objects) store.put(keyOf(object.metadata), object)
  return store
}

describe.each([
  { name: 'objects', newHold: () => holdObject },
  { name: 'bytes', newHold: () => holdBytes() },
  { name: 'bytes that are frozen when read', newHold: () => holdBytes(true) },
])('an object store holding $name', ({ newHold }) => {
  const hold: Hold<KubeObject> = newHold()

  it('lists by namespace and label selector, and gets by namespace and name', () => {
    const store = storeOf(
      hold,
      site('a', 1, { labels: { tier: 'web' } }),
      site('b', 2, { labels: { tier: 'db' } }),
      site('a', 3, { namespace: 'other', labels: { tier: 'web' } }),
    )
    expect(store.get({ namespace: 'other', name: 'a' })).toEqual(
      site('a', 3, { namespace: 'other', labels: { tier: 'web' } }),
    )
    expect(store.get({ namespace: 'nowhere', name: 'a' })).toBeUndefined()
    expect([store.size, names(store.list()), names(store.list({ namespace: 'default' }))]).toEqual([
      3,
      ['a', 'a', 'b'],
      ['a', 'b'],
    ])
    expect(names(store.list({ labels: 'tier=web' }))).toEqual(['a', 'a'])
    expect(names(store.list({ namespace: 'default', labels: 'tier in (web)' }))).toEqual(['a'])
    expect(store.list({ namespace: 'nowhere' })).toEqual([])
  })

  it('replaces and removes objects', () => {
    const store = storeOf(hold, site('a', 1), site('a', 2), site('b', 3))
    store.remove('default/b')
    store.remove('default/b')
    expect(store.list().map(({ metadata }) => metadata.resourceVersion)).toEqual(['2'])
    expect(store.list({ namespace: 'default' }).map(({ metadata }) => metadata.resourceVersion)).toEqual(['2'])
    store.remove('default/a')
    expect([store.size, store.list({ namespace: 'default' })]).toEqual([0, []])
  })

  it('index lookups return only objects that currently have the value', () => {
    const store = storeOf(hold, site('a', 1, { secret: 'x' }), site('b', 2, { secret: 'x' }), site('c', 3))
    expect(names(store.find(bySecret, 'x'))).toEqual(['a', 'b'])
    store.put('default/a', site('a', 4, { secret: 'y' }))
    store.put('default/c', site('c', 5, { secret: 'x' }))
    store.remove('default/b')
    expect([names(store.find(bySecret, 'x')), names(store.find(bySecret, 'y'))]).toEqual([['c'], ['a']])
    store.put('default/c', site('c', 6))
    expect(store.find(bySecret, 'x')).toEqual([])
    expect(names(store.find(bySecret, 'y', { namespace: 'other' }))).toEqual([])
  })

  it('an index added later covers the objects already stored', () => {
    const store = storeOf(hold, site('a', 1, { labels: { one: '', two: '' } }))
    expect(() => store.find(byLabels, 'one')).toThrow('the cache has no such index')
    store.addIndex(byLabels)
    expect([names(store.find(byLabels, 'one')), names(store.find(byLabels, 'two'))]).toEqual([['a'], ['a']])
  })

  it('indexes equal a full recomputation after random puts and removals', () => {
    const object = fc.record({
      name: fc.constantFrom('a', 'b', 'c'),
      namespace: fc.constantFrom('n', 'm'),
      secret: fc.constantFrom('', 'x', 'y'),
      labels: fc.dictionary(fc.constantFrom('p', 'q', 'r'), fc.constant('')),
      isRemoval: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(object, { maxLength: 40 }), (steps) => {
        const store = new ObjectStore<KubeObject>({ hold, indexes: [bySecret, byLabels] })
        for (const [at, { name, isRemoval, ...fields }] of steps.entries()) {
          const now = site(name, at, fields)
          if (isRemoval) store.remove(keyOf(now.metadata))
          else store.put(keyOf(now.metadata), now)
        }
        for (const definition of [bySecret, byLabels]) {
          for (const value of ['x', 'y', 'p', 'q', 'r']) {
            const expected = store.list().filter((one) => definition.values(one as never).includes(value))
            expect(new Set(store.find(definition, value))).toEqual(new Set(expected))
          }
        }
        const places = ['n', 'm'].flatMap((namespace) => store.list({ namespace }))
        expect(new Set(places)).toEqual(new Set(store.list()))
      }),
    )
  })
})

describe('an index function', () => {
  it.each([
    { name: 'one value', yields: 'x', values: ['x'] },
    { name: 'several values', yields: ['x', undefined, 'y'], values: ['x', 'y'] },
    { name: 'undefined', yields: undefined, values: [] },
    { name: 'an empty list', yields: [], values: [] },
  ])('may return $name', ({ yields, values }) => {
    expect(index(Website, 'any', () => yields).values(site('a', 1) as never)).toEqual(values)
  })
})

describe('an object in the store', () => {
  it('is one shared instance if held as an object, a new instance for each read if held as bytes', () => {
    const object = site('a', 1, { labels: { tier: 'web' } })
    const [whole, bytes] = [holdObject(object), holdBytes()(object)]
    expect([whole.read() === whole.read(), bytes.read() === bytes.read()]).toEqual([true, false])
    for (const { uid, namespace, resourceVersion, labels } of [whole, bytes]) {
      expect([uid, namespace, resourceVersion, labels]).toEqual(['uid-a', 'default', '1', { tier: 'web' }])
    }
    expect(whole.heldBytes).toBeUndefined()
  })

  it('held as bytes is compressed to less than a third, also with non-ASCII text', () => {
    const hold = holdBytes<KubeObject>()
    const many = Array.from({ length: 50 }, (_, at) => site(`blog-${at}`, at, { secret: 'ein Schlüssel, 鍵, 🔑' }))
    const held = many.map(hold)
    expect(held.map((one) => one.read())).toEqual(many)
    for (const { heldBytes } of held) expect(heldBytes).toBeLessThan(JSON.stringify(many[0]).length / 3)
  })

  it('held as bytes may be larger than the compression dictionary', () => {
    const hold = holdBytes<KubeObject>()
    const large = site('large', 1, { secret: 'abc'.repeat(100_000) })
    expect([hold(large).read(), hold(site('small', 2)).read()]).toEqual([large, site('small', 2)])
  })

  it('shares equal label maps with other objects', () => {
    const hold = holdBytes<KubeObject>()
    const [one, two] = ['a', 'b'].map((name) => hold(site(name, 1, { labels: { tier: 'web' } })))
    expect(one!.labels).toBe(two!.labels)
  })
})
