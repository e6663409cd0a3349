import { describe, expect, it } from 'vitest'
import { builtInCodec } from '../codec/built-in-codec.ts'
import type { Codec, EncodedBody } from '../codec/codec.ts'
import type { Draft } from '../object/draft.ts'
import type { FieldValidation } from '../request/write-options.ts'
import { decodeObject, readBody } from './body.ts'
import type { Call } from '../kinds/call.ts'

const deployment = { group: 'apps', version: 'v1', kind: 'Deployment' }
const scale = { group: 'autoscaling', version: 'v1', kind: 'Scale' }

/** The parts of a call that decoding needs. */
function callOf(subresource = '', contentType?: string, isCustom = false): Call {
  const kind = { ...deployment, isCustom, subresources: new Map([['scale', scale]]) }
  const headers = contentType === undefined ? {} : { 'content-type': contentType }
  const request = { headers, body: async () => Buffer.from('{}') }
  return { kind, info: { subresource }, warnings: new Set<string>(), request } as unknown as Call
}

const json = (value: unknown): EncodedBody => ({
  bytes: Buffer.from(JSON.stringify(value)),
  mediaType: 'application/json',
})

describe('readBody', () => {
  it.each([
    [undefined, 'application/json'],
    ['application/json; charset=utf-8', 'application/json'],
    ['Application/YAML', 'application/yaml'],
    ['application/vnd.kubernetes.protobuf', 'application/vnd.kubernetes.protobuf'],
  ])('reads content type %s as %s', async (contentType, mediaType) => {
    expect(await readBody(callOf('', contentType))).toEqual({ bytes: Buffer.from('{}'), mediaType })
  })

  it.each([
    ['text/plain', false],
    ['text/yaml', true],
    ['application/vnd.kubernetes.protobuf', true],
    [';', false],
  ])('refuses content type %s (custom: %s)', async (contentType, isCustom) => {
    await expect(readBody(callOf('', contentType, isCustom))).rejects.toMatchObject({
      status: {
        code: 415,
        message:
          'the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf',
      },
    })
  })
})

describe('decodeObject', () => {
  const decode = (
    call: Call,
    body: EncodedBody,
    validation: FieldValidation,
    codec: Codec = builtInCodec(deployment),
  ) => decodeObject(call, codec, body, validation)
  const odd = json({ metadata: { name: 'a', foo: 1 }, bar: 2 })

  it('refuses unknown fields with field validation Strict', async () => {
    await expect(decode(callOf(), odd, 'Strict')).rejects.toMatchObject({
      status: {
        code: 400,
        message:
          'Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "metadata.foo", unknown field "bar"',
      },
    })
  })

  it('warns of unknown fields with Warn, and ignores them with Ignore', async () => {
    const [warned, silent] = [callOf(), callOf()]
    await decode(warned, odd, 'Warn')
    await decode(silent, odd, 'Ignore')
    expect([...warned.warnings]).toEqual(['unknown field "metadata.foo"', 'unknown field "bar"'])
    expect([...silent.warnings]).toEqual([])
  })

  it('warns of each duplicate YAML key', async () => {
    const call = callOf()
    const bytes = Buffer.from('metadata:\n  name: a\n  name: b\nkind: Deployment\nkind: Deployment\n')
    const { metadata } = await decode(call, { bytes, mediaType: 'application/yaml' }, 'Warn')
    expect(metadata.name).toBe('b')
    expect([...call.warnings].sort()).toEqual([
      'line 3: key "name" already set in map',
      'line 5: key "kind" already set in map',
    ])
  })

  it.each(['apps/v1beta1', 'extensions/v1beta1'])('refuses the kind in apiVersion %s', async (apiVersion) => {
    await expect(decode(callOf(), json({ apiVersion }), 'Strict')).rejects.toMatchObject({
      status: {
        message: `the API version in the data (${apiVersion}) does not match the expected API version (apps/v1)`,
      },
    })
  })

  it('decodes the kind of a subresource', async () => {
    const object = await decode(callOf('scale'), json({ spec: { replicas: 2 } }), 'Strict', builtInCodec(scale))
    expect(object).toEqual({
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: {},
      spec: { replicas: 2 },
      status: { replicas: 0 },
    })
  })

  it('decodes custom resources and reports duplicate keys before unknown fields', async () => {
    const codec: Codec = { decode: (value) => ({ object: value as Draft, strictErrors: ['unknown field "spec.x"'] }) }
    const text = '{"kind":"Deployment","apiVersion":"apps/v1","spec":{"x":1,"x":2}}'
    const body = { bytes: Buffer.from(text), mediaType: 'application/json' }
    const call = callOf('', undefined, true)
    expect(await decode(call, body, 'Warn', codec)).toEqual({
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      spec: { x: 2 },
    })
    expect([...call.warnings]).toEqual(['duplicate field "spec.x"', 'unknown field "spec.x"'])
  })
})
