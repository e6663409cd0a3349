import { describe, expect, it } from 'vitest'
import { GoSlice } from './go-slice.ts'

describe('GoSlice', () => {
  it('moves items for all who look when one is taken out', () => {
    const backing = ['a', 'b', 'c']
    const slice = new GoSlice(backing)
    slice.removeAll([0])
    expect([slice.items, backing]).toEqual([
      ['b', 'c'],
      ['b', 'c', 'c'],
    ])
  })

  it('leaves behind its end what stood last each time one was taken out', () => {
    const backing = ['a', 'b', 'c', 'd', 'e']
    const slice = new GoSlice(backing)
    slice.removeAll([3, 4, 0])
    expect([slice.items, backing]).toEqual([
      ['b', 'c'],
      ['b', 'c', 'c', 'e', 'e'],
    ])
  })

  it('writes over what is behind its end', () => {
    const backing = ['a', 'b']
    const slice = new GoSlice(backing)
    slice.removeAll([0])
    slice.append('x')
    expect(backing).toEqual(['b', 'x'])
  })

  it('takes an array of its own once the shared one is full', () => {
    const backing = ['a']
    const slice = new GoSlice(backing)
    slice.append('b')
    slice.put(0, 'x')
    expect([slice.items, backing]).toEqual([['x', 'b'], ['a']])
  })
})
