/** What must and must not compile. Nothing here runs. */
import { type KubeObject, setCondition, yes } from '@kubewright/core'
import type { Resource } from '@kubewright/resource'
import type { Client } from './client.ts'
import { defineDynamicResource } from './discovery/dynamic-resource.ts'
import { ignoreNotFound } from './error/guards.ts'
import { blogRef, Namespace, Pod, Website } from './testing/kinds.ts'
import { deleted, ready } from './wait/wait-condition.ts'

declare const client: Client

/** Fails to compile unless `value` has exactly the type `Expected`. */
function is<Expected>() {
  return <Actual>(
    _value: Actual,
    ..._proof: Same<Actual, Expected> extends true ? [] : ['the types differ']
  ): void => {}
}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

// Types follow from the handle.
is<Website>()(await client.get(Website, blogRef))
is<Website | undefined>()(await client.get(Website, blogRef).catch(ignoreNotFound))
is<readonly Website[]>()((await client.list(Website)).items)
is<Website>()(await client.create(Website, { metadata: { name: 'a' }, spec: { image: 'x' } }))
is<Website>()(await client.waitFor(Website, blogRef, ready))
is<undefined>()(await client.waitFor(Website, blogRef, deleted))
is<Website | undefined>()(await client.delete(Website, blogRef))
for await (const site of client.list(Website)) is<Website>()(site)
for await (const page of client.list(Website).pages()) is<readonly Website[]>()(page.items)
for await (const event of client.watch(Website)) {
  if (event.type === 'BOOKMARK') is<boolean>()(event.isInitialEventsEnd)
  else is<Website>()(event.object)
  // @ts-expect-error a bookmark has no object
  void event.object
}

// Deleting a collection needs a selector, or an explicit value for all objects.
await client.deleteCollection(Website, { labels: { app: 'a' } })
await client.deleteCollection(Website, { namespace: 'a', fields: 'metadata.name=a' })
await client.deleteCollection(Website, { namespace: 'a', all: true })
// @ts-expect-error nothing is selected
await client.deleteCollection(Website, { namespace: 'a' })
// @ts-expect-error nothing is selected
await client.deleteCollection(Website)
// @ts-expect-error all, or some?
await client.deleteCollection(Website, { labels: { app: 'a' }, all: true })

// Results are read-only.
const site = await client.get(Website, blogRef)
// @ts-expect-error
site.spec.replicas = 3
// @ts-expect-error
site.metadata.name = 'other'

// Written objects are type-checked.
// @ts-expect-error image is missing
await client.create(Website, { metadata: { name: 'a' }, spec: {} })
// @ts-expect-error replicas is a number
await client.create(Website, { metadata: { name: 'a' }, spec: { image: 'x', replicas: '3' } })
// @ts-expect-error a misspelled field
await client.apply(Website, { metadata: { name: 'a' }, spec: { image: 'x', replica: 3 } })
await client.update(Website, { ...site, spec: { ...site.spec, replicas: 3 } })

// Merge patches are any part of the object; null removes.
await client.patch(Website, blogRef, { spec: { replicas: 2 } })
await client.patch(Website, blogRef, { metadata: { labels: { a: null } }, spec: { tags: null } })
// @ts-expect-error a misspelled field
await client.patch(Website, blogRef, { spec: { replica: 2 } })
// @ts-expect-error the wrong type
await client.patch(Website, blogRef, { spec: { replicas: 'two' } })

// JSON patches are operations.
await client.patch(Website, blogRef, [{ op: 'test', path: '/metadata/resourceVersion', value: '5' }])
// @ts-expect-error no such operation
await client.patch(Website, blogRef, [{ op: 'put', path: '/spec', value: 1 }])
// @ts-expect-error an object is no JSON patch
await client.patch(Website, blogRef, { spec: { replicas: 2 } }, { type: 'json' })

// Strategic merge patches may contain directives, and need an explicit type.
await client.patch(Pod, blogRef, { spec: { containers: [{ name: 'a', $patch: 'delete' }] } }, { type: 'strategic' })
// @ts-expect-error directives belong to strategic patches
await client.patch(Pod, blogRef, { spec: { containers: [{ name: 'a', $patch: 'delete' }] } })

