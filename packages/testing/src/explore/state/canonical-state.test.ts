import { describe, expect, it } from 'vitest'
import { canonicalState } from './canonical-state.ts'
import type { ListedObject } from './listed-objects.ts'
import { formatDifference, stateDifferences } from './state-difference.ts'

const ids = ['0b6a1c9e-3f64-4b53-9d3b-2a7a6e3c1f10', '1b6a1c9e-3f64-4b53-9d3b-2a7a6e3c1f10'] as const

function object(metadata: Partial<ListedObject['metadata']>, rest: object = {}): ListedObject {
  const [uid] = ids
  const own = { name: 'blog', namespace: 'web', uid, resourceVersion: '7', creationTimestamp: '2026-01-01T00:00:00Z' }
  return { apiVersion: 'v1', kind: 'ConfigMap', path: '', collection: '', metadata: { ...own, ...metadata }, ...rest }
}

describe('canonicalState', () => {
  it('does not depend on resourceVersions, times and uids', () => {
    const one = canonicalState([object({}, { data: { at: '2026-01-01T00:00:00Z', owner: ids[0] } })])
    const two = canonicalState([
      object({ uid: ids[1], resourceVersion: '9' }, { data: { owner: ids[1], at: '2027-02-03T00:00:00Z' } }),
    ])
    expect([...one]).toEqual([...two])
    expect(one.get('ConfigMap web/blog')?.data).toEqual({ at: '<time>', owner: '<uid of ConfigMap web/blog>' })
  })

  it('replaces generated names everywhere', () => {
    const child = object({ name: 'blog-x7k2p', generateName: 'blog-', uid: ids[1] })
    const state = canonicalState([child, object({}, { data: { child: 'blog-x7k2p' } })])
    expect([...state.keys()]).toEqual(['ConfigMap web/blog', 'ConfigMap web/blog-*'])
    expect(state.get('ConfigMap web/blog')?.data).toEqual({ child: 'blog-*' })
  })

  it('ignores generations, and keeps whether observedGeneration is current', () => {
    const seen = (generation: number, observedGeneration: number) =>
      canonicalState([object({ generation }, { status: { observedGeneration } })]).get('ConfigMap web/blog')?.status
    expect([seen(3, 3), seen(5, 5), seen(5, 4)]).toEqual([
      { observedGeneration: 'current' },
      { observedGeneration: 'current' },
      { observedGeneration: 'behind' },
    ])
  })

  it('is compared field by field', () => {
    const one = canonicalState([object({}, { data: { a: '1' } }), object({ name: 'gone', uid: ids[1] })])
    const two = canonicalState([object({}, { data: { a: '2' } }), object({ name: 'new', uid: ids[1] })])
    expect(stateDifferences(one, two).map(formatDifference)).toEqual([
      'ConfigMap web/blog: data.a is "2", not "1"',
      'ConfigMap web/gone is missing',
      'ConfigMap web/new should not be there',
    ])
  })
})
