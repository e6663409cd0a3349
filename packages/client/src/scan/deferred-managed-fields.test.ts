import { deepClone, deepEqual, deepFreeze, type JsonObject } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { deferManagedFields, managedFieldsText } from './deferred-managed-fields.ts'
import { findManagedFields } from './managed-fields.ts'
import { doubt } from './metadata-cursor.ts'

const fields = [{ manager: 'kubectl', operation: 'Update', fieldsV1: { 'f:data': { '.': {}, 'f:ä,]': {} } } }]

function deferring(): JsonObject {
  const metadata: JsonObject = { name: 'blog' }
  deferManagedFields(metadata, JSON.stringify(fields))
  return metadata
}

describe('lazily decoded managedFields', () => {
  it('read as if decoded eagerly', () => {
    const metadata = deferring()
    expect(metadata.managedFields).toEqual(fields)
    expect(metadata.managedFields).toBe(metadata.managedFields)
  })

  it('are included in JSON, spread, clone and comparison', () => {
    const whole = { name: 'blog', managedFields: fields }
    expect(JSON.parse(JSON.stringify(deferring()))).toEqual(whole)
    expect({ ...deferring() }).toEqual(whole)
    expect(deepClone(deferring())).toEqual(whole)
    expect(structuredClone(deferring())).toEqual(whole)
    expect(deepEqual(deferring(), whole)).toBe(true)
    expect(Object.keys(deferring())).toEqual(['name', 'managedFields'])
  })

  it('can be read from a frozen object', () => {
    expect(Object.freeze(deferring()).managedFields).toEqual(fields)
    expect(deepFreeze(deferring()).managedFields).toEqual(fields)
  })

  it('can be replaced and removed', () => {
    const replaced = deferring() as Record<string, unknown>
    replaced.managedFields = []
    expect(replaced).toEqual({ name: 'blog', managedFields: [] })
    const { managedFields: _, ...rest } = deferring()
    expect(rest).toEqual({ name: 'blog' })
  })

  it('fail with KW_CLIENT_ANSWER on access if malformed', () => {
    const metadata: JsonObject = {}
    deferManagedFields(metadata, '[{]')
    expect(() => metadata.managedFields).toThrow(expect.objectContaining({ code: 'KW_CLIENT_ANSWER' }))
  })

  it.each([
    { name: 'last in the metadata', metadata: { name: 'blog', managedFields: fields } },
    { name: 'first in the metadata', metadata: { managedFields: fields, name: 'blog' } },
    { name: 'alone in the metadata', metadata: { managedFields: fields } },
  ])('are found in the JSON text: $name', ({ metadata }) => {
    const bytes = Buffer.from(JSON.stringify({ kind: 'Website', metadata, spec: { list: [1] } }))
    const cut = findManagedFields(bytes, 0, bytes.length)
    expect(cut).not.toBe(doubt)
    expect(JSON.parse(managedFieldsText(bytes, cut as [number, number])!)).toEqual(fields)
  })

  it('are ignored if they are not a list', () => {
    const bytes = Buffer.from('{"metadata":{"managedFields":null,"name":"a"},"spec":[1]}')
    const cut = findManagedFields(bytes, 0, bytes.length)
    expect(managedFieldsText(bytes, cut as [number, number])).toBeUndefined()
  })
})
