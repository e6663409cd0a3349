import { describe, expect, it } from 'vitest'
import { History } from './history.ts'
import type { ReconcileRecord } from '../host/reconcile-record.ts'

function record(name: string, startedAt: number): ReconcileRecord {
  const object = { namespace: 'default', name }
  const rest = { controller: 'sites', reasons: [], durationMs: 1, writes: { sent: 0, changed: 0 } }
  return { id: `${name}-${startedAt}`, object, startedAt, result: { type: 'success' }, ...rest }
}

describe('the reconcile history', () => {
  it('returns the last reconciles of an object, newest first', () => {
    const history = new History({ perObject: 2 })
    for (const at of [1, 2, 3]) history.add(record('a', at))
    history.add(record('b', 4))
    expect(history.of({ namespace: 'default', name: 'a' }).map(({ id }) => id)).toEqual(['a-3', 'a-2'])
    expect(history.all().map(({ id }) => id)).toEqual(['b-4', 'a-3', 'a-2'])
    expect(history.of({ namespace: 'other', name: 'a' })).toEqual([])
  })

  it('keeps the order of completion even if the clock jumps back', () => {
    const history = new History()
    for (const [name, at] of [
      ['a', 5],
      ['b', 5],
      ['a', 3],
    ] as const)
      history.add({ ...record(name, at), durationMs: 0 })
    expect(history.all().map(({ id }) => id)).toEqual(['a-3', 'b-5', 'a-5'])
  })

  it('evicts the least recently reconciled object', () => {
    const history = new History({ objects: 2 })
    for (const [at, name] of ['a', 'b', 'a', 'c'].entries()) history.add(record(name, at))
    expect(history.all().map(({ id }) => id)).toEqual(['c-3', 'a-2', 'a-0'])
  })

  it('keeps one record per object if limited to one', () => {
    const history = new History({ perObject: 1 })
    for (const at of [1, 2]) history.add(record('a', at))
    expect(history.all().map(({ id }) => id)).toEqual(['a-2'])
  })
})
