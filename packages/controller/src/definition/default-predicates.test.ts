import { describe, expect, it } from 'vitest'
import { site } from '../testing/objects.ts'
import { isIntended, isVisible } from './default-predicates.ts'

const before = site('blog', { status: { url: 'a' }, metadata: { labels: { a: '1' } } })
const bare = site('blog', { metadata: { generation: undefined } })

const cases = [
  { name: 'no change', next: before, previous: before, intended: false, visible: false },
  { name: 'a new object', next: before, previous: undefined, intended: true, visible: true },
  {
    name: 'status',
    next: site('blog', { status: { url: 'b' }, metadata: { labels: { a: '1' } } }),
    previous: before,
    intended: false,
    visible: true,
  },
  {
    name: 'generation',
    next: site('blog', { status: { url: 'a' }, metadata: { labels: { a: '1' }, generation: 2 } }),
    previous: before,
    intended: true,
    visible: false,
  },
  {
    name: 'a label',
    next: site('blog', { status: { url: 'a' }, metadata: { labels: { a: '2' } } }),
    previous: before,
    intended: true,
    visible: true,
  },
  {
    name: 'resourceVersion and managedFields only',
    next: site('blog', {
      status: { url: 'a' },
      metadata: { labels: { a: '1' }, resourceVersion: '2', managedFields: [{ manager: 'me' }] },
    }),
    previous: before,
    intended: false,
    visible: false,
  },
  {
    name: 'deletionTimestamp',
    next: site('blog', { status: { url: 'a' }, metadata: { labels: { a: '1' }, deletionTimestamp: 'now' } }),
    previous: before,
    intended: true,
    visible: true,
  },
  {
    name: 'spec of a kind without generations',
    next: { ...bare, spec: { image: 'caddy' } } as typeof bare,
    previous: bare,
    intended: true,
    visible: true,
  },
]

describe('default predicates', () => {
  it.each(cases)(
    'a change of the primary object triggers a reconcile: $name: $intended',
    ({ next, previous, intended }) => {
      expect(isIntended(next, previous)).toBe(intended)
    },
  )

  it.each(cases)('a change of an owned object triggers a reconcile: $name: $visible', ({ next, previous, visible }) => {
    expect(isVisible(next, previous)).toBe(visible)
  })
})
