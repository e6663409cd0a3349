import { expect, it } from 'vitest'
import { countRequests } from './audit-log.ts'

const entry = (verb: string, code: number, requestURI = '/api/v1/namespaces/a/configmaps') =>
  JSON.stringify({ verb, requestURI, responseStatus: { code } })

it('counts audit-log requests by verb and result, and watches apart; watches and access reviews do not count as writes', () => {
  const lines = [
    entry('create', 201),
    entry('create', 409),
    entry('get', 404),
    entry('patch', 200),
    entry('watch', 200),
    entry('create', 201, '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'),
    entry('list', 200, '/api/v1/configmaps?sendInitialEvents=true&watch=true'),
  ]
  expect(countRequests(lines)).toEqual({
    total: 5,
    failed: 2,
    writes: 3,
    watches: 2,
    byVerb: { create: 3, get: 1, patch: 1 },
  })
})
