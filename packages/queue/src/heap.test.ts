import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Heap, type HeapItem } from './heap.ts'

interface Ranked extends HeapItem {
  rank: number
}

const ranked = (rank: number): Ranked => ({ rank, place: -1 })
const ranksOf = (items: Iterable<Ranked>) => [...items].map(({ rank }) => rank)

/** Pushes, changes and removes items; returns the heap, the items that should be in it, and those that should not. */
function play(steps: readonly { readonly kind: string; readonly rank: number; readonly which: number }[]) {
  const heap = new Heap<Ranked>((one, other) => one.rank < other.rank)
  const items: Ranked[] = []
  const removed: Ranked[] = []
  for (const { kind, rank, which } of steps) {
    const chosen = items[which % Math.max(items.length, 1)]
    if (kind === 'push' || !chosen) {
      const item = ranked(rank)
      items.push(item)
      heap.push(item)
    } else if (kind === 'change') {
      chosen.rank = rank
      heap.reorder(chosen)
    } else {
      removed.push(...items.splice(items.indexOf(chosen), 1))
      heap.remove(chosen)
    }
  }
  return { heap, items, removed }
}

function* emptied(heap: Heap<Ranked>): Generator<Ranked> {
  for (let first = heap.first; first; first = heap.first) {
    heap.remove(first)
    yield first
  }
}

describe('Heap', () => {
  it('returns its items in order for any sequence of push, change and remove', () => {
    const step = fc.record({ kind: fc.constantFrom('push', 'change', 'remove'), rank: fc.nat(50), which: fc.nat() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { heap, items, removed } = play(steps)
        const sorted = ranksOf(items).sort((one, other) => one - other)
        expect({ listed: ranksOf(heap.inOrder()), size: heap.size }).toEqual({ listed: sorted, size: items.length })
        expect(ranksOf(emptied(heap))).toEqual(sorted)
        expect([...items, ...removed].every(({ place }) => place === -1)).toBe(true)
      }),
    )
  })

  it('lists the first few items without comparing the rest', () => {
    let comparisons = 0
    const heap = new Heap<Ranked>((one, other) => {
      comparisons++
      return one.rank < other.rank
    })
    for (let rank = 10_000; rank > 0; rank--) heap.push(ranked(rank))
    comparisons = 0
    const first: number[] = []
    for (const { rank } of heap.inOrder()) if (first.push(rank) === 5) break
    expect(first).toEqual([1, 2, 3, 4, 5])
    expect(comparisons).toBeLessThan(50)
  })
})
