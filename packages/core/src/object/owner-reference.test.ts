import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../json/deep-freeze.ts'
import { addOwner, controllerOf, isOwnedBy, type Owned, type Owner, ownerReferenceTo } from './owner-reference.ts'

const site: Owner = {
  apiVersion: 'web.example.dev/v1',
  kind: 'Website',
  metadata: { name: 'blog', namespace: 'web', uid: 'u1' },
}
const shop: Owner = { ...site, metadata: { ...site.metadata, name: 'shop', uid: 'u2' } }
const node: Owner = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1', uid: 'u3' } }

const pod = (...ownerReferences: NonNullable<Owned['metadata']['ownerReferences']>): Owned =>
  deepFreeze({ kind: 'Pod', metadata: { name: 'blog-0', namespace: 'web', ownerReferences } })

describe('ownerReferenceTo', () => {
  const identity = { apiVersion: 'web.example.dev/v1', kind: 'Website', name: 'blog', uid: 'u1' }

  it.each([
    { options: {}, becomes: { ...identity, controller: true, blockOwnerDeletion: true } },
    { options: { blockOwnerDeletion: false }, becomes: { ...identity, controller: true } },
    { options: { controller: false }, becomes: identity },
    { options: { controller: false, blockOwnerDeletion: true }, becomes: { ...identity, blockOwnerDeletion: true } },
  ])('omits false flags: $options', ({ options, becomes }) => {
    expect(ownerReferenceTo(site, options)).toStrictEqual(becomes)
  })
})

describe('addOwner', () => {
  const plain = { controller: false } as const

  it('appends to existing owner references', () => {
    expect(addOwner(pod(ownerReferenceTo(node, plain)), site)).toEqual([
      ownerReferenceTo(node, plain),
      ownerReferenceTo(site),
    ])
  })

  it('accepts an object without owner references', () => {
    expect(addOwner({ kind: 'Pod', metadata: { namespace: 'web' } }, site)).toEqual([ownerReferenceTo(site)])
  })

  it('returns the same list instance when nothing changes', () => {
    const child = pod(ownerReferenceTo(node, plain), ownerReferenceTo(site))
    expect(addOwner(child, site)).toBe(child.metadata.ownerReferences)
  })

  const older = { ...ownerReferenceTo(site), uid: 'u0' }
  const replaced = [
    { name: 'the same uid', before: ownerReferenceTo(site, plain) },
    { name: 'a recreated owner with another uid', before: older },
    { name: 'the same owner in another API version', before: { ...older, apiVersion: 'web.example.dev/v1alpha1' } },
  ]

  it.each(replaced)('replaces in place a reference to $name', ({ before }) => {
    const child = pod(before, ownerReferenceTo(node, plain))
    expect(addOwner(child, site)).toEqual([ownerReferenceTo(site), ownerReferenceTo(node, plain)])
  })

  it.each([
    { name: 'another group', before: { ...older, apiVersion: 'other.dev/v1', controller: false } },
    { name: 'another kind', before: { ...older, kind: 'Webshop', controller: false } },
    { name: 'another name', before: { ...older, name: 'news', controller: false } },
  ])('keeps a reference to $name', ({ before }) => {
    expect(addOwner(pod(before), site)).toEqual([before, ownerReferenceTo(site)])
  })

  it('rejects a second controller', () => {
    expect(() => addOwner(pod(ownerReferenceTo(shop)), site)).toThrow(
      'Cannot make Website web/blog an owner of Pod web/blog-0: Website shop manages it already, and an object has one controller at most. Leave the object to its controller, or own it with `controller: false`.',
    )
    expect(addOwner(pod(ownerReferenceTo(shop)), site, plain)).toHaveLength(2)
  })

  it.each([
    { name: 'a dependent in another namespace', namespace: 'shop', place: 'in namespace shop' },
    { name: 'a cluster-scoped dependent', namespace: undefined, place: 'cluster-scoped' },
  ])('rejects $name', ({ namespace, place }) => {
    expect(() => addOwner({ kind: 'Pod', metadata: { name: 'blog-0', namespace } }, site)).toThrow(
      `the owner is in namespace web and the object is ${place}. Own only objects of your own namespace; mark others with a label and delete them in a finalizer.`,
    )
  })

  it('accepts any dependent of a cluster-scoped owner', () => {
    const role = { kind: 'ClusterRole', metadata: { name: 'reader' } }
    expect([addOwner(pod(), node), addOwner(role, node)]).toEqual([[ownerReferenceTo(node)], [ownerReferenceTo(node)]])
  })

  it('rejects an owner without uid', () => {
    const draft = { ...site, metadata: { ...site.metadata, uid: '' } }
    expect(() => addOwner(pod(), draft)).toThrow(
      'the owner has no uid. Create the owner first, and use what the server returned.',
    )
  })
})

describe('controllerOf() and isOwnedBy()', () => {
  const child = pod(ownerReferenceTo(node, { controller: false }), ownerReferenceTo(site))

  it('controllerOf() returns the reference with controller: true', () => {
    expect([controllerOf(child), controllerOf(pod()), controllerOf({ kind: 'Pod', metadata: {} })]).toEqual([
      ownerReferenceTo(site),
      undefined,
      undefined,
    ])
  })

  it('isOwnedBy() compares uids only', () => {
    const recreated = { ...site, metadata: { ...site.metadata, uid: 'u9' } }
    expect([site, node, recreated].map((owner) => isOwnedBy(child, owner))).toEqual([true, true, false])
    expect(isOwnedBy({ kind: 'Pod', metadata: {} }, site)).toBe(false)
  })
})
