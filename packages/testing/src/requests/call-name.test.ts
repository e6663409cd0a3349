import { describe, expect, it } from 'vitest'
import { callOf, isWrite } from './call-name.ts'

const apply = { 'content-type': 'application/apply-patch+yaml' }

describe('callOf', () => {
  it.each([
    ['GET', '/api/v1/namespaces/default/services/blog', {}, 'get services default/blog'],
    ['GET', '/api/v1/namespaces/default', {}, 'get namespaces default'],
    ['GET', '/api/v1/namespaces/default/services', {}, 'list services default'],
    ['GET', '/apis/apps/v1/deployments?watch=true&sendInitialEvents=true', {}, 'watch deployments.apps'],
    ['PATCH', '/apis/apps/v1/namespaces/web/deployments/blog', apply, 'apply deployments.apps web/blog'],
    ['PATCH', '/apis/apps/v1/namespaces/web/deployments/blog/status', {}, 'patch deployments.apps/status web/blog'],
    ['PUT', '/api/v1/namespaces/web/finalize', {}, 'update namespaces/finalize web'],
    ['DELETE', '/api/v1/nodes/one', {}, 'delete nodes one'],
    ['DELETE', '/api/v1/namespaces/web/pods', {}, 'deletecollection pods web'],
    ['PATCH', '/api/v1/namespaces/web/events/blog.0123456789abcdef', {}, 'patch events web/blog.*'],
    ['GET', '/version', {}, 'GET /version'],
  ] as const)('labels %s %s', (method, path, headers, label) => {
    expect(callOf({ method, path, headers }).label).toBe(label)
  })

  it('reads the name of a created object from the body, and omits a generated name', () => {
    const path = '/api/v1/namespaces/web/configmaps'
    const create = (metadata: object) =>
      callOf({ method: 'POST', path, headers: {}, body: JSON.stringify({ metadata }) }).label
    expect(create({ name: 'blog' })).toBe('create configmaps web/blog')
    expect(create({ generateName: 'blog-' })).toBe('create configmaps web/blog-*')
    expect(create({ name: 'x-0b6a1c9e-3f64-4b53-9d3b-2a7a6e3c1f10' })).toBe('create configmaps web/x-<uid>')
  })

  it('returns the path that lists all objects of the kind', () => {
    const request = { method: 'PATCH', path: '/apis/apps/v1/namespaces/web/deployments/blog', headers: apply } as const
    expect(callOf(request).collection).toBe('/apis/apps/v1/deployments')
  })

  it('does not count a review as a write', () => {
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
    expect(isWrite(callOf({ method: 'POST', path, headers: {} }))).toBe(false)
  })
})
