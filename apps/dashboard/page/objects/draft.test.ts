import { describe, expect, it } from 'vitest'
import { draftOf, patchOf, setAt } from './draft.ts'
import type { PlainObject } from './plain-object.ts'

const object = { metadata: { name: 'a', uid: '1' }, spec: { replicas: 1, image: 'x' } } as PlainObject

describe('the draft of an edited object', () => {
  it('has the last change of each field, and does not change the object', () => {
    const edits = setAt(setAt(setAt([], ['spec', 'replicas'], 2), ['spec', 'image'], 'y'), ['spec', 'replicas'], 3)
    expect(draftOf(object, edits)).toEqual({ ...object, spec: { replicas: 3, image: 'y' } })
    expect(object['spec']).toEqual({ replicas: 1, image: 'x' })
  })

  it('is saved as a patch of the changed fields only', () => {
    const edits = setAt(setAt([], ['spec', 'replicas'], 2), ['spec', 'image'], undefined)
    expect(patchOf(edits)).toEqual({ spec: { replicas: 2, image: null } })
  })

  it('removes an emptied field, and creates the parents of a new one', () => {
    const edits = setAt(setAt([], ['spec', 'image'], undefined), ['data', '__proto__'], 'v')
    const draft = draftOf(object, edits)
    expect(draft['spec']).toEqual({ replicas: 1 })
    expect(Object.keys(draft['data'] as object)).toEqual(['__proto__'])
  })
})
