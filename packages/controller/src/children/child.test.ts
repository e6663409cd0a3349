import type { KubeObject } from '@kubewright/core'
import { Secret } from '@kubewright/kubernetes/core/v1'
import { manifest } from '@kubewright/resource'
import { describe, expect, it } from 'vitest'
import { childOf, isControlledBy, ownersOf } from './child.ts'
import { Region, Site, site } from '../testing/objects.ts'

const owner = site('owner')
const region = {
  apiVersion: 'web.example.dev/v1',
  kind: 'Region',
  metadata: { name: 'north', uid: 'uid-north', resourceVersion: '1' },
} as unknown as KubeObject

describe('childOf', () => {
  it("puts the child in its owner's namespace with an owner reference and the controller annotation", () => {
    const { ref, desired } = childOf(
      owner,
      manifest(Site, { metadata: { name: 'a', annotations: { b: 'c' } } } as never),
      'me',
    )
    expect(ref).toEqual({ namespace: 'default', name: 'a' })
    expect(desired).toEqual({
      apiVersion: 'web.example.dev/v1',
      kind: 'Site',
      metadata: {
        name: 'a',
        namespace: 'default',
        annotations: { b: 'c', 'kubewright.dev/controller': 'me' },
        ownerReferences: [
          {
            apiVersion: 'web.example.dev/v1',
            kind: 'Site',
            name: 'owner',
            uid: 'uid-owner',
            controller: true,
            blockOwnerDeletion: true,
          },
        ],
      },
    })
  })

  it('lets the labels of the process override labels of the child', () => {
    const child = manifest(Site, { metadata: { name: 'a', labels: { tier: 'web', part: 'x' } } } as never)
    expect(childOf(owner, child, 'me', { part: 'a' }).desired.metadata.labels).toEqual({ tier: 'web', part: 'a' })
  })

  it('encodes stringData of a Secret as data, so that it can be compared', () => {
    const secret = manifest(Secret, { metadata: { name: 'a' }, data: { b: 'Yg==' }, stringData: { c: 'd' } })
    const { desired } = childOf(owner, secret, 'me')
    expect(desired).toMatchObject({ data: { b: 'Yg==', c: 'ZA==' } })
    expect(desired).not.toHaveProperty('stringData')
  })

  const refused = [
    { name: 'without a name', owner, of: manifest(Site, { metadata: {} } as never) },
    { name: 'in another namespace', owner, of: manifest(Site, { metadata: { name: 'a', namespace: 'b' } } as never) },
    {
      name: 'that is cluster-scoped, for a namespaced owner',
      owner,
      of: manifest(Region, { metadata: { name: 'a' } } as never),
    },
    {
      name: 'without a namespace, for a cluster-scoped owner',
      owner: region,
      of: manifest(Site, { metadata: { name: 'a' } } as never),
    },
  ]

  it.each(refused)('refuses a child $name', ({ owner: parent, of }) => {
    expect(() => childOf(parent, of, 'me')).toThrow(expect.objectContaining({ code: 'KW_CONTROLLER_CHILDREN' }))
  })

  it('lets a cluster-scoped object own a child in any namespace', () => {
    const child = manifest(Site, { metadata: { name: 'a', namespace: 'b' } } as never)
    expect(childOf(region, child, 'me').ref).toEqual({ namespace: 'b', name: 'a' })
  })
})

describe('owner references', () => {
  const reference = (kind: string, name: string, controller: boolean) => ({
    apiVersion: 'web.example.dev/v1',
    kind,
    name,
    uid: `uid-${name}`,
    controller,
  })
  const child = site('child', {
    metadata: {
      ownerReferences: [reference('Site', 'a', false), reference('Site', 'b', true), reference('Region', 'c', false)],
    },
  })

  it('resolve to the controlling owner of the kind by default', () => {
    expect(ownersOf(child, Site, false)).toEqual([{ namespace: 'default', name: 'b' }])
  })

  it('resolve to every owner of the kind if asked for all', () => {
    expect(ownersOf(child, Site, true).map(({ name }) => name)).toEqual(['a', 'b'])
    expect(ownersOf(child, Region, true)).toEqual([{ name: 'c' }])
  })

  it('match the owner by uid, not by name', () => {
    expect(isControlledBy(child, site('b'))).toBe(true)
    expect(isControlledBy(child, site('b', { metadata: { uid: 'another' } }))).toBe(false)
    expect(isControlledBy(child, site('a'))).toBe(false)
  })
})
