import fc from 'fast-check'
import { applyMergePatch } from '@kubewright/core/json'
import { describe, expect, it } from 'vitest'
import { mergeTexts } from './merge-patch.ts'

describe('mergeTexts', () => {
  /** All as in kube-apiserver 1.36.4. */
  it.each([
    ['removes members that are null', '{"a":1,"b":2}', '{"a":null}', '{"b":2}'],
    [
      'drops nulls in new values, even in objects inside of lists',
      '{}',
      '{"a":[{"b":null,"c":1},null]}',
      '{"a":[{"c":1},null]}',
    ],
    ['drops nulls in objects that replace another type', '{"a":1}', '{"a":{"b":null}}', '{"a":{}}'],
    ['keeps nulls in lists that replace objects', '{"a":{"b":1}}', '{"a":[{"b":null}]}', '{"a":[{"b":null}]}'],
    ['takes the last of duplicate keys', '{}', '{"a":1,"a":2}', '{"a":2}'],
    ['keeps the JSON text of untouched parts', '{"b":{"z":1.0,"a":2}}', '{"a":1}', '{"a":1,"b":{"z":1.0,"a":2}}'],
  ])('%s', (_, document, patch, expected) => {
    expect(mergeTexts(document, patch)).toBe(expected)
  })

  it('equals RFC 7386 for random documents without nulls in lists', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ depthSize: 'small' }, fc.integer(), fc.constant(null), tie('object'), fc.array(fc.integer())),
      object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('any')),
    }))
    fc.assert(
      fc.property(value.object, value.object, (document, patch) => {
        const merged: unknown = JSON.parse(mergeTexts(JSON.stringify(document), JSON.stringify(patch)))
        expect(merged).toEqual(applyMergePatch(document as never, patch as never))
      }),
    )
  })
})
