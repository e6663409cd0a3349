import { describe, expect, it } from 'vitest'
import { builtInCodec } from './built-in-codec.ts'
import { yamlToJson } from './yaml-json.ts'

describe('yamlToJson', () => {
  it.each([
    ['', 'null'],
    ['---\n', 'null'],
    ['# nothing', 'null'],
    ['b: 1\na: {d: [x, ~], c: true}\n', '{"a":{"c":true,"d":["x",null]},"b":1}'],
    [' {"b": 1, "a": "x"}', '{"a":"x","b":1}'],
    ['a: yes\nb: off\ny: N\n', '{"a":true,"b":false,"true":false}'],
    ['[017, 0o17, 0x1F, 1_000, 0b101, 5.0, 1e3, 1:30]', '[15,15,31,1000,5,5,1000,"1:30"]'],
    ['a: 2020-01-01\nb: 2020-01-01T00:00:00Z', '{"a":"2020-01-01","b":"2020-01-01T00:00:00Z"}'],
    ['1: a\n1.5: b', '{"1":"a","1.5":"b"}'],
    ['a: |\n  x\n  y\nb: >-\n  x\n  y\n', '{"a":"x\\ny\\n","b":"x y"}'],
    ['a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n  e: 2\n', '{"a":{"b":1},"c":{"b":1},"d":{"b":1,"e":2}}'],
    ['a: 1\n---\nb: 2\n', '{"a":1}'],
    ['\ufeffa: 1', '{"a":1}'],
  ])('converts %j to %s', async (text, json) => {
    expect(await yamlToJson(text)).toEqual({ json, repeatedKeys: [] })
  })

  it('keeps the last of duplicate keys and reports their lines', async () => {
    expect(await yamlToJson('a: 1\nb:\n  c: 1\n  c: 2\na: 3\n')).toEqual({
      json: '{"a":3,"b":{"c":2}}',
      repeatedKeys: ['line 5: key "a" already set in map', 'line 4: key "c" already set in map'],
    })
  })

  /** Messages of kube-apiserver 1.36.4. */
  it.each([
    ['a: b: c', 'yaml: mapping values are not allowed in this context'],
    ['a:\n\tb: 1', 'yaml: line 2: found character that cannot start any token'],
    ['a: [1', "yaml: line 1: did not find expected ',' or ']'"],
    ['{a: b', "yaml: line 1: did not find expected ',' or '}'"],
    ['a: "x', 'yaml: found unexpected end of stream'],
    ['@', 'yaml: found character that cannot start any token'],
    ['a: *x', "yaml: unknown anchor 'x' referenced"],
    ['a: \u0001', 'yaml: control characters are not allowed'],
    ['&a [*a]', "yaml: anchor 'a' value contains itself"],
    ['<<: a', 'yaml: map merge requires map or sequence of maps as the value'],
    ['<<: [[]]', 'yaml: map merge requires map or sequence of maps as the value'],
    ['a: .inf', 'json: unsupported value: +Inf'],
  ])('of %j fails with the message of kube-apiserver', async (text, problem) => {
    await expect(yamlToJson(text)).rejects.toThrow(problem)
  })

  it('reads only the first document, even if half a million follow', async () => {
    expect(await yamlToJson(`a: 1\n${'---\n'.repeat(500_000)}`)).toEqual({ json: '{"a":1}', repeatedKeys: [] })
  })

  it('reports 200,000 duplicates of a key', async () => {
    const { json, repeatedKeys } = await yamlToJson(`{${'a,'.repeat(200_000)}a}`)
    expect([json, repeatedKeys.length]).toEqual(['{"a":null}', 200_000])
  })

  it('accepts a JSON list', async () => {
    expect(await yamlToJson(` [{"b": 1, "a": []}${',{}'.repeat(3)}]`)).toEqual({
      json: '[{"a":[],"b":1},{},{},{}]',
      repeatedKeys: [],
    })
  })

  it('refuses excessive aliasing', async () => {
    const lines = [
      'a0: &a0 [x]',
      ...Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]`),
    ]
    await expect(yamlToJson(lines.join('\n'))).rejects.toThrow('yaml: document contains excessive aliasing')
  })

  it.each([
    { name: 'nested brackets', text: '['.repeat(100_000) },
    { name: 'nested dashes', text: '- '.repeat(100_000) },
    { name: 'nested indentation', text: Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(at)}a:`).join('\n') },
  ])('refuses too deeply $name', async ({ text }) => {
    await expect(yamlToJson(text)).rejects.toThrow('yaml: exceeded max depth of 10000')
  })
})

describe('YAML bodies', () => {
  const codec = builtInCodec({ group: '', version: 'v1', kind: 'ConfigMap' })
  const decode = (text: string) => codec.decodeBody({ bytes: Buffer.from(text), mediaType: 'application/yaml' })

  it('are decoded like JSON bodies', async () => {
    expect(await decode('metadata: {name: a}\ndata: {x: "1"}\nfoo: 1\n')).toEqual({
      object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' }, data: { x: '1' } },
      strictErrors: ['unknown field "foo"'],
    })
  })

  it.each([
    ['kind: Foo', 'Foo in version "v1" cannot be handled as a ConfigMap: no kind "Foo" is registered'],
    [
      'data: {x: 1}',
      'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    ],
    [
      'a: [1',
      "the object provided is unrecognized (must be of type ConfigMap): yaml: line 1: did not find expected ',' or ']' (613a205b31)",
    ],
    [
      '- a',
      "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: json: cannot unmarshal array into",
    ],
  ])('are refused: %j', async (text, message) => {
    await expect((async () => decode(text))()).rejects.toThrow(message)
  })
})
