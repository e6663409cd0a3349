import { describe, expect, it } from 'vitest'
import { type Controller, defineController } from '../definition/define-controller.ts'
import { defineGroupController } from '../definition/group-controller.ts'
import { done } from '../definition/outcome.ts'
import { MemorySource } from '../testing/memory-source.ts'
import { Site, site } from '../testing/objects.ts'
import { PrimaryObjects } from './primary-objects.ts'
import { subjectOf } from './subject.ts'

const sites = defineController({ name: 'sites', for: Site, reconcile: async () => done() })
const by = ({ spec }: { readonly spec: { readonly image: string } }) => spec.image
const zones = defineGroupController({ name: 'zones', for: Site, by, reconcile: async () => done() })

function find(controller: Controller, key: string) {
  const objects = [2, 3].map((generation) => site(`site-${generation}`, { metadata: { generation } }))
  const primary = new PrimaryObjects(controller, { follow: () => new MemorySource(Site, objects) })
  primary.follow()
  return subjectOf(key, primary, { controller } as never)
}

describe('the reconcile subject of a key', () => {
  it('is the object with its generation', () => {
    expect(find(sites, 'default/site-2')).toMatchObject({ object: { metadata: { name: 'site-2' } }, generation: 2 })
  })

  it('is undefined once the object is deleted', () => {
    expect(find(sites, 'default/site-4')).toBeUndefined()
  })

  it('is a group, whose generation changes with every member', () => {
    const group = find(zones, 'nginx')
    expect([group?.object, group?.generation]).toEqual([undefined, 5])
  })

  it('is a group even if it has no members', () => {
    expect(find(zones, 'caddy')?.generation).toBe(0)
  })
})
