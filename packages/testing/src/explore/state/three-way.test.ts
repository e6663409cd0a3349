import { describe, expect, it } from 'vitest'
import { withChangedFields, withChanges } from './three-way.ts'

const [ours, theirs] = [{ name: 'site' }, { name: 'sidecar' }]

describe('the change from one document to another, applied to a third one', () => {
  it('distinguishes an empty list from a missing one', () => {
    expect(withChangedFields({ ports: [] }, { ports: [] }, {})).toEqual({})
    expect(withChangedFields({}, {}, { ports: [] })).toEqual({ ports: [] })
    expect(withChanges([], [], undefined)).toBeUndefined()
  })

  it('removes the named items of a removed list, and keeps those of other writers', () => {
    expect(withChanges([ours, theirs], [ours], undefined)).toEqual([theirs])
    expect(withChanges([ours], [ours], undefined)).toBeUndefined()
    expect(withChanges([ours], [ours], [])).toEqual([])
  })

  it('keeps the values of other writers where nothing changed', () => {
    expect(withChangedFields({ a: 'theirs', b: 1 }, { a: 'ours', b: 1 }, { a: 'ours', b: 2 })).toEqual({
      a: 'theirs',
      b: 2,
    })
  })
})
