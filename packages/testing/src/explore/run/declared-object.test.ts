import { describe, expect, it } from 'vitest'
import { authored, redeclared } from './declared-object.ts'
import type { DeclaredListedObject } from '../state/listed-objects.ts'

const listed = {
  apiVersion: 'web.example.dev/v1',
  kind: 'Site',
  metadata: {
    name: 'blog',
    namespace: 'default',
    uid: '1',
    resourceVersion: '7',
    creationTimestamp: '2026-01-01T00:00:00Z',
    finalizers: ['web.example.dev/dns'],
    annotations: { paused: 'true', 'web.example.dev/id': 'z-1' },
    managedFields: [],
  },
  spec: { title: 'notes', host: 'a' },
  status: { ready: true },
  path: '/apis/web.example.dev/v1/namespaces/default/sites/blog',
  collection: '/apis/web.example.dev/v1/sites',
  declaration: { metadata: { annotations: { paused: 'true' } }, spec: { title: 'Notes' } },
} as DeclaredListedObject

const first = {
  apiVersion: 'web.example.dev/v1',
  kind: 'Site',
  metadata: { name: 'blog', namespace: 'default', annotations: { paused: 'true' } },
  spec: { title: 'Notes' },
}

describe('the declaration of an object', () => {
  it('omits fields and values of the operator and of the server', () => {
    expect(authored(listed)).toEqual(first)
  })

  it('is the whole object if it was not recorded', () => {
    const { declaration: _, ...rest } = listed
    const { annotations } = listed.metadata
    expect(authored(rest)).toEqual({
      ...first,
      metadata: { ...first.metadata, annotations },
      spec: { title: 'notes', host: 'a' },
    })
  })

  it('replaces what changed since the previous one, and keeps other values, finalizers, bookkeeping and status', () => {
    const wanted = {
      ...first,
      metadata: { name: 'blog', annotations: { team: 'web' } },
      spec: { title: 'Notes', size: 1 },
    }
    const { path: _, collection: __, declaration: ___, ...current } = listed
    const { managedFields: ____, ...metadata } = current.metadata
    expect(redeclared(current as never, first, wanted)).toEqual({
      ...current,
      metadata: { ...metadata, annotations: { team: 'web', 'web.example.dev/id': 'z-1' } },
      spec: { title: 'notes', host: 'a', size: 1 },
    })
  })
})
