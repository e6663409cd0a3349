import { describe, expect, it } from 'vitest'
import { dropNulls, withoutNulls } from './null-fields.ts'

describe('withoutNulls', () => {
  it('does not modify the draft', () => {
    const draft = { kind: 'Event', apiVersion: 'v1', metadata: {}, eventTime: null }
    expect(withoutNulls(draft)).toEqual({ kind: 'Event', apiVersion: 'v1', metadata: {} })
    expect(draft.eventTime).toBeNull()
  })

  it('removes nulls inside of lists', () => {
    const draft = { kind: 'Pod', apiVersion: 'v1', metadata: {}, list: [{ a: null, b: 1 }] }
    expect(withoutNulls(draft)['list']).toEqual([{ b: 1 }])
  })

  it.each([
    { name: 'ControllerRevision data', kind: 'ControllerRevision', fields: { data: { a: null } } },
    { name: 'opaque device parameters', kind: 'ResourceClaim', fields: { opaque: { parameters: { a: null } } } },
    {
      name: 'CRD schemas',
      kind: 'CustomResourceDefinition',
      fields: { schema: { openAPIV3Schema: { default: null } } },
    },
  ])('keeps nulls in $name', ({ kind, fields }) => {
    const draft = { kind, apiVersion: 'v1', metadata: {}, ...fields }
    expect(withoutNulls(draft)).toEqual(draft)
  })
})

describe('dropNulls', () => {
  it('modifies the draft', () => {
    const draft = { kind: 'Pod', apiVersion: 'v1', metadata: {}, spec: { a: null } }
    dropNulls(draft)
    expect(draft).toEqual({ kind: 'Pod', apiVersion: 'v1', metadata: {}, spec: {} })
  })
})
