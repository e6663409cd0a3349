import { describe, expect, it } from 'vitest'
import { GoSlice } from './go-slice.ts'

describe('GoSlice', () => {
  it('shifts items in the shared backing array on removal, as Go does', () => {
    const backing = ['a', 'b', 'c']
    const slice = new GoSlice(backing)
    slice.removeAll([0])
    expect([slice.items, backing]).toEqual([
      ['b', 'c'],
      ['b', 'c', 'c'],
    ])
  })

  it('leaves stale items behind its end after several removals', () => {
    const backing = ['a', 'b', 'c', 'd', 'e']
    const slice = new GoSlice(backing)
    slice.removeAll([3, 4, 0])
    expect([slice.items, backing]).toEqual([
      ['b', 'c'],
      ['b', 'c', 'c', 'e', 'e'],
    ])
  })

  it('overwrites items behind its end on append', () => {
    const backing = ['a', 'b']
    const slice = new GoSlice(backing)
    slice.removeAll([0])
    slice.append('x')
    expect(backing).toEqual(['b', 'x'])
  })

  it('reallocates when the backing array is full', () => {
    const backing = ['a']
    const slice = new GoSlice(backing)
    slice.append('b')
    slice.put(0, 'x')
    expect([slice.items, backing]).toEqual([['x', 'b'], ['a']])
  })
})
