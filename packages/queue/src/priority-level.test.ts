import { describe, expect, it } from 'vitest'
import { Link } from './linked-list.ts'
import { type Grouped, PriorityLevel } from './priority-level.ts'

class Item implements Grouped<Item> {
  readonly name: string
  readonly group: string
  readonly turn: Link<Item> = new Link<Item>(this)

  constructor(name: string) {
    this.name = name
    this.group = name[0]!
  }
}

function levelOf(...names: string[]): { level: PriorityLevel<Item>; items: Record<string, Item> } {
  const level = new PriorityLevel<Item>(0)
  const items = Object.fromEntries(names.map((name) => [name, new Item(name)]))
  for (const item of Object.values(items)) level.push(item)
  return { level, items }
}

const namesOf = (items: Iterable<Item>) => [...items].map(({ name }) => name)

describe('PriorityLevel, the keys of one priority', () => {
  it('lists its items in the order of its shifts: round-robin between groups', () => {
    const { level } = levelOf('a1', 'a2', 'a3', 'b1', 'c1', 'c2')
    const listed = namesOf(level.inOrder())
    const given = Array.from({ length: 6 }, () => level.shift()!)
    expect(listed).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
    expect(namesOf(given)).toEqual(listed)
  })

  it('keeps the round-robin order when an item is removed', () => {
    const { level, items } = levelOf('a1', 'a2', 'b1', 'c1')
    level.remove(items['b1']!)
    level.remove(items['a1']!)
    expect(namesOf(level.inOrder())).toEqual(['a2', 'c1'])
  })

  it('is empty after its last item is removed', () => {
    const { level, items } = levelOf('a1')
    level.remove(items['a1']!)
    expect({ size: level.size, first: level.first, next: level.shift() }).toEqual({
      size: 0,
      first: undefined,
      next: undefined,
    })
  })
})
