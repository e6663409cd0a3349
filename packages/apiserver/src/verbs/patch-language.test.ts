import { describe, expect, it } from 'vitest'
import { patchLanguages } from './patch-language.ts'

const [json, merge, strategic] = ['json', 'merge', 'strategic-merge'].map(
  (name) => patchLanguages.get(`application/${name}-patch+json`)!,
) as [PatchLanguage, PatchLanguage, PatchLanguage]

type PatchLanguage = ReturnType<typeof patchLanguages.get> & object

describe('patch content types', () => {
  /** Messages of kube-apiserver 1.36.4. */
  it.each([
    [json, '{', 'error decoding patch: unexpected end of JSON input'],
    [json, '{}', 'error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'],
    [json, ' 5', 'error decoding patch: json: cannot unmarshal number into Go value of type []handlers.jsonPatchOp'],
    [merge, '', 'error decoding patch: unexpected end of JSON input'],
    [merge, '[]', 'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}'],
    [merge, 'null', 'Invalid JSON Patch'],
    [strategic, '{', 'unexpected end of JSON input'],
    [strategic, '"x"', 'json: cannot unmarshal string into Go value of type map[string]interface {}'],
    [strategic, '['.repeat(10_001), "invalid character '[' exceeded max depth"],
  ])('refuse an invalid patch: %#', (language, text, message) => {
    expect(() => language.read(text, true)).toThrow(expect.objectContaining({ message }))
  })

  it.each([
    [json, '{}', 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    [merge, '5', 'Invalid JSON Patch'],
    [merge, '{', 'Invalid JSON Patch'],
  ])('refuse an invalid patch with a shorter message without field validation: %#', (language, text, message) => {
    expect(() => language.read(text, false)).toThrow(expect.objectContaining({ message }))
  })

  it.each([
    [
      json,
      '[{"op":"add","path":"/a","value":{"b":1,"b":2},"foo":1,"path":"/c"}]',
      [
        'json patch unknown field "[0].foo"',
        'json patch duplicate field "[0].path"',
        'json patch duplicate field "[0].value.b"',
      ],
    ],
    [merge, '{"a":1,"a":2}', ['duplicate field "a"']],
    [strategic, '{"a":{"b":1,"b":2}}', ['duplicate field "a.b"']],
  ])('report unknown and duplicate fields: %#', (language, text, strictErrors) => {
    expect(language.read(text, true).strictErrors).toEqual(strictErrors)
    expect(language.read(text, false).strictErrors).toEqual([])
  })

  it('refuse a JSON patch with more than 10,000 operations', () => {
    const text = JSON.stringify(Array.from({ length: 10_001 }, () => ({ op: 'test', path: '/a' })))
    expect(() => json.read(text, true)).toThrow(
      'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    )
  })
})
