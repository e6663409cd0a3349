import { expect, it } from 'vitest'
import { formatKindPath, parseKindPath, parseObjectPath } from './kind-path.ts'

it.each([
  ['core/v1/Pod', { group: '', version: 'v1', kind: 'Pod' }],
  ['apps/v1/Deployment', { group: 'apps', version: 'v1', kind: 'Deployment' }],
])('the path %s is parsed as a kind and formatted again', (text, kind) => {
  expect(parseKindPath(text)).toEqual(kind)
  expect(formatKindPath(kind)).toBe(text)
})

it.each(['', 'Pod', 'core/v1', 'core/v1/Pod/x', '/v1/Pod', 'core//Pod'])('the path %j is not a kind', (text) => {
  expect(parseKindPath(text)).toBeUndefined()
})

it.each([
  ['core/v1/Pod/default/web-0', { namespace: 'default', name: 'web-0' }],
  ['rbac.authorization.k8s.io/v1/ClusterRole/-/system:node', { name: 'system:node' }],
])('the path %s is parsed as an object', (text, ref) => {
  expect(parseObjectPath(text)).toMatchObject(ref)
})

it.each(['core/v1/Pod/default', 'core/v1/Pod//a', 'core/v1/Pod/a/b/c', ''])('the path %j is not an object', (text) => {
  expect(parseObjectPath(text)).toBeUndefined()
})
