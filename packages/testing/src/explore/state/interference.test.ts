import { describe, expect, it } from 'vitest'
import { Interference } from './interference.ts'
import type { ListedObject } from './listed-objects.ts'

const patch = { verb: 'patch', resource: 'configmaps' }
const called = 'ConfigMap default/blog'
const map = { called, uid: '1' }
const note = JSON.stringify({ metadata: { annotations: { note: 'mine' } } })

function missing(path: string) {
  return { object: called, path, expected: undefined, actual: '"mine"' }
}

describe('what a user does beside declaring', () => {
  it('explains that a field of theirs is there or not, on something they did not make', () => {
    const interference = new Interference()
    interference.write(patch, note, map)
    const { explains, isOpen } = interference.soFar()
    expect(isOpen).toBe(false)
    expect(explains(missing('metadata.annotations.note'))).toBe(true)
    expect(explains(missing('metadata.annotations'))).toBe(true)
    expect(explains(missing('metadata.annotations.other'))).toBe(false)
    expect(explains({ ...missing('metadata.annotations.note'), object: 'ConfigMap default/other' })).toBe(false)
  })

  it('does not explain that the operator leaves a value of its own as somebody changed it', () => {
    const interference = new Interference()
    interference.write(patch, JSON.stringify({ data: { title: 'mine' } }), map)
    const changed = { object: called, path: 'data.title', expected: '"Notes"', actual: '"mine"' }
    expect(interference.soFar().explains(changed)).toBe(false)
  })

  it('is nothing if they write what they made', () => {
    const interference = new Interference()
    interference.write(patch, note, undefined)
    expect(interference.soFar().explains(missing('metadata.annotations.note'))).toBe(false)
  })

  it('is lost if a label of theirs is gone from what is still there', () => {
    const there = (metadata: object) => [
      { metadata: { name: 'blog', uid: '1', ...metadata } as ListedObject['metadata'] },
    ]
    const interference = new Interference()
    interference.write(patch, note, map)
    expect(interference.lost(there({ annotations: { note: 'another' } }))).toEqual([])
    expect(interference.lost(there({}))).toEqual(['metadata.annotations.note of ConfigMap default/blog'])
    expect(interference.lost(there({ uid: '2' }))).toEqual([])
    interference.write(patch, JSON.stringify({ metadata: { annotations: { note: null } } }), map)
    expect(interference.lost(there({}))).toEqual([])
  })

  it('may lead anywhere if it is a status, or outside', () => {
    const [status, outside] = [new Interference(), new Interference()]
    const before = status.soFar()
    status.write({ verb: 'patch', resource: 'deployments/status' }, '{}', map)
    outside.act()
    expect([before.isOpen, status.soFar().isOpen, outside.soFar().isOpen]).toEqual([false, true, true])
  })
})
