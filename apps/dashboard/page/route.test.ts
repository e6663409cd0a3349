import { describe, expect, it } from 'vitest'
import { formatRoute, objectRoute, parseRoute } from './route.ts'

describe('an address', () => {
  it.each([
    ['', 'operators', []],
    ['#/objects', 'objects', []],
    ['#/objects/core/v1/Pod/default/a%2Fb', 'objects', ['core', 'v1', 'Pod', 'default', 'a/b']],
    ['#/objects/%E0%A4%A', 'objects', ['%E0%A4%A']],
  ])('%s leads to its page', (hash, page, parts) => {
    expect(parseRoute(hash)).toMatchObject({ page, parts })
  })

  it('survives names with everything in them', () => {
    const parts = ['a/b', '?x=1', '#', '<img src=x>', '%']
    expect(parseRoute(formatRoute('objects', parts, { tab: 'graph' }))).toMatchObject({ page: 'objects', parts })
  })

  it('of an object without a namespace is told from one with', () => {
    const kind = { group: '', version: 'v1', kind: 'Node' }
    expect(objectRoute(kind, { name: 'a' })).toBe('#/objects/core/v1/Node/-/a')
  })
})
