import type { KubeObject, ManagedFieldsEntry } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { writeOf } from './change-author.ts'

const at = (second: number) => `2026-01-01T00:00:0${second}Z`
const applied = (manager: string, second: number): ManagedFieldsEntry => ({
  manager,
  operation: 'Apply',
  time: at(second),
})
const status = (manager: string, second: number): ManagedFieldsEntry => ({
  manager,
  operation: 'Update',
  subresource: 'status',
  time: at(second),
})
const object = (...managedFields: ManagedFieldsEntry[]) =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'db', managedFields } }) as unknown as KubeObject

describe('the author of a change', () => {
  it('is the operator if its managedFields entry is new or later than before', () => {
    const write = { verb: 'apply', subresource: undefined }
    expect(writeOf('op', object(applied('op', 1)), undefined)).toEqual(write)
    expect(writeOf('op', object(applied('op', 2)), object(applied('op', 1)))).toEqual(write)
    expect(writeOf('op', object(status('op', 2), applied('op', 1)), object(applied('op', 1)))).toEqual({
      verb: 'update',
      subresource: 'status',
    })
  })

  it('is another manager if its entry is later', () => {
    const before = object(applied('op', 2))
    expect(writeOf('op', object(applied('op', 2), status('kubelet', 3)), before)).toBeUndefined()
  })

  it('is the last writer if two writes happened within one second', () => {
    const before = object(applied('op', 2), status('kubelet', 1))
    expect(writeOf('op', before, before)).toMatchObject({ verb: 'apply' })
    expect(writeOf('kubelet', before, before)).toBeUndefined()
  })

  it('is undefined if it is ambiguous', () => {
    const both = object(applied('op', 2), status('kubelet', 2))
    expect(writeOf('op', both, both)).toBeUndefined()
    expect(writeOf('op', both, object(applied('op', 1)))).toBeUndefined()
    expect(writeOf('op', object(), undefined)).toBeUndefined()
  })
})
