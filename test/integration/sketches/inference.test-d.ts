/** Types that the compiler infers in a user's code, and mistakes that it refuses. */
import { changed, defineController, done, watch } from '@kubewright/controller'
import { Secret } from '@kubewright/kubernetes'
import { no } from '@kubewright/resource'
import { defineAdmission } from '@kubewright/webhook'
import { childrenOf } from './children.ts'
import { Website, type WebsiteInput } from './website.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const assert = <T extends true>(_?: T) => {}

defineController({
  name: 'x',
  for: Website,
  async reconcile(site, ctx) {
    assert<Equal<typeof site.spec.replicas, number>>()
    assert<Equal<typeof site.spec.domain, string | undefined>>()
    const kids = await ctx.own(childrenOf(site))
    assert<Equal<NonNullable<typeof kids.deployment.spec>['replicas'], number | undefined>>()
    // @ts-expect-error the ingress may be absent
    void kids.ingress.metadata
    // @ts-expect-error misspelled condition
    await ctx.setStatus({}, { Redy: no('X') })
    // @ts-expect-error url is a string
    await ctx.setStatus({ url: 3 })
    return done()
  },
})
watch(Secret, {
  when: changed((s) => {
    assert<Equal<typeof s.data, { readonly [x: string]: string } | undefined>>()
    return s.data
  }),
  // @ts-expect-error no such field
  requests: (s) => [s.metadata.nam],
})
defineAdmission({
  for: Website,
  validate: {
    // @ts-expect-error no such field on the spec
    create: (site) => (site.spec.foo ? [] : []),
  },
})
defineController({
  name: 'x',
  for: Website,
  // @ts-expect-error a reconciler must say what happens next
  reconcile: async () => {},
})
defineController({
  name: 'x',
  for: Website,
  // @ts-expect-error durations carry a unit
  resync: '5',
  reconcile: async () => done(),
})

declare const site: Website
export const replicas: number = site.spec.replicas // default makes it required on read
export const input: WebsiteInput = { metadata: { name: 'a' }, spec: { image: 'x' } } // and optional on write
// @ts-expect-error the cache's objects are read-only
site.spec.replicas = 3
// @ts-expect-error image is required
export const bad: WebsiteInput = { metadata: { name: 'a' }, spec: {} }
// @ts-expect-error labels are read-only all the way down
if (site.metadata.labels) site.metadata.labels['a'] = 'b'
