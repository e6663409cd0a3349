import { index, type Source } from '@kubewright/cache'
import { describe, expect, it } from 'vitest'
import { AppliedChildren } from '../children/applied-children.ts'
import { ChildIndexes } from '../children/child-indexes.ts'
import { type Controller, defineController } from '../definition/define-controller.ts'
import { defineGroupController } from '../definition/group-controller.ts'
import { done } from '../definition/outcome.ts'
import { watch } from '../definition/watch.ts'
import { formatReason } from '../request/reason.ts'
import { MemorySource } from '../testing/memory-source.ts'
import { Region, Site, site } from '../testing/objects.ts'
import { ControllerWiring } from './controller-wiring.ts'

const { signal } = new AbortController()
const owner = { apiVersion: 'web.example.dev/v1', kind: 'Site', name: 'blog', uid: 'uid-blog', controller: true }
const child = site('child', { metadata: { ownerReferences: [owner] } })
const byImage = index(Site, 'by-image', ({ spec }) => spec.image)

/** Wires a controller to in-memory sources: its own kind, then owned kinds, then watched kinds. */
function wire(controller: Controller) {
  const followed: MemorySource[] = []
  const happened: string[] = []
  const follow = (resource: MemorySource['resource']) => {
    const source = new MemorySource(resource, followed.length === 0 ? [site('blog')] : [])
    followed.push(source)
    return source
  }
  const wiring = new ControllerWiring({
    controller,
    owned: (controller.owns ?? []).map((one) => ('resource' in one ? one : { resource: one })),
    sources: { follow, among: (sources: readonly Source[]) => sources[0]! },
    primary: { follow: () => follow(controller.for) },
    indexes: new ChildIndexes(),
    applied: new AppliedChildren(controller.name),
    reads: { list: () => [], find: () => [] } as never,
    enqueue: (key, reason) => void happened.push(`enqueue ${key}: ${formatReason(reason)}`),
    fullRequeue: { requeueAll: (reason) => void happened.push(`requeue all: ${formatReason(reason)}`) },
    failures: {
      report: ({ function: name, resource, object, error }, consequence) =>
        void happened.push(`${name} failed for ${resource.kind} ${object.name}: ${messageOf(error)}, ${consequence}`),
    },
    deletionCleanup: {
      object: ({ metadata }) => void happened.push(`forget ${metadata.name}`),
      child: ({ kind }, { object }) => void happened.push(`forget ${kind} ${object.metadata.name}`),
    },
  })
  return { wiring, followed, happened }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const rest = { reconcile: async () => done() }

describe('the watches of a controller', () => {
  it('enqueue primary objects, owners and mapped requests once all caches are synced', async () => {
    const requests = () => [{ name: 'mapped' }]
    const watches = [watch(Region, { requests })]
    const { wiring, followed, happened } = wire(
      defineController({ name: 'sites', for: Site, owns: [Site], watches, ...rest }),
    )
    const started = wiring.start(signal)
    expect(followed.map(({ listeners }) => listeners)).toEqual([0, 0, 0])
    await started
    expect(followed.map(({ isSynced }) => isSynced)).toEqual([true, true, true])
    expect(happened.splice(0)).toEqual(['enqueue default/blog: initial'])
    const [sites, children, regions] = followed
    sites!.emit('added', site('shop'))
    children!.emit('added', child)
    regions!.emit('added', site('north'))
    expect(happened).toEqual([
      'enqueue default/shop: created',
      'enqueue default/blog: owned Site default/child added',
      'enqueue mapped: watched Region default/north added',
    ])
  })

  it('skip the initial objects of `watches`: every primary object is reconciled at start anyway', async () => {
    const watches = [watch(Region, { requests: () => [{ name: 'mapped' }] })]
    const { wiring, followed, happened } = wire(defineController({ name: 'sites', for: Site, watches, ...rest }))
    await wiring.start(signal)
    followed[1]!.emit('added', site('north'), { isInitial: true })
    expect(happened).toEqual(['enqueue default/blog: initial'])
  })

  it('drop the state of a deleted object before its deletion is enqueued', async () => {
    const { wiring, followed, happened } = wire(defineController({ name: 'sites', for: Site, owns: [Site], ...rest }))
    await wiring.start(signal)
    followed[1]!.emit('deleted', child)
    followed[0]!.emit('deleted', site('blog'))
    expect(happened.slice(1)).toEqual([
      'forget Site child',
      'enqueue default/blog: owned Site default/child deleted',
      'forget blog',
      'enqueue default/blog: deleted',
    ])
  })

  it('add the indexes of the controller, of its owned kinds and of its groups', async () => {
    const owning = wire(defineController({ name: 'sites', for: Site, owns: [Region], indexes: [byImage], ...rest }))
    await owning.wiring.start(signal)
    expect(owning.followed.map(({ indexes }) => indexes.map(({ name }) => name))).toEqual([
      ['by-image'],
      ['by-controller'],
    ])
    const by = ({ spec }: { readonly spec: { readonly image: string } }) => spec.image
    const grouped = wire(defineGroupController({ name: 'zones', for: Site, by, ...rest }))
    await grouped.wiring.start(signal)
    expect(grouped.followed[0]!.indexes.map(({ name }) => name)).toEqual(['groups-of-zones'])
    expect(grouped.happened).toEqual(['enqueue nginx: initial'])
  })
})

describe('a user function that throws is reported once, and the objects it may affect are requeued', () => {
  const fail = () => {
    throw new Error('odd')
  }
  const all = (type: string, line = `${type} Site default/shop added`) => `requeue all: ${line}`

  it.each<{ name: string; controller: Controller; at: number; happens: readonly string[] }>([
    {
      name: '`when` of the controller',
      controller: defineController({ name: 'sites', for: Site, when: fail, ...rest }),
      at: 0,
      happens: [
        'enqueue default/shop: watched Site default/shop added',
        'when failed for Site shop: odd, the object is requeued',
      ],
    },
    {
      name: '`when` of a watch',
      controller: defineController({
        name: 'sites',
        for: Site,
        watches: [watch(Site, { when: fail, requests: () => [] })],
        ...rest,
      }),
      at: 1,
      happens: [all('watched'), 'when failed for Site shop: odd, all objects are requeued'],
    },
    {
      name: '`requests` of a watch',
      controller: defineController({ name: 'sites', for: Site, watches: [watch(Site, { requests: fail })], ...rest }),
      at: 1,
      happens: [all('watched'), 'requests failed for Site shop: odd, all objects are requeued'],
    },
    {
      name: 'iterating over the result of `requests`',
      controller: defineController({
        name: 'sites',
        for: Site,
        watches: [
          watch(Site, {
            *requests() {
              yield { name: 'first' }
              fail()
            },
          }),
        ],
        ...rest,
      }),
      at: 1,
      happens: [all('watched'), 'requests failed for Site shop: odd, all objects are requeued'],
    },
    {
      name: 'an index function',
      controller: defineController({
        name: 'sites',
        for: Site,
        indexes: [index(Site, 'by-name', ({ metadata }) => (metadata.name === 'shop' ? fail() : 'x'))],
        ...rest,
      }),
      at: 0,
      happens: [
        'index by-name failed for Site shop: odd, the object is missing from the index',
        'enqueue default/shop: created',
      ],
    },
    {
      name: '`by` of a group controller',
      controller: defineGroupController({
        name: 'zones',
        for: Site,
        by: ({ metadata }) => (metadata.name === 'shop' ? fail() : 'x'),
        ...rest,
      }),
      at: 0,
      happens: ['by failed for Site shop: odd, the object is in no group, and all groups are requeued', all('watched')],
    },
  ])('$name', async ({ controller, at, happens }) => {
    const { wiring, followed, happened } = wire(controller)
    await wiring.start(signal)
    happened.length = 0
    followed[at]!.emit('added', site('shop'))
    expect(happened).toEqual(happens)
    expect(followed.flatMap(({ reported }) => reported)).toEqual([])
  })

  it('`when` of an owned kind', async () => {
    const owns = [{ resource: Site, when: fail }]
    const { wiring, followed, happened } = wire(defineController({ name: 'sites', for: Site, owns, ...rest }))
    await wiring.start(signal)
    followed[1]!.emit('added', child)
    happened.length = 0
    followed[1]!.emit('updated', child)
    expect(happened).toEqual([
      all('owned', 'owned Site default/child updated'),
      'when failed for Site child: odd, all objects are requeued',
    ])
    expect(followed[1]!.reported).toEqual([])
  })
})
