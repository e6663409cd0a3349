import { describe, expect, it } from 'vitest'
import type { Reason } from '../request/reason.ts'
import { StandbyBacklog } from './standby-backlog.ts'

const [changed, resync]: Reason[] = [{ type: 'changed' }, { type: 'resync' }]

describe('what is wished for while nobody works', () => {
  it('is handed over once, in order, each with what led to it', () => {
    const backlog = new StandbyBacklog()
    backlog.add('a', resync!, true)
    backlog.add('b', resync!, true)
    backlog.add('a', changed!, false)
    expect(backlog.takeAll()).toEqual([
      ['a', { reasons: [resync, changed], isBackground: false }],
      ['b', { reasons: [resync], isBackground: true }],
    ])
    expect(backlog.takeAll()).toEqual([])
  })

  it('is forgotten with its object', () => {
    const backlog = new StandbyBacklog()
    backlog.add('a', changed!, false)
    backlog.forget('a')
    expect(backlog.size).toBe(0)
  })

  it('keeps the first reasons of many', () => {
    const backlog = new StandbyBacklog()
    for (let at = 0; at < 100; at++) backlog.add('a', changed!, false)
    expect(backlog.takeAll()[0]?.[1].reasons).toHaveLength(8)
  })
})
