/** The types of objects from a cache. */
import type { Cache } from './cache.ts'
import { index } from './index-definition.ts'
import { Region, Website } from './testing/objects.ts'

declare const cache: Cache

const site = cache.get(Website, { namespace: 'default', name: 'blog' })!
site.spec.image satisfies string
// @ts-expect-error objects of a cache are read-only
site.spec.image = 'other'
// @ts-expect-error all the way down
site.metadata.name = 'other'
// @ts-expect-error and so are lists of them
cache.list(Website).push(site)

cache.source(Website).subscribe(({ object, previous }) => {
  object.spec.image satisfies string
  // @ts-expect-error there may have been nothing before
  previous.spec.image satisfies string
})

const byCountry = index(Region, 'by-country', (region) => region.spec.country)
cache.find(byCountry, 'fr')[0]!.spec.country satisfies string
// @ts-expect-error an index is of one kind
cache.source(Website).addIndex(byCountry)
// @ts-expect-error the fields of another kind
index(Website, 'by-country', (one) => one.spec.country)
