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

describe('user writes on objects of the operator', () => {
  it('explain a field that the user removed or added', () => {
    const interference = new Interference()
    interference.write(patch, note, map)
    const { explains, isOpen } = interference.soFar()
    expect(isOpen).toBe(false)
    expect(explains(missing('metadata.annotations.note'))).toBe(true)
    expect(explains(missing('metadata.annotations'))).toBe(true)
    expect(explains(missing('metadata.annotations.other'))).toBe(false)
    expect(explains({ ...missing('metadata.annotations.note'), object: 'ConfigMap default/other' })).toBe(false)
  })

  it('do not explain a changed value of the operator', () => {
    const interference = new Interference()
    interference.write(patch, JSON.stringify({ data: { title: 'mine' } }), map)
    const changed = { object: called, path: 'data.title', expected: '"Notes"', actual: '"mine"' }
    expect(interference.soFar().explains(changed)).toBe(false)
  })

  it('are none if the user writes an own object', () => {
    const interference = new Interference()
    interference.write(patch, note, undefined)
    expect(interference.soFar().explains(missing('metadata.annotations.note'))).toBe(false)
  })

  it('are lost if a label that the user set is missing from an existing object', () => {
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

  it('may explain anything if they write a status, or act on external services', () => {
    const [status, outside] = [new Interference(), new Interference()]
    const before = status.soFar()
    status.write({ verb: 'patch', resource: 'deployments/status' }, '{}', map)
    outside.act()
    expect([before.isOpen, status.soFar().isOpen, outside.soFar().isOpen]).toEqual([false, true, true])
  })
})
