import { describe, expect, it } from 'vitest'
import { dropNulls, withoutNulls } from './null-fields.ts'

describe('withoutNulls', () => {
  it('leaves the draft as it is', () => {
    const draft = { kind: 'Event', apiVersion: 'v1', metadata: {}, eventTime: null }
    expect(withoutNulls(draft)).toEqual({ kind: 'Event', apiVersion: 'v1', metadata: {} })
    expect(draft.eventTime).toBeNull()
  })

  it('goes through lists', () => {
    const draft = { kind: 'Pod', apiVersion: 'v1', metadata: {}, list: [{ a: null, b: 1 }] }
    expect(withoutNulls(draft)['list']).toEqual([{ b: 1 }])
  })

  it.each([
    { name: 'the data of a revision', kind: 'ControllerRevision', fields: { data: { a: null } } },
    { name: 'parameters of devices', kind: 'ResourceClaim', fields: { opaque: { parameters: { a: null } } } },
    { name: 'schemas', kind: 'CustomResourceDefinition', fields: { schema: { openAPIV3Schema: { default: null } } } },
  ])('keeps nulls in $name', ({ kind, fields }) => {
    const draft = { kind, apiVersion: 'v1', metadata: {}, ...fields }
    expect(withoutNulls(draft)).toEqual(draft)
  })
})

describe('dropNulls', () => {
  it('changes the draft', () => {
    const draft = { kind: 'Pod', apiVersion: 'v1', metadata: {}, spec: { a: null } }
    dropNulls(draft)
    expect(draft).toEqual({ kind: 'Pod', apiVersion: 'v1', metadata: {}, spec: {} })
  })
})
