import { describe, expect, it } from 'vitest'
import { Tables } from './tables.ts'

const snapshot = (topic: string, ...entries: [string, unknown][]) => ({ type: 'snapshot', topic, entries }) as const

describe('the topic tables of a page', () => {
  it('apply a snapshot and its changes', () => {
    const tables = new Tables()
    tables.take(snapshot('a', ['x', 1], ['__proto__', 2]))
    tables.take({ type: 'change', topic: 'a', set: [['y', 3]], removed: ['x'] })
    expect([...tables.table('a').entries]).toEqual([
      ['__proto__', 2],
      ['y', 3],
    ])
    tables.take(snapshot('a', ['z', 4])) // after a restart
    expect([...tables.table('a').entries]).toEqual([['z', 4]])
  })

  it('have versions that are unique across topics', () => {
    const tables = new Tables()
    tables.take(snapshot('a'))
    tables.take({ type: 'problem', topic: 'b', message: 'away' })
    expect(tables.table('a').version).not.toBe(tables.table('b').version)
    expect(tables.table('b')).toMatchObject({ isComplete: false, problem: 'away' })
    tables.take({ type: 'problem', topic: 'b', message: null })
    expect(tables.table('b').problem).toBeUndefined()
  })

  it('are dropped for topics without viewers', () => {
    const tables = new Tables()
    tables.take(snapshot('a', ['x', 1]))
    tables.keepOnly(['b'])
    expect(tables.table('a').isComplete).toBe(false)
  })
})
