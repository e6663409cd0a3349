/** What must compile, and what must not. Compiled only. */
import { setCondition, yes } from '@kubewright/core'
import {
  type ConditionOf,
  defineResource,
  type InputOf,
  listMap,
  manifest,
  type ObjectOf,
  type Resource,
  type StatusOf,
} from '@kubewright/resource'
import { z } from 'zod'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const assert = <T extends true>(_?: T) => {}
type SubresourcesOf<R extends Resource> = NonNullable<R['~types']>['subresources']

const Website = defineResource({
  group: 'web.example.dev',
  version: 'v1',
  kind: 'Website',
  scope: 'Namespaced',
  spec: z.object({
    image: z.string(),
    replicas: z.int().min(0).max(50).default(1),
    domain: z.string().max(253).optional(),
    ports: listMap(z.object({ name: z.string(), port: z.int() }), ['name']).optional(),
  }),
  status: z.object({ url: z.url().optional() }),
  conditions: ['Ready', 'DomainVerified'],
  versions: {
    v1alpha1: {
      schema: { spec: z.object({ img: z.string(), mode: z.enum(['fast', 'slow']) }) },
      toStorage: ({ spec, status }) => ({ spec: { image: spec.img }, status }),
      fromStorage: ({ spec }) => ({ spec: { img: spec.image, mode: spec.replicas > 1 ? 'fast' : 'slow' } }),
    },
    v1alpha2: {
      schema: { spec: z.object({ img: z.string() }), status: z.object({ link: z.string().optional() }) },
      toStorage: ({ spec, status }) => ({ spec: { image: spec.img }, status: { url: status?.link } }),
      fromStorage: ({ spec, status }) => ({ spec: { img: spec.image }, status: { link: status?.url } }),
      deprecated: true,
    },
  },
})
type Website = ObjectOf<typeof Website>
interface NamedWebsite extends ObjectOf<typeof Website> {}

declare const site: Website
declare const named: NamedWebsite

// Reading: defaults are there, the rest is as declared, all of it read-only.
assert<Equal<typeof site.kind, 'Website'>>()
assert<Equal<typeof site.spec.replicas, number>>()
assert<Equal<typeof site.spec.domain, string | undefined>>()
assert<Equal<NonNullable<typeof site.status>['url'], string | undefined>>()
assert<
  Equal<NonNullable<NonNullable<typeof site.status>['conditions']>[number]['status'], 'True' | 'False' | 'Unknown'>
>()
assert<Equal<ConditionOf<typeof Website>, 'Ready' | 'DomainVerified'>>()
// @ts-expect-error the cache's objects are read-only
site.spec.replicas = 3
// @ts-expect-error read-only all the way down
named.spec.ports![0]!.port = 3
// @ts-expect-error labels are read-only too
site.metadata.labels!['a'] = 'b'
// @ts-expect-error no such field
void site.spec.imge

// Writing: defaults may be left out, `undefined` is the same as absent, and values that were read may be written back.
const minimal: InputOf<typeof Website> = { metadata: { name: 'a' }, spec: { image: 'x' } }
const spelled: InputOf<typeof Website> = {
  metadata: { name: 'a' },
  spec: { image: 'x', domain: undefined, replicas: undefined },
}
const again: InputOf<typeof Website> = { ...site, spec: { ...site.spec, replicas: 3 } }
const status: StatusOf<typeof Website> = { url: undefined }
const judged: StatusOf<typeof Website> = {
  observedGeneration: 3,
  conditions: setCondition(site.status?.conditions, { type: 'Ready', ...yes('Served') }, 0),
}
// @ts-expect-error image is required
const missing: InputOf<typeof Website> = { metadata: { name: 'a' }, spec: {} }
// @ts-expect-error another kind
const other: InputOf<typeof Website> = { kind: 'Blog', metadata: { name: 'a' }, spec: { image: 'x' } }
// @ts-expect-error url is text
const wrong: StatusOf<typeof Website> = { url: 3 }
// @ts-expect-error a condition needs more than its type
const half: StatusOf<typeof Website> = { conditions: [{ type: 'Ready' }] }
// @ts-expect-error a field that does not exist
manifest(Website, { metadata: { name: 'a' }, spec: { image: 'x', replica: 3 } })

