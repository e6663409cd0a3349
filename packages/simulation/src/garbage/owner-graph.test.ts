import type { OwnerReference } from '@kubewright/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Kind } from './kind.ts'
import { type GraphNode, OwnerGraph } from './owner-graph.ts'

const kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' } as Kind
const reference = (uid: string, blocks = true): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: uid,
  uid,
  blockOwnerDeletion: blocks,
})
const node = (uid: string, owners: readonly string[] = [], more: Partial<GraphNode> = {}): GraphNode => ({
  uid,
  kind,
  ref: { name: uid, namespace: 'default' },
  owners: owners.map((owner) => reference(owner)),
  isGoing: false,
  isForeground: false,
  isOrphaning: false,
  ...more,
})

describe('OwnerGraph', () => {
  it('returns an object whose owner is unknown', () => {
    const graph = new OwnerGraph()
    expect(graph.put(node('child', ['owner']))).toEqual(['child'])
    graph.put(node('owner'))
    expect(graph.put(node('child', ['owner']))).toEqual([])
  })

  it('returns the dependents of a removed object', () => {
    const graph = new OwnerGraph()
    graph.put(node('owner'))
    graph.put(node('child', ['owner']))
    expect(graph.remove('owner')).toEqual(['child'])
  })

  it('returns an owner in foreground deletion when a blocking dependent is gone or no longer blocks', () => {
    const graph = new OwnerGraph()
    graph.put(node('owner'))
    graph.put(node('one', ['owner']))
    graph.put(node('two', ['owner']))
    expect(graph.put(node('owner', [], { isGoing: true, isForeground: true }))).toEqual(['owner', 'one', 'two'])
    expect(graph.blockersOf('owner').map(({ uid }) => uid)).toEqual(['one', 'two'])
    expect(graph.remove('one')).toContain('owner')
    expect(graph.put(node('two', []))).toEqual(['owner'])
    expect(graph.blockersOf('owner')).toEqual([])
  })

  const strangers = [
    { name: 'in another namespace', owner: { ref: { name: 'owner', namespace: 'far' } } },
    { name: 'with another name', owner: { ref: { name: 'other', namespace: 'default' } } },
    { name: 'of another kind', owner: { kind: { ...kind, kind: 'Secret' } } },
  ]
  it.each(strangers)('does not match an owner $name', ({ owner }) => {
    const graph = new OwnerGraph()
    graph.put(node('owner', [], owner))
    expect(graph.put(node('child', ['owner']))).toEqual(['child'])
  })

  it('has the right dependents for any order of changes', () => {
    const uids = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const change = fc.record({ uid: uids, owners: fc.uniqueArray(uids, { maxLength: 2 }), isGone: fc.boolean() })
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const graph = new OwnerGraph()
        const known = new Map<string, readonly string[]>()
        for (const { uid, owners, isGone } of changes) {
          if (isGone) graph.remove(uid)
          else graph.put(node(uid, owners))
          if (isGone) known.delete(uid)
          else known.set(uid, owners)
        }
        for (const owner of ['a', 'b', 'c', 'd', 'e']) {
          const dependents = graph.dependentsOf(owner).map(({ uid }) => uid)
          const expected = [...known].filter(([, owners]) => owners.includes(owner)).map(([uid]) => uid)
          expect(dependents.toSorted()).toEqual(expected.toSorted())
        }
      }),
    )
  })

  it('drops all objects of a kind without returning dependents', () => {
    const graph = new OwnerGraph()
    graph.put(node('owner'))
    graph.put(node('child', ['owner']))
    graph.forget(kind)
    expect([graph.size, graph.dependentsOf('owner')]).toEqual([0, []])
  })
})
