import type { KubeObject } from '@kubewright/core'
import { describe, expect, it } from 'vitest'
import { preparation } from './prepared-object.ts'
import { site } from './testing/objects.ts'

const managed = (): KubeObject => {
  const { metadata, ...rest } = site('blog', 7)
  return { ...rest, metadata: { ...metadata, managedFields: [{ manager: 'kubectl' }] } } as unknown as KubeObject
}

describe('the object that a source stores', () => {
  it('is the received instance if nothing is left out', () => {
    const object = site('blog', 7)
    expect(preparation({}, false)(object)).toBe(object)
  })

  it('has no managedFields unless keepsManagedFields is set', () => {
    expect(preparation({}, false)(managed())).toEqual(site('blog', 7))
    expect(preparation({ keepsManagedFields: true }, false)(managed())).toEqual(managed())
  })

  it('is PartialObjectMetadata for a metadata-only source', () => {
    const { metadata } = site('blog', 7)
    const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata }
    const prepare = preparation({ metadataOnly: true }, false)
    expect([prepare(managed()), prepare(partial)]).toEqual([partial, partial])
  })

  it("is the transform's result, without managedFields, and frozen in tests", () => {
    const kept = preparation(
      { transform: ({ metadata, ...rest }) => ({ ...rest, metadata, extra: { a: 1 } }) as never },
      true,
    )(managed()) as KubeObject & { extra: object }
    expect([kept.metadata.managedFields, kept.extra]).toEqual([undefined, { a: 1 }])
    expect([Object.isFrozen(kept), Object.isFrozen(kept.extra)]).toEqual([true, true])
  })

  it.each(['name', 'namespace', 'uid', 'resourceVersion'])(
    'is refused when the transform changes metadata.%s',
    (field) => {
      const inPlace = (object: KubeObject) => {
        Object.assign(object.metadata, { [field]: 'other' })
        return object
      }
      expect(() => preparation({ transform: inPlace }, false)(site('blog', 7))).toThrow(`it changed metadata.${field}`)
    },
  )
})
