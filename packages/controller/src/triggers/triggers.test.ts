import type { Change } from '@kubewright/cache'
import type { Ref } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { defineController, type Owned } from '../definition/define-controller.ts'
import { defineGroupController } from '../definition/group-controller.ts'
import { pausedAnnotation } from '../names.ts'
import { done } from '../definition/outcome.ts'
import { formatReason } from '../request/reason.ts'
import { changeOf, Region, Site, site } from '../testing/objects.ts'
import { lookupIn, onMember, onOwned, onPrimary, onWatched, type Enqueue } from './triggers.ts'
import { writerOf } from '../request/writer.ts'
import { type Watch, watch, type WatchOptions } from '../definition/watch.ts'

/** The requests that a listener enqueues for a change, as `key: reason`. */
function enqueuedBy(listen: (enqueue: Enqueue) => (change: Change) => void, change: Change): readonly string[] {
  const woken: string[] = []
  listen((key, reason) => woken.push(`${key}: ${formatReason(reason)}`))(change)
  return woken
}

const sites = defineController({ name: 'sites', for: Site, reconcile: async () => done() })
const blog = site()
const other = { spec: { image: 'caddy' }, metadata: { generation: 2, resourceVersion: '2' } }

describe('the primary object', () => {
  const cases: readonly { name: string; change: Change; when?: typeof sites.when; woken: readonly string[] }[] = [
    {
      name: 'when it is in the initial list',
      change: changeOf('added', blog, { isInitial: true }),
      woken: ['initial'],
    },
    { name: 'when it is created', change: changeOf('added', blog), woken: ['created'] },
    {
      name: 'when its spec changes',
      change: changeOf('updated', site('blog', other), { previous: blog }),
      woken: ['changed'],
    },
    {
      name: 'not when only its status changes',
      change: changeOf('updated', site('blog', { status: {} }), { previous: blog }),
      woken: [],
    },
    {
      name: 'when its status changes and `when` accepts it',
      when: 'any-change',
      change: changeOf('updated', site('blog', { status: {} }), { previous: blog }),
      woken: ['changed'],
    },
    {
      name: 'when it gets a deletionTimestamp, even if `when` refuses the change',
      when: () => false,
      change: changeOf('updated', site('blog', { metadata: { deletionTimestamp: 'now' } }), { previous: blog }),
      woken: ['deleting'],
    },
    {
      name: 'when it is unpaused, even if `when` refuses the change',
      when: () => false,
      change: changeOf('updated', blog, {
        previous: site('blog', { metadata: { annotations: { [pausedAnnotation]: 'true' } } }),
      }),
      woken: ['changed'],
    },
    { name: 'when it is deleted', change: changeOf('deleted', blog, { previous: blog }), woken: ['deleted'] },
    {
      name: 'not by its own write',
      change: changeOf('added', blog, { echoOf: writerOf('sites', 'default/blog') }),
      woken: [],
    },
    {
      name: 'by the write of another',
      change: changeOf('added', blog, { echoOf: writerOf('sites', 'default/x') }),
      woken: ['created'],
    },
    { name: 'not when `when` refuses the change', when: () => false, change: changeOf('added', blog), woken: [] },
  ]

  it.each(cases)('is enqueued $name', ({ change, when, woken }) => {
    const controller = when === undefined ? sites : { ...sites, when }
    expect(enqueuedBy((enqueue) => onPrimary(controller, enqueue), change)).toEqual(
      woken.map((one) => `default/blog: ${one}`),
    )
  })
})

