import { describe, expect, it } from 'vitest'
import { readApplyBody, refuseRepeated } from './apply-body.ts'
import { readCustomBody } from './custom-body.ts'
import { decodeDeleteOptions } from './delete-options-body.ts'
import { decodeObjectMeta } from './object-meta.ts'

const json = (text: string) => ({ bytes: Buffer.from(text), mediaType: 'application/json' })
const yaml = (text: string) => ({ bytes: Buffer.from(text), mediaType: 'application/yaml' })

describe('readCustomBody', () => {
  it('returns the value and duplicate keys', async () => {
    expect(await readCustomBody('Widget', json('{"kind":"Widget","spec":{"a":1,"a":2}}'))).toEqual({
      value: { kind: 'Widget', spec: { a: 2 } },
      strictErrors: ['duplicate field "spec.a"'],
    })
    expect(await readCustomBody('Widget', yaml('kind: Foo\nkind: Widget\n'))).toEqual({
      value: { kind: 'Widget' },
      strictErrors: ['yaml: unmarshal errors:\n  line 2: key "kind" already set in map'],
    })
  })

  /** Messages of kube-apiserver 1.36.4. */
  it.each([
    [json(''), "couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)"],
    [
      json('[]'),
      "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string",
    ],
    [json('null'), "Object 'Kind' is missing in 'null' (6e756c6c)"],
    [json('{}'), "Object 'Kind' is missing in '{}' ({})"],
    [
      json('{"Kind":"Widget","apiVersion":"v1"}'),
      'Object \'Kind\' is missing in \'{"Kind":"Widget","apiVersion":"v1"}\' ({"Kind":"Widget","apiVersion": ...)',
    ],
    [
      json('{"kind":5}'),
      'couldn\'t get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string ({"kind":5})',
    ],
    [
      json('{"kind":"Widget"} x'),
      "couldn't get version/kind; json parse error: invalid character 'x' after top-level value",
    ],
    [yaml(''), "Object 'Kind' is missing in '' (<empty>)"],
    [yaml('a: b: c'), 'yaml: mapping values are not allowed in this context (613a20623a2063)'],
  ])('refuses a body that is not an object with a kind: %#', async (body, why) => {
    await expect(readCustomBody('Widget', body)).rejects.toThrow(
      `the object provided is unrecognized (must be of type Widget): ${why}`,
    )
  })

  it('refuses too deep nesting', async () => {
    const nested = `{"kind":"Widget","a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    await expect(readCustomBody('Widget', json(nested))).rejects.toThrow('exceeded max depth')
  })
})

describe('readApplyBody', () => {
  it.each([
    ['{"a":1}', { value: { a: 1 }, repeatedKeys: [] }],
    ['a: 1\na: 2\n', { value: { a: 2 }, repeatedKeys: ['line 2: key "a" already set in map'] }],
    ['{"a":1,"a":2}', { value: { a: 2 }, repeatedKeys: ['line 1: key "a" already set in map'] }],
    ['', { value: {}, repeatedKeys: [] }],
  ])('reads %j', async (text, body) => {
    expect(await readApplyBody(Buffer.from(text))).toEqual(body)
  })

  it.each([
    [
      'a: b: c',
      'error decoding YAML: error converting YAML to JSON: yaml: mapping values are not allowed in this context',
    ],
    [
      '[]',
      'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type map[string]interface {}',
    ],
    [
      '5',
      'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal number into Go value of type map[string]interface {}',
    ],
  ])('refuses %j', async (text, message) => {
    await expect(readApplyBody(Buffer.from(text))).rejects.toThrow(message)
  })

  it('can reject duplicate keys in strict mode', () => {
    expect(() => refuseRepeated(['line 4: key "a" already set in map'])).toThrow(
      'error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  line 4: key "a" already set in map',
    )
  })
})

describe('decodeObjectMeta', () => {
  it('writes metadata as Go does and reports unknown fields', async () => {
    expect(await decodeObjectMeta({ labels: {}, name: 'a', foo: 1, creationTimestamp: null })).toEqual({
      metadata: { name: 'a' },
      strictErrors: ['unknown field "metadata.foo"'],
      problem: undefined,
    })
  })

  it.each([
    [5, 'json: cannot unmarshal number into Go value of type v1.ObjectMeta'],
    [{ name: 5 }, 'json: cannot unmarshal number into Go struct field ObjectMeta.name of type string'],
    [{ labels: { a: 5 } }, 'json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string'],
  ])('describes why %j is not valid metadata', async (value, problem) => {
    expect((await decodeObjectMeta(value)).problem).toBe(problem)
  })
})

describe('decodeDeleteOptions', () => {
  it.each(['v1', 'apps/v1', 'meta.k8s.io/v1', 'foo/v1'])('accepts apiVersion %s', async (apiVersion) => {
    const body = JSON.stringify({ kind: 'DeleteOptions', apiVersion, gracePeriodSeconds: 0, dryRun: ['All'] })
    expect(await decodeDeleteOptions(json(body))).toEqual({ gracePeriodSeconds: 0, dryRun: ['All'] })
  })

  it('ignores unknown fields', async () => {
    expect(await decodeDeleteOptions(json('{"foo":1,"preconditions":{"uid":"u"}}'))).toEqual({
      preconditions: { uid: 'u' },
    })
  })

  it('decodes protobuf', async () => {
    const bytes = Buffer.from(
      '6b3873000a130a027631120d44656c6574654f7074696f6e73120c080022 0a4261636b67726f756e64'.replace(
        '120c080022 ',
        '120e080022',
      ),
      'hex',
    )
    expect(await decodeDeleteOptions({ bytes, mediaType: 'application/vnd.kubernetes.protobuf' })).toEqual({
      gracePeriodSeconds: 0,
      propagationPolicy: 'Background',
    })
  })

  it.each([
    ['{', "couldn't get version/kind; json parse error: unexpected end of JSON input"],
    [
      '{"kind":"Foo"}',
      'no kind "Foo" is registered for version "meta.k8s.io/v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      '{"kind":"Pod","apiVersion":"v1"}',
      'no kind "Pod" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    ],
    [
      '{"gracePeriodSeconds":5.0}',
      'json: cannot unmarshal number 5.0 into Go struct field DeleteOptions.gracePeriodSeconds of type int64',
    ],
    [
      '{"preconditions":{"uid":5}}',
      'json: cannot unmarshal number into Go struct field Preconditions.preconditions.uid of type types.UID',
    ],
    ['{"apiVersion":"a/b/c"}', 'unexpected GroupVersion string: a/b/c'],
  ])('refuses %s with only the reason as message', async (text, message) => {
    await expect(decodeDeleteOptions(json(text))).rejects.toMatchObject({ status: { code: 400, message } })
  })
})
