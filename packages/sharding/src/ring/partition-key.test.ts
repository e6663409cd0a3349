import { describe, expect, it } from 'vitest'
import { controllerKey, partitionKey } from './partition-key.ts'

const Website = { group: 'web.example.dev', kind: 'Website', scope: 'Namespaced' } as const
const Fleet = { group: 'web.example.dev', kind: 'Fleet', scope: 'Cluster' } as const

function owned(owner: object, namespace = 'shop') {
  const ownerReferences = [{ apiVersion: 'web.example.dev/v1', kind: 'Website', name: 'blog', uid: '1', ...owner }]
  const metadata = { name: 'x', namespace, uid: '2', resourceVersion: '1', creationTimestamp: '', ownerReferences }
  return { kind: 'ConfigMap', metadata }
}

describe('the key of an object', () => {
  it('has neither version nor uid', () => {
    expect(partitionKey(Website, { namespace: 'shop', name: 'blog' })).toBe('web.example.dev/Website/shop/blog')
    expect(partitionKey(Fleet, { name: 'all' })).toBe('web.example.dev/Fleet//all')
  })
})

describe('the key of whoever controls an object', () => {
  it.each([
    { name: 'is its owner’s', owner: { controller: true }, key: 'web.example.dev/Website/shop/blog' },
    {
      name: 'has no namespace if the owner has none',
      owner: { controller: true, kind: 'Fleet' },
      key: 'web.example.dev/Fleet//blog',
    },
    { name: 'is none if the owner does not control it', owner: {}, key: undefined },
    { name: 'is none for an owner of another kind', owner: { controller: true, kind: 'Shop' }, key: undefined },
    { name: 'is none for another group', owner: { controller: true, apiVersion: 'apps/v1' }, key: undefined },
    { name: 'is none for what is no version', owner: { controller: true, apiVersion: 'a/b/c' }, key: undefined },
  ])('$name', ({ owner, key }) => {
    expect(controllerKey(owned(owner), [Website, Fleet])).toBe(key)
  })
})
