import { describe, expect, it } from 'vitest'
import { controllerKey, partitionKey } from './partition-key.ts'

const Website = { group: 'web.example.dev', kind: 'Website', scope: 'Namespaced' } as const
const Fleet = { group: 'web.example.dev', kind: 'Fleet', scope: 'Cluster' } as const

function owned(owner: object, namespace = 'shop') {
  const ownerReferences = [{ apiVersion: 'web.example.dev/v1', kind: 'Website', name: 'blog', uid: '1', ...owner }]
  const metadata = { name: 'x', namespace, uid: '2', resourceVersion: '1', creationTimestamp: '', ownerReferences }
  return { kind: 'ConfigMap', metadata }
}

describe('the partition key of an object', () => {
  it('contains neither version nor uid', () => {
    expect(partitionKey(Website, { namespace: 'shop', name: 'blog' })).toBe('web.example.dev/Website/shop/blog')
    expect(partitionKey(Fleet, { name: 'all' })).toBe('web.example.dev/Fleet//all')
  })
})

describe("the partition key of an object's controller", () => {
  it.each([
    { name: 'is that of the controlling owner', owner: { controller: true }, key: 'web.example.dev/Website/shop/blog' },
    {
      name: 'has no namespace for a cluster-scoped owner',
      owner: { controller: true, kind: 'Fleet' },
      key: 'web.example.dev/Fleet//blog',
    },
    { name: 'is undefined if the owner reference is not the controller', owner: {}, key: undefined },
    { name: 'is undefined for an owner of another kind', owner: { controller: true, kind: 'Shop' }, key: undefined },
    {
      name: 'is undefined for an owner of another group',
      owner: { controller: true, apiVersion: 'apps/v1' },
      key: undefined,
    },
    {
      name: 'is undefined for an invalid apiVersion',
      owner: { controller: true, apiVersion: 'a/b/c' },
      key: undefined,
    },
  ])('$name', ({ owner, key }) => {
    expect(controllerKey(owned(owner), [Website, Fleet])).toBe(key)
  })
})