// The status has its own type.
await client.status.patch(Website, blogRef, { status: { url: 'https://a' } })
await client.status.update(Website, { ...site, status: { url: 'https://a' } })
const conditions = setCondition([], { type: 'Ready', ...yes('Served') }, 0)
await client.status.patch(Website, blogRef, { status: { conditions, observedGeneration: site.metadata.generation } })
await client.status.apply(Website, { metadata: blogRef, status: { conditions, observedGeneration: 1 } })
await client.status.update(Website, { ...site, status: { ...site.status, conditions } })
// @ts-expect-error a condition needs more than its type
await client.status.patch(Website, blogRef, { status: { conditions: [{ type: 'Ready' }] } })
// @ts-expect-error a misspelled field
await client.status.patch(Website, blogRef, { status: { uri: 'https://a' } })

// Subresources that are kinds of their own are typed by the handle.
const eviction = client.subresource(Pod, 'eviction')
is<'Eviction' | undefined>()((await eviction.create(blogRef, { metadata: blogRef }))?.kind)
is<Website>()(await client.subresource(Website, 'approval').get(blogRef))

is<Website>()(await client.subresource(Website, 'approval').apply(blogRef, { spec: { replicas: 2 } }))
// @ts-expect-error a misspelled field
await client.subresource(Website, 'approval').apply(blogRef, { spec: { replica: 2 } })

// A kind whose handle has no status or no scale is refused.
declare const Plain: Resource<KubeObject, object, never, string, Record<never, never>>
declare const Scaled: Resource<KubeObject, object, object, string, { readonly scale: object }>
// @ts-expect-error it has no status
await client.status.get(Plain, blogRef)
// @ts-expect-error it has no status
await client.status.patch(Plain, blogRef, [])
// @ts-expect-error it has no status
await client.status.update(Plain, { metadata: blogRef })
// @ts-expect-error it has no status
await client.status.apply(Plain, { metadata: blogRef })
// @ts-expect-error it has no scale
await client.scale.get(Plain, blogRef)
// @ts-expect-error it has no scale
await client.scale.update(Plain, blogRef, { spec: { replicas: 1 } })
// @ts-expect-error it has no scale
await client.scale.patch(Plain, blogRef, { spec: { replicas: 1 } })
// @ts-expect-error it has no scale
await client.scale.apply(Plain, blogRef, { spec: { replicas: 1 } })
// @ts-expect-error it has no status
client.subresource(Plain, 'status')
// @ts-expect-error it has no scale
client.subresource(Plain, 'scale')
client.subresource(Plain, 'approval')
await client.scale.get(Scaled, blogRef)
await client.status.get(Scaled, blogRef)
client.subresource(Scaled, 'scale')
// A handle of an unknown type is checked by the call itself.
await client.scale.get(Website, blogRef)
const some: Resource = Plain
await client.status.get(some, blogRef)
await client.scale.get(some, blogRef)

// Kinds known only at run time hold anything.
const Backup = defineDynamicResource({
  group: 'b.dev',
  version: 'v1',
  kind: 'Backup',
  plural: 'backups',
  scope: 'Namespaced',
})
is<unknown>()((await client.get(Backup, blogRef)).spec)
await client.create(Backup, { metadata: { name: 'a' }, spec: { anything: [1] } })
await client.status.get(Backup, blogRef)
await client.scale.get(Backup, blogRef)
is<KubeObject['metadata']>()((await client.discover('Pod').then((pod) => client.get(pod, blogRef))).metadata)

// Selectors are text or data.
await client.list(Namespace, { labels: { app: 'a' } })
await client.list(Namespace, { labels: 'app in (a,b)' })
await client.list(Namespace, { labels: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } })
// @ts-expect-error a number is no label
await client.list(Namespace, { labels: { app: 3 } })

// A condition has the type of its object.
await client.waitFor(Website, blogRef, (seen) => seen.spec.replicas === 3)
// @ts-expect-error there is no such field
await client.waitFor(Website, blogRef, (seen) => seen.spec.size === 3)

// A duration needs a unit.
await client.get(Website, blogRef, { timeout: '5s' })
// @ts-expect-error
await client.get(Website, blogRef, { timeout: '5' })

// Only a streaming request is iterated.
for await (const chunk of await client.request({ path: '/logs', streams: true })) is<Uint8Array>()(chunk)
is<string>()((await client.request({ path: '/version' })).text)
