import { describe, expect, it } from 'vitest'
import { requestSummary } from './request-summary.ts'

describe('sentInShort', () => {
  const owner = { apiVersion: 'v1', kind: 'Site', name: 'blog', uid: '1' }
  it.each([
    [
      'leaves out what the call is named after',
      { kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: 1 } },
      '{ data: { a: 1 } }',
    ],
    ['says who owns it', { metadata: { ownerReferences: [owner] } }, '{ metadata: { owner: "Site blog" } }'],
    ['says that nobody does', { metadata: { ownerReferences: [] } }, '{ metadata: { owner: "nobody" } }'],
    ['says nothing where there is nothing', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }, ''],
    ['quotes what is no word', { data: { 'a b': null } }, '{ data: { "a b": null } }'],
    [
      'leaves out what comes along with a whole object',
      { metadata: { generation: 2, creationTimestamp: 'x' }, spec: { a: 1 }, status: { b: 2 } },
      '{ spec: { a: 1 } }',
    ],
    ['tells a status that is meant', { status: { b: 2 } }, '{ status: { b: 2 } }'],
    ['tells lists', [{ op: 'remove' }], '[{ op: "remove" }]'],
  ])('%s', (_, sent, told) => {
    expect(requestSummary(JSON.stringify(sent))).toBe(told)
  })

  it('is never longer than a line', () => {
    expect(requestSummary(JSON.stringify({ data: 'x'.repeat(500) }))).toHaveLength(110)
    expect(requestSummary('a: yaml')).toBe('a: yaml')
  })
})
