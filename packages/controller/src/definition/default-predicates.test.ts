import { describe, expect, it } from 'vitest'
import { site } from '../testing/objects.ts'
import { isIntended, isVisible } from './default-predicates.ts'

const before = site('blog', { status: { url: 'a' }, metadata: { labels: { a: '1' } } })
const bare = site('blog', { metadata: { generation: undefined } })

const cases = [
  { name: 'nothing', next: before, previous: before, intended: false, visible: false },
  { name: 'what was not there before', next: before, previous: undefined, intended: true, visible: true },
  {
    name: 'a change of status',
    next: site('blog', { status: { url: 'b' }, metadata: { labels: { a: '1' } } }),
    previous: before,
    intended: false,
    visible: true,
  },
  {
    name: 'a new generation',
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
    name: 'bookkeeping',
    next: site('blog', {
      status: { url: 'a' },
      metadata: { labels: { a: '1' }, resourceVersion: '2', managedFields: [{ manager: 'me' }] },
    }),
    previous: before,
    intended: false,
    visible: false,
  },
  {
    name: 'a deletion',
    next: site('blog', { status: { url: 'a' }, metadata: { labels: { a: '1' }, deletionTimestamp: 'now' } }),
    previous: before,
    intended: true,
    visible: true,
  },
  {
    name: 'a spec where no generations are counted',
    next: { ...bare, spec: { image: 'caddy' } } as typeof bare,
    previous: bare,
    intended: true,
    visible: true,
  },
]

describe('which changes are worth a reconcile', () => {
  it.each(cases)('of the object itself, $name: $intended', ({ next, previous, intended }) => {
    expect(isIntended(next, previous)).toBe(intended)
  })

  it.each(cases)('of what it owns, $name: $visible', ({ next, previous, visible }) => {
    expect(isVisible(next, previous)).toBe(visible)
  })
})
