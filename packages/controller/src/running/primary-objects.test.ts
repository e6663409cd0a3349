import { describe, expect, it } from 'vitest'
import { defineController } from '../definition/define-controller.ts'
import { defineGroupController } from '../definition/group-controller.ts'
import { done } from '../definition/outcome.ts'
import { MemorySource } from '../testing/memory-source.ts'
import { Site, site } from '../testing/objects.ts'
import { PrimaryObjects } from './primary-objects.ts'

const sites = defineController({ name: 'sites', for: Site, reconcile: async () => done() })
const zones = defineGroupController({
  name: 'zones',
  for: Site,
  by: ({ spec }) => {
    if (spec.image === 'bad') throw new Error('bad')
    return spec.image
  },
  reconcile: async () => done(),
})
const [blog, shop] = [site('blog'), site('shop')]
const [blogRef, shopKey] = [{ namespace: 'default', name: 'blog' }, 'default/shop']

function start(controller: typeof sites, objects = [blog, shop]) {
  const source = new MemorySource(Site, objects)
  return { source, primary: new PrimaryObjects(controller, { follow: () => source }) }
}

describe('the primary objects of a controller', () => {
  it('are unknown, and none counts as deleted, before they are watched', () => {
    const { primary } = start(sites)
    expect([primary.find(blogRef), primary.isGone(shopKey), [...primary.keys()]]).toEqual([undefined, false, []])
  })

  it('are found by reference and listed by key', () => {
    const { primary, source } = start(sites)
    expect(primary.follow()).toBe(source)
    expect([primary.find(blogRef), [...primary.keys()]]).toEqual([blog, ['default/blog', 'default/shop']])
    source.emit('deleted', shop)
    expect([primary.isGone('default/blog'), primary.isGone(shopKey)]).toEqual([false, true])
  })

  it('are listed as group keys for a group controller, and these never count as deleted', () => {
    const images = ['a', 'b', 'a', 'bad']
    const members = images.map((image, at) => site(`site-${at}`, { spec: { image } }))
    const { primary } = start(zones, members)
    primary.follow()
    expect([...primary.keys()]).toEqual(['a', 'b'])
    expect(primary.membersOf('a').map(({ metadata }) => metadata.name)).toEqual(['site-0', 'site-2'])
    expect([primary.isGone('c'), primary.find({ namespace: 'default', name: 'site-0' })]).toEqual([false, undefined])
  })
})
