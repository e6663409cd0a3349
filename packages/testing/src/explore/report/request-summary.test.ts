import { describe, expect, it } from 'vitest'
import { requestSummary } from './request-summary.ts'

describe('requestSummary', () => {
  const owner = { apiVersion: 'v1', kind: 'Site', name: 'blog', uid: '1' }
  it.each([
    [
      'omits the kind and name of the call',
      { kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 1 } },
      '{ data: { a: 1 } }',
    ],
    ['names the owner', { metadata: { ownerReferences: [owner] } }, '{ metadata: { owner: "Site blog" } }'],
    ['names an empty list of owners', { metadata: { ownerReferences: [] } }, '{ metadata: { owner: "none" } }'],
    ['is empty if nothing is left', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, ''],
    ['quotes keys that are not identifiers', { data: { 'a b': null } }, '{ data: { "a b": null } }'],
    [
      'omits server fields and status of a whole object',
      { metadata: { generation: 2, creationTimestamp: 'x' }, spec: { a: 1 }, status: { b: 2 } },
      '{ spec: { a: 1 } }',
    ],
    ['contains a status that is sent alone', { status: { b: 2 } }, '{ status: { b: 2 } }'],
    ['contains lists', [{ op: 'remove' }], '[{ op: "remove" }]'],
  ])('%s', (_, sent, told) => {
    expect(requestSummary(JSON.stringify(sent))).toBe(told)
  })

  it('is truncated to one line', () => {
    expect(requestSummary(JSON.stringify({ data: 'x'.repeat(500) }))).toHaveLength(110)
    expect(requestSummary('a: yaml')).toBe('a: yaml')
  })
})
