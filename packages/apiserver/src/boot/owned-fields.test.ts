import { describe, expect, it } from 'vitest'
import { ownedFields } from './owned-fields.ts'

describe('ownedFields', () => {
  it('parses fields, nested fields and list items to FieldsV1', () => {
    expect(ownedFields('metadata(labels(. a.b/c)) spec(ports(. k:{"port":80}(. port)) type)')).toEqual({
      'f:metadata': { 'f:labels': { '.': {}, 'f:a.b/c': {} } },
      'f:spec': { 'f:ports': { '.': {}, 'k:{"port":80}': { '.': {}, 'f:port': {} } }, 'f:type': {} },
    })
  })
})
