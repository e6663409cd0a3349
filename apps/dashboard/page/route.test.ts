import { describe, expect, it } from 'vitest'
import { formatRoute, objectRoute, parseRoute } from './route.ts'

describe('the URL hash of the dashboard', () => {
  it.each([
    ['', 'operators', []],
    ['#/objects', 'objects', []],
    ['#/objects/core/v1/Pod/default/a%2Fb', 'objects', ['core', 'v1', 'Pod', 'default', 'a/b']],
    ['#/objects/%E0%A4%A', 'objects', ['%E0%A4%A']],
  ])('%s is parsed into its page', (hash, page, parts) => {
    expect(parseRoute(hash)).toMatchObject({ page, parts })
  })

  it('survives format and parse for any names', () => {
    const parts = ['a/b', '?x=1', '#', '<img src=x>', '%']
    expect(parseRoute(formatRoute('objects', parts, { tab: 'graph' }))).toMatchObject({ page: 'objects', parts })
  })

  it('distinguishes a cluster-scoped object by "-"', () => {
    const kind = { group: '', version: 'v1', kind: 'Node' }
    expect(objectRoute(kind, { name: 'a' })).toBe('#/objects/core/v1/Node/-/a')
  })
})
