import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Link, LinkedList } from './linked-list.ts'

/** Applies the same operations to a list and to an array of its links, and returns the contents of both. */
function play(steps: readonly { readonly kind: string; readonly which: number }[]) {
  const list = new LinkedList<number>()
  const links: Link<number>[] = []
  const shifted: { list: (number | undefined)[]; array: (number | undefined)[] } = { list: [], array: [] }
  for (const [index, { kind, which }] of steps.entries()) {
    if (kind === 'push') {
      const link = new Link(index)
      links.push(link)
      list.push(link)
    } else if (kind === 'shift') {
      shifted.list.push(list.shift())
      shifted.array.push(links.shift()?.item)
    } else if (links.length > 0) {
      list.remove(links.splice(which % links.length, 1)[0]!)
    }
  }
  const items = links.map(({ item }) => item)
  return {
    list: { shifted: shifted.list, size: list.size, first: list.first, items: [...list] },
    array: { shifted: shifted.array, size: items.length, first: items[0], items },
  }
}

describe('LinkedList', () => {
  it('behaves like an array for any sequence of push, shift and remove', () => {
    const step = fc.record({ kind: fc.constantFrom('push', 'shift', 'remove'), which: fc.nat() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const { list, array } = play(steps)
        expect(list).toEqual(array)
      }),
    )
  })

  it('accepts a removed link again', () => {
    const list = new LinkedList<string>()
    const [a, b] = [new Link('a'), new Link('b')]
    for (const link of [a, b]) list.push(link)
    list.remove(a)
    list.push(a)
    expect([...list]).toEqual(['b', 'a'])
  })
})