// Versions have types of their own.
const alpha = Website.at('v1alpha1')
assert<Equal<ObjectOf<typeof alpha>['spec']['mode'], 'fast' | 'slow'>>()
assert<Equal<NonNullable<ObjectOf<typeof alpha>['status']>['url'], string | undefined>>()
const second = Website.at('v1alpha2')
assert<Equal<NonNullable<ObjectOf<typeof second>['status']>['link'], string | undefined>>()
// @ts-expect-error no such version
Website.at('v2')

// A parsed object is complete, but not stored.
const draft = Website.parse({})
assert<Equal<typeof draft.spec.replicas, number>>()
assert<Equal<typeof draft.metadata.uid, string | undefined>>()

// Any custom resource is a resource.
const handle: Resource = Website
const handles: readonly Resource[] = [Website, alpha]

// Without status and conditions there is nothing in the status.
const Plain = defineResource({
  group: 'a.example.dev',
  version: 'v1',
  kind: 'Plain',
  scope: 'Cluster',
  spec: z.object({ a: z.int().default(1) }).prefault({}),
})
declare const plain: ObjectOf<typeof Plain>
assert<Equal<typeof plain.spec.a, number>>()
// @ts-expect-error no such field
void plain.status?.url
// Which subresources there are is part of the type: without a status it is never, and a scale is there if it is declared.
assert<Equal<StatusOf<typeof Plain>, never>>()
assert<Equal<SubresourcesOf<typeof Plain>, Record<never, never>>>()
assert<Equal<keyof SubresourcesOf<typeof Website>, never>>()
const Scaled = defineResource({
  group: 'a.example.dev',
  version: 'v1',
  kind: 'Scaled',
  scope: 'Cluster',
  spec: z.object({ replicas: z.int() }),
  conditions: ['Ready'],
  scale: { spec: '.spec.replicas', status: '.status.replicas' },
})
assert<Equal<keyof SubresourcesOf<typeof Scaled>, 'scale'>>()
const ofScaled: StatusOf<typeof Scaled> = { observedGeneration: 1 }
assert<Equal<SubresourcesOf<Resource>, unknown>>()
const plainHandle: Resource = Plain
// With a default for the whole spec, an author may leave it out.
const bare: InputOf<typeof Plain> = { metadata: { name: 'a' } }

// Definitions are checked.
// @ts-expect-error a scope that does not exist
defineResource({ group: 'a.b', version: 'v1', kind: 'A', scope: 'Clustr', spec: z.object({}) })
// @ts-expect-error a spec that is no object
defineResource({ group: 'a.b', version: 'v1', kind: 'A', scope: 'Cluster', spec: z.string() })
// @ts-expect-error a definition without a spec
defineResource({ group: 'a.b', version: 'v1', kind: 'A', scope: 'Cluster' })
// @ts-expect-error keys that no item has
listMap(z.object({ name: z.string() }), ['nme'])
// @ts-expect-error a list with keys needs some
listMap(z.object({ name: z.string() }), [])
defineResource({
  group: 'a.b',
  version: 'v1',
  kind: 'A',
  scope: 'Cluster',
  spec: z.object({ size: z.int() }),
  versions: {
    v1beta1: {
      schema: { spec: z.object({ size: z.string() }) },
      // @ts-expect-error the stored size is a number
      toStorage: ({ spec }) => ({ spec: { size: spec.size } }),
      // @ts-expect-error the old spec has no length
      fromStorage: ({ spec }) => ({ spec: { length: `${spec.size}` } }),
    },
  },
})

void [
  minimal,
  spelled,
  again,
  status,
  judged,
  half,
  missing,
  other,
  wrong,
  handle,
  handles,
  bare,
  ofScaled,
  plainHandle,
]
