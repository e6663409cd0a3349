import { describe, expect, it } from 'vitest'
import { readRequestInfo } from './request-info.ts'

const read = (method: string, url: string) => {
  const [path = '', query = ''] = url.split('?')
  const info = readRequestInfo(method, path, new URLSearchParams(query))
  if (!info.isResource) return info.path
  const { verb, group, version, namespace, resource, name, subresource } = info
  return [verb, `${group}/${version}`, namespace, resource, name, subresource].join(' ')
}

describe('readRequestInfo', () => {
  it.each([
    ['GET', '/api/v1/pods', 'list /v1  pods  '],
    ['GET', '/api/v1/namespaces/a/pods/b', 'get /v1 a pods b '],
    ['GET', '/api/v1/namespaces/a/pods?watch=1', 'watch /v1 a pods  '],
    ['GET', '/api/v1/namespaces/a/pods?watch=false', 'list /v1 a pods  '],
    // A name with ?watch is a get, except below the deprecated watch path.
    ['GET', '/api/v1/namespaces/a/pods/b?watch=1', 'get /v1 a pods b '],
    ['GET', '/api/v1/watch/namespaces/a/pods/b', 'watch /v1 a pods b '],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name%3Db', 'list /v1  pods b '],
    ['GET', '/api/v1/pods?fieldSelector=metadata.name%3D..', 'list /v1  pods  '],
    ['DELETE', '/apis/apps/v1/namespaces/a/deployments', 'deletecollection apps/v1 a deployments  '],
    // Rules with resourceNames never allow deletecollection, for any selector.
    ['DELETE', '/api/v1/namespaces/a/pods?fieldSelector=metadata.name%3Db', 'deletecollection /v1 a pods  '],
    ['PATCH', '/apis/apps/v1/namespaces/a/deployments/b/status', 'patch apps/v1 a deployments b status'],
    ['PUT', '/api/v1/namespaces/a/finalize', 'update /v1 a namespaces a finalize'],
    ['OPTIONS', '/api/v1/pods', ' /v1  pods  '],
    ['GET', '/api/v1/namespaces/a/pods//b', 'list /v1 a pods  b'],
    ['GET', '/api/v1/namespaces/a/pods/b%2Fc', 'get /v1 a pods b c'],
    ['GET', '/api/v1', '/api/v1'],
    ['GET', '/healthz', '/healthz'],
  ])('%s %s is %j', (method, url, expected) => {
    expect(read(method, url)).toBe(expected)
  })
})
