import { describe, expect, it } from 'vitest'
import { patchLanguages } from './patch-language.ts'

const [json, merge, strategic] = ['json', 'merge', 'strategic-merge'].map(
  (name) => patchLanguages.get(`application/${name}-patch+json`)!,
) as [PatchLanguage, PatchLanguage, PatchLanguage]

type PatchLanguage = ReturnType<typeof patchLanguages.get> & object

describe('patch languages', () => {
  /** What kube-apiserver 1.36.4 says. */
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
  ])('refuse what is no patch: %#', (language, text, message) => {
    expect(() => language.parse(text)).toThrow(expect.objectContaining({ message }))
  })

  it.each([
    [json, 'null', []],
    [json, '[{"op":"remove","path":"/a"}]', [{ op: 'remove', path: '/a' }]],
    [merge, '{"a":null}', { a: null }],
    [strategic, 'null', {}],
  ])('parse patches: %#', (language, text, patch) => {
    expect(language.parse(text)).toEqual(patch)
  })
})
