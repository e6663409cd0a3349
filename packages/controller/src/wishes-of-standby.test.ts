import { describe, expect, it } from 'vitest'
import type { Reason } from './reason.ts'
import { WishesOfStandby } from './wishes-of-standby.ts'

const [changed, resync]: Reason[] = [{ type: 'changed' }, { type: 'resync' }]

describe('what is wished for while nobody works', () => {
  it('is handed over once, in order, each with what led to it', () => {
    const wishes = new WishesOfStandby()
    wishes.add('a', resync!, true)
    wishes.add('b', resync!, true)
    wishes.add('a', changed!, false)
    expect(wishes.takeAll()).toEqual([
      ['a', { reasons: [resync, changed], isBackground: false }],
      ['b', { reasons: [resync], isBackground: true }],
    ])
    expect(wishes.takeAll()).toEqual([])
  })

  it('is forgotten with its object', () => {
    const wishes = new WishesOfStandby()
    wishes.add('a', changed!, false)
    wishes.forget('a')
    expect(wishes.size).toBe(0)
  })

  it('keeps the first reasons of many', () => {
    const wishes = new WishesOfStandby()
    for (let at = 0; at < 100; at++) wishes.add('a', changed!, false)
    expect(wishes.takeAll()[0]?.[1].reasons).toHaveLength(8)
  })
})
