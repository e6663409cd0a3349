import { formatApiVersion } from '@kubewright/core/object'
import { randomInt, seededRandom } from '@kubewright/core/random'
import { describe, expect, it } from 'vitest'
import { builtInCodec } from './built-in-codec.ts'
import { decodeProtobuf } from './protobuf-decoder.ts'
import { ProtobufWire } from './protobuf-wire.ts'
import { loadShape } from './load-shapes.ts'
import { decodeForTest } from './testing/decode-case.ts'
import { recordedDecodeCases } from './testing/recorded.ts'
import { ValueProblem } from '../go/value-problem.ts'

const mediaType = 'application/vnd.kubernetes.protobuf'
const pods = { group: '', version: 'v1', kind: 'Pod' }

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** A message with one length-delimited field. */
function field(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

const envelope = (apiVersion: string, kind: string, message: Buffer) =>
  Buffer.concat([
    Buffer.from('k8s\0'),
    field(1, Buffer.concat([field(1, apiVersion), field(2, kind)])),
    field(2, message),
  ])

describe('protobuf bodies', () => {
  it.each([
    { name: 'no data', body: Buffer.alloc(0), problem: 'empty data' },
    {
      name: 'JSON',
      body: Buffer.from('{}'),
      problem: 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]',
    },
    { name: 'only the prefix', body: Buffer.from('k8s\0'), problem: 'empty body' },
    { name: 'a truncated envelope', body: hex('6b387300 0a130a027631 12'), problem: 'unexpected EOF' },
    {
      name: 'a negative length',
      body: hex('6b387300 0a ffffffffffffffffff01'),
      problem: 'proto: negative length found during unmarshaling',
    },
    {
      name: 'an unterminated varint',
      body: hex('6b387300 ffffffffffffffffffffff'),
      problem: 'proto: integer overflow',
    },
    {
      name: 'a wrong wire type',
      body: hex('6b387300 0801'),
      problem: 'proto: wrong wireType = 0 for field TypeMeta',
    },
    { name: 'field 0', body: envelope('v1', 'Pod', hex('0201')), problem: 'proto: Pod: illegal tag 0 (wire type 2)' },
    {
      name: 'an end-group tag without group',
      body: envelope('v1', 'Pod', hex('0c')),
      problem: 'proto: Pod: wiretype end group for non-group',
    },
    { name: 'an unknown wire type', body: envelope('v1', 'Pod', hex('f707')), problem: 'proto: illegal wireType 7' },
    {
      name: 'another kind',
      body: envelope('v1', 'Node', Buffer.alloc(0)),
      problem: 'converting (v1.Node) to (core.Pod): unknown conversion',
    },
    {
      name: 'an unknown kind',
      body: envelope('v1', 'Foo', Buffer.alloc(0)),
      problem: 'no kind "Foo" is registered for version "v1" in scheme "pkg/runtime/scheme.go:111"',
    },
  ])('with $name are refused', async ({ body, problem }) => {
    expect(await decodeForTest(pods, { bytes: body, mediaType })).toEqual({ problem })
  })

  it('may omit kind and apiVersion, and contain unknown fields and groups', async () => {
    const unknown = Buffer.concat([
      hex('f8 3f 05'),
      hex('fb 3f'),
      hex('08 01'),
      hex('fc 3f'),
      field(1000, 'x'),
      hex('f9 3f 0102030405060708'),
      hex('fd 3f 01020304'),
    ])
    const meta = Buffer.concat([field(1, 'a'), unknown])
    const { object } = await builtInCodec(pods).decodeBody({
      bytes: envelope('', '', Buffer.concat([field(1, meta), unknown])),
      mediaType,
    })
    expect(object).toMatchObject({ kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a' } })
  })

  it('merge a message field that occurs several times', async () => {
    const body = envelope('v1', 'Pod', Buffer.concat([field(1, field(1, 'a')), field(1, field(3, 'b'))]))
    const { object } = await builtInCodec(pods).decodeBody({ bytes: body, mediaType })
    expect(object.metadata).toEqual({ name: 'a', namespace: 'b' })
  })

  it('may have packed integers', async () => {
    const type = (await loadShape('batch/v1', 'Job'))!
    const rule = field(2, Buffer.concat([field(2, 'In'), field(3, hex('01 02 ac02')), hex('18 07')]))
    const job = field(2, field(11, field(1, rule)))
    expect(decodeProtobuf(job, type)).toEqual({
      spec: { podFailurePolicy: { rules: [{ onExitCodes: { operator: 'In', values: [1, 2, 300, 7] } }] } },
    })
  })

  it('have a maximum nesting depth', async () => {
    const type = (await loadShape('apiextensions.k8s.io/v1', 'CustomResourceDefinition'))!
    const nested = (depth: number) => {
      let schema: Buffer = Buffer.alloc(0)
      for (let level = 0; level < depth; level++) schema = field(28, schema)
      return field(2, field(7, field(4, field(1, schema))))
    }
    expect(JSON.stringify(decodeProtobuf(nested(290), type))).toContain('{"not":{"not":{}}}')
    expect(() => decodeProtobuf(nested(2_000), type)).toThrow(new ValueProblem('proto: exceeded max depth'))
  })

  it('are decoded or refused, but never crash, for mutated bytes', async () => {
    const random = seededRandom('hostile bytes')
    const cases = recordedDecodeCases().filter(({ protobuf }) => protobuf !== undefined)
    const results = { read: 0, refused: 0 }
    for (const { gvk, protobuf } of cases) {
      for (let round = 0; round < 12; round++) {
        const bytes = Buffer.from(protobuf!, 'base64')
        for (let change = 0; change <= round % 4; change++)
          bytes[4 + randomInt(random, bytes.length - 4)] = randomInt(random, 256)
        const body = round % 3 === 0 ? bytes.subarray(0, randomInt(random, bytes.length)) : bytes
        const result = await decodeForTest(gvk, { bytes: body, mediaType })
        results['problem' in result ? 'refused' : 'read']++
      }
    }
    expect(results.read).toBeGreaterThan(20)
    expect(results.refused).toBeGreaterThan(200)
    expect(formatApiVersion(cases[0]!.gvk)).toBe('v1')
  })
})

describe('ProtobufWire', () => {
  it.each([
    ['00', 0],
    ['7f', 127],
    ['ac02', 300],
    ['ffffffff07', 2 ** 31 - 1],
    ['80808080f8ffffffff01', -(2 ** 31)],
    ['ffffffffffffffffff01', -1],
    ['ffffffffffffff0f', 2 ** 53 - 1],
    ['80808080808080808001', -(2 ** 63)],
  ])('decodes varint %s as %d', (bytes, value) => {
    expect(new ProtobufWire(hex(bytes)).int64()).toBe(value)
  })

  it('truncates 64-bit integers to 32 bits', () => {
    expect(new ProtobufWire(hex('ffffffffffffffffff01')).int32()).toBe(-1)
    expect(new ProtobufWire(hex('8080808010')).int32()).toBe(0)
  })
})
