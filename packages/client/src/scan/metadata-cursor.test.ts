import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findManagedFields } from './managed-fields.ts'
import { doubt, MetadataCursor, type ScannedKey } from './metadata-cursor.ts'

const keys: readonly ScannedKey[] = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'labels',
  'deletionTimestamp',
]

function cursorFor(text: string): MetadataCursor {
  const bytes = Buffer.from(text)
  return new MetadataCursor(bytes, 0, bytes.length)
}

/** The values that the cursor reads from `text` in the given order; `undefined` if it returns doubt for any of them. */
function scanned(text: string, order: readonly ScannedKey[] = keys): Record<string, unknown> | undefined {
  const cursor = cursorFor(text)
  const found = Object.fromEntries(order.map((key) => [key, cursor.value(key)]))
  return Object.values(found).includes(doubt) ? undefined : found
}

function parsed(text: string): Record<string, unknown> {
  const { metadata } = JSON.parse(text)
  return Object.fromEntries(keys.map((key) => [key, metadata[key]]))
}

function withoutManagedFields(text: string): unknown {
  const bytes = Buffer.from(text)
  const cut = findManagedFields(bytes, 0, bytes.length)
  if (cut === doubt) return removed(text) // an unsupported key follows the requested ones
  if (cut === undefined) return JSON.parse(text)
  return JSON.parse(Buffer.concat([bytes.subarray(0, cut[0]), bytes.subarray(cut[1])]).toString())
}

function removed(text: string): unknown {
  const object = JSON.parse(text)
  delete object.metadata.managedFields
  return object
}

/** Strings that look like JSON structure, and keys that occur elsewhere. */
const nastyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '],',
    '}],',
    ']"name',
    '],"name":"x"',
    '}],"uid":"',
    '{"metadata":{',
    'é😀',
    '\u0000',
    '\n',
    'name',
    '',
  ),
  fc
    .array(fc.constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', 'a'), { maxLength: 12 })
    .map((parts) => parts.join('')),
)
const nastyKey = fc.oneof(
  nastyText,
  fc.constantFrom(...keys, 'metadata', 'x"metadata', ',"metadata', 'x"name', 'managedFields', '__proto__'),
)
const nastyValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    nastyText,
    fc.array(nastyText, { maxLength: 4 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(nastyKey, tie('value'), { maxKeys: 4 }),
  ),
})).value
/** Mostly keys as servers write them: an escape in a key makes the scanner give up, which tests nothing else. */
const metadataKey = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...keys, 'managedFields', 'finalizers', 'a', '', 'é', 'nam', 'names') },
  { weight: 1, arbitrary: nastyKey },
)
const metadata = fc.dictionary(metadataKey, nastyValue, { maxKeys: 10 })
const askOrder = fc.shuffledSubarray([...keys], { minLength: keys.length })

