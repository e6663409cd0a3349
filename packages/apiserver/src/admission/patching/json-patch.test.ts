import type { JsonObject } from '@kubewright/core/json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyPatch, parsePatch, type PatchOperation } from './json-patch.ts'

const document = { data: { a: '1' }, list: ['x', 'y'], nothing: null }
const patched = (...operations: readonly PatchOperation[]) => applyPatch(document, operations)

function outcomeOf(operations: readonly PatchOperation[]): string {
  try {
    return JSON.stringify(applyPatch(document as JsonObject, operations)) === undefined ? 'nothing' : 'document'
  } catch (error) {
    return (error as Error).constructor.name
  }
}

describe('parsePatch', () => {
  it.each([
    ['nonsense', "invalid character 'o' in literal null (expecting 'u')"],
    ['{"op":"add"}', 'json: cannot unmarshal object into Go value of type jsonpatch.Patch'],
    ['["x"]', 'json: cannot unmarshal string into Go value of type jsonpatch.Operation'],
  ])('refuses %s', (text, message) => {
    expect(() => parsePatch(text)).toThrow(message)
  })

  it('parses null as an empty patch and as an empty operation', () => {
    expect([parsePatch('null'), parsePatch('[null]')]).toEqual([[], [{}]])
  })
})

/** Behaviour and messages of the JSON patch library that kube-apiserver uses. */
describe('applyPatch', () => {
  it.each([
    [
      'replaces a missing member',
      { op: 'replace', path: '/data/b', value: 1 },
      { ...document, data: { a: '1', b: 1 } },
    ],
    ['adds null if no value is given', { op: 'add', path: '/data/b' }, { ...document, data: { a: '1', b: null } }],
    [
      'copies a missing value as null',
      { op: 'copy', from: '/zip', path: '/data/b' },
      { ...document, data: { a: '1', b: null } },
    ],
    ['accepts a negative index', { op: 'replace', path: '/list/-1', value: 'z' }, { ...document, list: ['x', 'z'] }],
    ['appends with the index -', { op: 'add', path: '/list/-', value: 'z' }, { ...document, list: ['x', 'y', 'z'] }],
    ['inserts at an index', { op: 'add', path: '/list/1', value: 'z' }, { ...document, list: ['x', 'z', 'y'] }],
    ['unescapes keys', { op: 'add', path: '/data/a~1b~0c', value: 1 }, { ...document, data: { a: '1', 'a/b~c': 1 } }],
    ['moves a value', { op: 'move', from: '/list/0', path: '/first' }, { ...document, list: ['y'], first: 'x' }],
    ['replaces the whole document', { op: 'replace', path: '', value: { b: 1 } }, { b: 1 }],
    ['tests a null value', { op: 'test', path: '/nothing' }, document],
  ])('%s', (_, operation, expected) => {
    expect(patched(operation as PatchOperation)).toEqual(expected)
  })

  it.each([
    [{ op: 'frob', path: '/a' }, 'Unexpected kind: frob'],
    [{ path: '/a' }, 'Unexpected kind: unknown'],
    [{ op: 'add', value: 1 }, 'add operation failed to decode path: missing value'],
    [{ op: 'remove', path: 5 }, 'remove operation failed to decode path: missing value'],
    [
      { op: 'replace', value: 1 },
      'replace operation failed to decode path: operation missing path field: missing value',
    ],
    [{ op: 'add', path: '', value: 1 }, 'add operation does not apply: doc is missing path: "": missing value'],
    [{ op: 'add', path: '/x/y', value: 1 }, 'add operation does not apply: doc is missing path: "/x/y": missing value'],
    [
      { op: 'replace', path: '/list/9', value: 1 },
      'replace operation does not apply: doc is missing key: /list/9: missing value',
    ],
    [{ op: 'replace', path: '', value: 1 }, 'replace operation value must be object or array: %!w(<nil>)'],
    [
      { op: 'remove', path: '/data/x' },
      "error in remove for path: '/data/x': Unable to remove nonexistent key: x: missing value",
    ],
    [
      { op: 'remove', path: '/list/9' },
      "error in remove for path: '/list/9': Unable to access invalid index: 9: invalid index referenced",
    ],
    [
      { op: 'add', path: '/list/9', value: 1 },
      "error in add for path: '/list/9': Unable to access invalid index: 9: invalid index referenced",
    ],
    [
      { op: 'add', path: '/list/-9', value: 1 },
      "error in add for path: '/list/-9': Unable to access invalid index: -9: invalid index referenced",
    ],
    [
      { op: 'add', path: '/list/x', value: 1 },
      `error in add for path: '/list/x': value was not a proper array index: 'x': strconv.Atoi: parsing "x": invalid syntax`,
    ],
    [{ op: 'move', path: '/a' }, 'move operation failed to decode from: operation, missing from field: missing value'],
    [
      { op: 'move', from: '/x', path: '/y' },
      "error in move for path: 'x': Unable to remove nonexistent key: x: missing value",
    ],
    [
      { op: 'move', from: '/data/a', path: '/x/y' },
      'move operation does not apply: doc is missing destination path: /x/y: missing value',
    ],
    [
      { op: 'copy', from: '/x/y', path: '/z' },
      'copy operation does not apply: doc is missing from path: /x/y: missing value',
    ],
    [{ op: 'test', path: '/data/a', value: '2' }, 'testing value /data/a failed: test failed'],
    [{ op: 'test', path: '/x/y', value: 1 }, 'test operation does not apply: is missing path: /x/y: missing value'],
  ])('refuses %j', (operation, message) => {
    expect(() => patched(operation as PatchOperation)).toThrow(expect.objectContaining({ message }))
  })

  it('does not modify its input', () => {
    const before = structuredClone(document)
    patched({ op: 'remove', path: '/data/a' }, { op: 'add', path: '/list/-', value: { deep: [] } })
    expect(document).toEqual(before)
  })

  it('limits the size that copies may add', () => {
    const start = { a: 'x'.repeat(1_000_000) }
    const copies = Array.from({ length: 9 }, (_, at) => ({ op: 'copy', from: '/a', path: `/b${at}` }))
    expect(() => applyPatch(start, copies)).toThrow(
      'Unable to complete the copy, the accumulated size increase of copy',
    )
  })

  it('returns a document or a PatchFailure for random operations, without prototype pollution', () => {
    const step = fc.constantFrom(
      '',
      '/',
      '/data',
      '/data/a',
      '/list/0',
      '/list/-',
      '/list/-3',
      '/__proto__',
      '/nothing/x',
    )
    const operation = fc.record({
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
      path: step,
      from: step,
      value: fc.jsonValue(),
    })
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 6 }), (operations) => {
        expect(['document', 'PatchFailure']).toContain(outcomeOf(operations as never))
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      }),
    )
  })
})
