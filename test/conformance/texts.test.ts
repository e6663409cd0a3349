/** String formats and patterns: the same texts pass as on kube-apiserver. */
import { compileRe2, re2Problem, type StructuralSchema, textFormat } from '@kubewright/resource/schema'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { collectionOf, type Definition, establish, tryCreate, tryDefinition } from './custom-resource.ts'
import { openRealApi, uniqueName } from './real-server.ts'

const api = openRealApi()
afterAll(() => api[Symbol.dispose]())

/** Valid texts of each format, which the test mutates. */
const examples: Readonly<Record<string, readonly string[]>> = {
  bsonobjectid: ['507f1f77bcf86cd799439011'],
  uri: ['https://example.dev/a?b=c#d', 'mailto:a@b.co', '/path', 'http://[::1]:80/'],
  email: ['a.b+c@example.dev', '"a b"@example.dev', 'Bob <bob@example.dev>'],
  hostname: ['a.example.dev', 'localhost', 'xn--bcher-kva.example'],
  ipv4: ['10.0.0.1', '255.255.255.255'],
  ipv6: ['2001:db8::1', '::ffff:10.0.0.1', 'fe80::1%eth0'],
  cidr: ['10.0.0.0/8', '2001:db8::/32'],
  mac: ['00:00:5e:00:53:01', '02-00-5e-10-00-00-00-01', '0000.5e00.5301'],
  uuid: ['123e4567-e89b-12d3-a456-426614174000', '123E4567E89B12D3A456426614174000'],
  uuid3: ['a3bb189e-8bf9-3888-9912-ace4e6543002'],
  uuid4: ['9b2b1f4e-0a3c-4f7e-8b1d-2f6f6d1f9c11'],
  uuid5: ['74738ff5-5367-5958-9aee-98fffdcd1876'],
  isbn: ['0-306-40615-2', '978-3-16-148410-0'],
  isbn10: ['0306406152', '080442957X'],
  isbn13: ['9783161484100'],
  creditcard: ['4111111111111111', '4111-1111-1111-1111'],
  ssn: ['123-45-6789', '123 45 6789'],
  hexcolor: ['#fff', 'FFEE00'],
  rgbcolor: ['rgb(1,2,3)', 'rgb( 255 , 0 , 10 )'],
  byte: ['aGVsbG8=', 'AAAA', 'aGU='],
  password: ['anything'],
  date: ['2026-02-28', '2024-02-29'],
  duration: ['1h30m', '2 days', '1.5s', '10ns', '1w', '3 µs'],
  datetime: ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.123456+01:00'],
  'date-time': ['2026-01-02t03:04:05z', '2026-12-31T23:59:60Z'],
  'k8s-short-name': ['web-1', 'a'.repeat(63)],
  'k8s-long-name': ['a.b-c.d', 'a'.repeat(253)],
}

/** One to three characters put in, taken out or changed. */
function damaged(text: string): fc.Arbitrary<string> {
  const edit = fc.record({
    at: fc.nat(text.length),
    remove: fc.integer({ min: 0, max: 2 }),
    insert: fc.constantFrom('', '0', '9', 'a', 'Z', '-', '.', ':', '/', ' ', '@', '%', '+', 'é', '\n', '_', '=', ','),
  })
  return fc
    .array(edit, { maxLength: 3 })
    .map((edits) =>
      edits.reduce((now, { at, remove, insert }) => now.slice(0, at) + insert + now.slice(at + remove), text),
    )
}

it('string formats accept the same texts as kube-apiserver', { timeout: 120_000 }, async () => {
  const formats = Object.keys(examples)
  const definition = definitionWith(formats.map((format) => ({ type: 'string', format })))
  await establish(api, definition)
  const disagreements: unknown[] = []
  for (const [index, format] of formats.entries()) {
    const hasFormat = textFormat(format)!
    for (const example of examples[format]!) {
      for (const text of new Set(fc.sample(damaged(example), { numRuns: 60, seed: 36 }))) {
        const theirs = await isTaken(definition, index, text)
        if (hasFormat(text) !== theirs) disagreements.push({ format, text, theirs })
      }
    }
  }
  expect(disagreements).toEqual([])
})

const classes = ['.', '\\d', '\\w', '\\s', '[a-c]', '[^a]', '[[:alpha:]]', '\\pL', '\\PL', '[\\d-]', '[^\\n]']
const atom = fc.constantFrom('a', 'b', '\\x41', '\\.', 'é', '😀', '\\Qa.b\\E', '[a\\]]', ...classes)
const anchor = fc.constantFrom('^', '$', '\\b', '\\B', '\\A', '\\z')
const group = fc.constantFrom('(', '(?:', '(?i:', '(?s:', '(?m:', '(?P<n>', '(?<n>', '(?=', '(?!')
const repeated = fc
  .tuple(atom, fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,1001}', '*?', '??', '{,2}', '{1,}'))
  .map((parts) => parts.join(''))
const piece = fc.oneof(
  { weight: 4, arbitrary: atom },
  { weight: 2, arbitrary: repeated },
  anchor,
  group,
  fc.constantFrom(')', ')', '|', '\\1', '\\Z', ']', '{'),
)
const pattern = fc.array(piece, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''))
const texts = [
  '',
  'a',
  'b',
  'ab',
  'aab',
  'A',
  '7',
  'a b',
  'a\nb',
  'é',
  '😀',
  'É',
  'caca',
  'a.',
  '\n',
  ' ',
  'abc',
  'ſ',
  'K',
]

it('string patterns (RE2) match the same texts as kube-apiserver', { timeout: 120_000 }, async () => {
  const disagreements: unknown[] = []
  const usable: string[] = []
  for (const each of new Set(fc.sample(pattern, { numRuns: 600, seed: 36 }))) {
    const answer = await tryDefinition(api, definitionWith([{ type: 'string', pattern: each }]))
    const problem = re2Problem(each)
    if (answer.accepted) usable.push(each)
    if (answer.accepted !== (problem === undefined)) disagreements.push({ pattern: each, problem, answer })
  }
  const definition = definitionWith(usable.map((each) => ({ type: 'string', pattern: each })))
  await establish(api, definition)
  for (const [index, each] of usable.entries()) {
    const matcher = compileRe2(each)
    for (const text of texts) {
      const theirs = await isTaken(definition, index, text)
      if (matcher.test(text) !== theirs) disagreements.push({ pattern: each, text, theirs })
    }
  }
  expect(disagreements).toEqual([])
  expect(usable.length).toBeGreaterThan(100)
})

async function isTaken(definition: Definition, index: number, text: string): Promise<boolean> {
  const { group: name, names } = definition.spec
  const spec = { [`field${index}`]: text }
  const object = { apiVersion: `${name}/v1`, kind: names.kind, metadata: { name: 'any' }, spec }
  return (await tryCreate(api, collectionOf(definition), object)).accepted
}

function definitionWith(fields: readonly StructuralSchema[]): Definition {
  const domain = `${uniqueName('texts')}.example.dev`
  const properties = Object.fromEntries(fields.map((schema, index) => [`field${index}`, schema]))
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties } } }
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }
  const names = { kind: 'Text', plural: 'texts' }
  return {
    metadata: { name: `texts.${domain}` },
    spec: { group: domain, scope: 'Cluster', names, versions: [version] },
  }
}
