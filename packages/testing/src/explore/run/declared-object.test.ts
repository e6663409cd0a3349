import { describe, expect, it } from 'vitest'
import { authored, redeclared } from './declared-object.ts'
import type { ListedObject } from '../state/listed-objects.ts'

const managed = (manager: string, ...keys: readonly string[]) => ({
  manager,
  fieldsV1: { 'f:metadata': { 'f:annotations': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) } },
})

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
    managedFields: [managed('user', 'paused'), managed('controllers', 'web.example.dev/id')],
  },
  spec: { title: 'Notes' },
  status: { ready: true },
  path: '/apis/web.example.dev/v1/namespaces/default/sites/blog',
  collection: '/apis/web.example.dev/v1/sites',
} as ListedObject

describe('the declaration of an object', () => {
  it('omits fields of the operator and of the server', () => {
    expect(authored(listed)).toEqual({
      apiVersion: 'web.example.dev/v1',
      kind: 'Site',
      metadata: { name: 'blog', namespace: 'default', annotations: { paused: 'true' } },
      spec: { title: 'Notes' },
    })
  })

  it('is the whole object without managedFields', () => {
    const { managedFields: _, ...metadata } = listed.metadata
    expect(authored({ ...listed, metadata })).toMatchObject({ metadata: { annotations: listed.metadata.annotations } })
  })

  it('replaces the previous declaration, and keeps finalizers, bookkeeping and status', () => {
    const wanted = { metadata: { name: 'blog', annotations: { team: 'web' } }, spec: { title: 'News' } }
    expect(redeclared(listed, wanted)).toMatchObject({
      metadata: {
        resourceVersion: '7',
        finalizers: ['web.example.dev/dns'],
        annotations: { team: 'web', 'web.example.dev/id': 'z-1' },
      },
      spec: { title: 'News' },
      status: { ready: true },
    })
    expect(redeclared(listed, wanted)).not.toHaveProperty('metadata.annotations.paused')
  })
})
