import { describe, expect, it } from 'vitest'
import type { Reason } from '../request/reason.ts'
import { StandbyBacklog } from './standby-backlog.ts'

const [changed, resync]: Reason[] = [{ type: 'changed' }, { type: 'resync' }]

describe('the backlog of requests on standby', () => {
  it('is taken once, in order, each key with its reasons', () => {
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

  it('drops the key of a deleted object', () => {
    const backlog = new StandbyBacklog()
    backlog.add('a', changed!, false)
    backlog.forget('a')
    expect(backlog.size).toBe(0)
  })

  it('keeps only the first reasons of a key', () => {
    const backlog = new StandbyBacklog()
    for (let at = 0; at < 100; at++) backlog.add('a', changed!, false)
    expect(backlog.takeAll()[0]?.[1].reasons).toHaveLength(8)
  })
})
