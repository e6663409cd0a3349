import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Chain, Link } from './chain.ts'

/** Applies the same operations to a chain and to an array of its links, and returns the contents of both. */
function play(steps: readonly { readonly kind: string; readonly which: number }[]) {
  const chain = new Chain<number>()
  const links: Link<number>[] = []
  const shifted: { chain: (number | undefined)[]; array: (number | undefined)[] } = { chain: [], array: [] }
  for (const [index, { kind, which }] of steps.entries()) {
    if (kind === 'push') {
      const link = new Link(index)
      links.push(link)
      chain.push(link)
    } else if (kind === 'shift') {
      shifted.chain.push(chain.shift())
      shifted.array.push(links.shift()?.item)
    } else if (links.length > 0) {
      chain.remove(links.splice(which % links.length, 1)[0]!)
    }
  }
  const items = links.map(({ item }) => item)
  return {
    chain: { shifted: shifted.chain, size: chain.size, first: chain.first, items: [...chain] },
    array: { shifted: shifted.array, size: items.length, first: items[0], items },
  }
}

describe('Chain', () => {
  it('behaves like an array for any sequence of push, shift and remove', () => {
    const step = fc.record({ kind: fc.constantFrom('push', 'shift', 'remove'), which: fc.nat() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const { chain, array } = play(steps)
        expect(chain).toEqual(array)
      }),
    )
  })

  it('accepts a removed link again', () => {
    const chain = new Chain<string>()
    const [a, b] = [new Link('a'), new Link('b')]
    for (const link of [a, b]) chain.push(link)
    chain.remove(a)
    chain.push(a)
    expect([...chain]).toEqual(['b', 'a'])
  })
})