describe('an owned object', () => {
  const owned = (name: string, owners: readonly { name: string; controller: boolean }[], fields: object = {}) => {
    const ownerReferences = owners.map((one) => ({
      apiVersion: 'web.example.dev/v1',
      kind: 'Site',
      uid: one.name,
      ...one,
    }))
    return site(name, { ...fields, metadata: { ownerReferences } })
  }
  const child = owned('child', [
    { name: 'a', controller: true },
    { name: 'b', controller: false },
  ])
  const woken = (change: Change, how: Partial<Owned> = {}) =>
    enqueuedBy((enqueue) => onOwned(sites, { resource: Site, ...how }, enqueue), change)

  it('enqueues its controlling owner', () => {
    expect(woken(changeOf('added', child))).toEqual(['default/a: owned Site default/child added'])
  })

  it('enqueues every owner with `everyOwner`', () => {
    expect(woken(changeOf('deleted', child), { everyOwner: true })).toHaveLength(2)
  })

  it('enqueues its previous owner too when its owner reference changes', () => {
    const moved = owned('child', [{ name: 'c', controller: true }])
    expect(woken(changeOf('updated', moved, { previous: child })).map((line) => line.split(':')[0])).toEqual([
      'default/c',
      'default/a',
    ])
  })

  it('enqueues nothing at start, for metadata bookkeeping, for an own write, or if `when` refuses it', () => {
    const moved = site('child', { ...child, metadata: { ...child.metadata, resourceVersion: '9' } })
    expect([
      woken(changeOf('added', child, { isInitial: true })),
      woken(changeOf('updated', moved, { previous: child })),
      woken(changeOf('added', child, { echoOf: writerOf('sites', 'default/a') })),
      woken(changeOf('updated', owned('child', [{ name: 'a', controller: true }]), { previous: child }), {
        when: () => false,
      }),
    ]).toEqual([[], [], [], []])
  })

  it('enqueues a cluster-scoped owner by name without namespace', () => {
    const regions = defineController({ name: 'regions', for: Region, reconcile: async () => done() })
    const ownerReferences = [
      { apiVersion: 'web.example.dev/v1', kind: 'Region', name: 'north', uid: '1', controller: true },
    ]
    const change = changeOf('added', site('child', { metadata: { ownerReferences } }))
    expect(enqueuedBy((enqueue) => onOwned(regions, { resource: Site }, enqueue), change)).toEqual([
      'north: owned Site default/child added',
    ])
  })
})

describe('a watched object', () => {
  const nothing = lookupIn({ list: () => [], find: () => [] })
  const woken = (change: Change, how: Partial<WatchOptions<typeof Site>> = {}) => {
    const requests = (object: { metadata: { name: string } }): readonly Ref[] => [
      { name: `about-${object.metadata.name}` },
    ]
    const one = watch(Site, { requests, ...how }) as Watch
    return enqueuedBy((enqueue) => onWatched(sites, one, nothing, enqueue), change)
  }

  it('enqueues the requests mapped from its new and its previous state, each once', () => {
    expect(
      woken(changeOf('updated', site('new'), { previous: site('old') })).map((line) => line.split(':')[0]),
    ).toEqual(['about-new', 'about-old'])
    expect(woken(changeOf('updated', site('same'), { previous: site('same') }))).toHaveLength(1)
  })

  it('is filtered by `when`, except when it is deleted', () => {
    expect(woken(changeOf('added', blog), { when: () => false })).toEqual([])
    expect(woken(changeOf('deleted', blog, { previous: blog }), { when: () => false })).toEqual([
      'about-blog: watched Site default/blog deleted',
    ])
  })

  it('does not enqueue the object whose reconcile wrote it', () => {
    expect(woken(changeOf('added', blog, { echoOf: writerOf('sites', 'about-blog') }))).toEqual([])
  })
})

describe('a group member', () => {
  const zones = defineGroupController({
    name: 'zones',
    for: Site,
    by: ({ spec }) => spec.image.split(','),
    reconcile: async () => done(),
  })
  const woken = (change: Change) => enqueuedBy((enqueue) => onMember(zones, zones['~grouping']!, enqueue), change)
  const inZones = (image: string) => site('blog', { spec: { image }, metadata: { generation: image.length } })

  it('enqueues its current and its previous groups', () => {
    expect(woken(changeOf('updated', inZones('a,b'), { previous: inZones('b,c,d') })).map((line) => line[0])).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
    expect(woken(changeOf('added', inZones('a'), { isInitial: true }))).toEqual(['a: initial'])
    expect(woken(changeOf('deleted', inZones('a'), { previous: inZones('a') }))).toHaveLength(1)
  })

  it('does not enqueue the group whose reconcile wrote it, nor any group for a status change', () => {
    expect(woken(changeOf('added', inZones('a,b'), { echoOf: writerOf('zones', 'a') })).map((line) => line[0])).toEqual(
      ['b'],
    )
    expect(woken(changeOf('updated', inZones('a'), { previous: inZones('a') }))).toEqual([])
  })
})