describe('MetadataCursor', () => {
  it('reads the same values as JSON.parse, or returns doubt, for random objects', () => {
    let answered = 0
    fc.assert(
      fc.property(
        fc.dictionary(nastyKey, nastyValue, { maxKeys: 5 }),
        metadata,
        fc.nat(5),
        askOrder,
        (rest, meta, place, order) => {
          const members = Object.entries(rest).filter(([key]) => key !== 'metadata')
          members.splice(place, 0, ['metadata', meta])
          const text = `{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`
          const found = scanned(text, order)
          if (found === undefined) return
          answered++
          expect(found).toEqual(parsed(text))
          expect(withoutManagedFields(text)).toEqual(removed(text))
        },
      ),
      { numRuns: 3_000, seed: 7 },
    )
    // A scanner that always returned doubt would also pass.
    expect(answered).toBeGreaterThan(1_000)
  })

  it('reads objects in the field order of built-in and of custom resources', () => {
    const managedFields = [{ manager: 'kubectl', fieldsV1: { 'k:{"name":"c"}': { '.': {} }, 'v:["x"]': {} } }]
    const builtIn = {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name: 'a', namespace: 'b', uid: 'c', resourceVersion: '7', labels: { x: 'é' }, managedFields },
      spec: { metadata: { name: 'not this one' } },
    }
    const custom = {
      apiVersion: 'x/v1',
      kind: 'X',
      metadata: {
        annotations: { 'last-applied': '{"metadata":{"name":"nor this"}}' },
        generation: 3,
        labels: {},
        managedFields,
        name: 'a',
        ownerReferences: [{ name: 'owner', uid: 'not mine' }],
        resourceVersion: '18446744073709551615',
        uid: 'c',
      },
    }
    for (const object of [builtIn, custom]) {
      const text = JSON.stringify(object)
      expect(scanned(text)).toEqual(parsed(text))
    }
  })

  it.each(['x"metadata', ',"metadata', '"metadata'])('does not mistake the key %s for metadata', (key) => {
    const object = JSON.stringify({ [key]: { name: 'not this one' }, metadata: { name: 'this one' } })
    expect(scanned(object)?.name ?? 'this one').toBe('this one')
  })

  const deceptive = ['],', '],xy', '}],', ']"name', '}],"uid":"x', '[],']
  it.each(deceptive)('is not confused by a list that contains the string %s', (text) => {
    const object = JSON.stringify({ metadata: { finalizers: ['a', text, 'b'], uid: 'u', name: 'n' }, spec: { x: 1 } })
    expect(scanned(object)).toEqual(parsed(object))
  })

  const doubtful = [
    { name: 'whitespace between tokens', text: '{ "metadata": {"name":"a"}}' },
    { name: 'an escaped key before metadata', text: '{"k\\u0069nd":{},"metadata":{"name":"a"}}' },
    { name: 'an escaped key in metadata', text: '{"metadata":{"n\\u0061me":"a"}}' },
    { name: 'no metadata', text: '{"kind":"x"}' },
    { name: 'metadata that is no object', text: '{"metadata":"x"}' },
    { name: 'empty metadata', text: '{"metadata":{}}' },
    { name: 'an unterminated string', text: '{"metadata":{"name":"a' },
    { name: 'an unclosed bracket', text: '{"metadata":{"name":"a","finalizers":[{"x":1}' },
    { name: 'a JSON list', text: '[1]' },
    { name: 'empty input', text: '' },
  ]
  it.each(doubtful)('returns doubt for $name', ({ text }) => {
    expect(scanned(text)).toBeUndefined()
  })

  it('keeps values found before an unexpected token', () => {
    const cursor = cursorFor('{"metadata":{"name":"a","uid":"b","n\\u0061me":"c","labels":{}}}')
    expect([cursor.value('uid'), cursor.value('labels'), cursor.value('name'), cursor.text('labels')]).toEqual([
      'b',
      doubt,
      'a',
      doubt,
    ])
  })

  it('does not read beyond the end of the object', () => {
    const bytes = Buffer.from('{"kind":"x"},"metadata":{"name":"of something else"}}')
    expect(new MetadataCursor(bytes, 0, bytes.length).value('name')).toBe(doubt)
  })

  it('returns doubt for a number that ends with the input', () => {
    const bytes = Buffer.from('{"metadata":{"generation":12}}')
    expect(new MetadataCursor(bytes, 0, bytes.length - 3).value('generation')).toBe(doubt)
    expect(new MetadataCursor(bytes, 0, bytes.length - 2).value('generation')).toBe(doubt)
    expect(new MetadataCursor(bytes, 0, bytes.length).value('generation')).toBe(12)
  })

  it('does not read beyond the given length', () => {
    const bytes = Buffer.from('{"metadata":{"name":"a}\n{"metadata":{"name":"b","uid":"c"}}')
    expect(new MetadataCursor(bytes, 0, 23).value('name')).toBe(doubt)
  })
})
