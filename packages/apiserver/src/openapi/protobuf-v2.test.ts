import { describe, expect, it } from 'vitest'
import { documentV2AsProtobuf } from './protobuf-v2.ts'

/** Which fields hold messages, recursively. */
interface Shape {
  readonly [number: number]: Shape
}

/** Decodes the wire format to `number:value`, with messages in braces. */
function takeApart(bytes: Buffer, shape: Shape): string {
  const parts: string[] = []
  let at = 0
  const varint = () => {
    let [value, factor] = [0, 1]
    for (; bytes[at]! >= 0x80; at++, factor *= 0x80) value += (bytes[at]! - 0x80) * factor
    value += bytes[at]! * factor
    at++
    return value
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = varint()
    const [number, wire] = [tag >> 3, tag & 7]
    if (wire === 0) parts.push(`${number}:${varint()}`)
    else if (wire === 1) parts.push(`${number}:${take(8).readDoubleLE()}`)
    else {
      const content = take(varint())
      const below = shape[number]
      parts.push(below === undefined ? `${number}:${content.toString()}` : `${number}{${takeApart(content, below)}}`)
    }
  }
  return parts.join(' ')
}

/** Pairs of names and values. */
const named = (value: Shape): Shape => ({ 1: { 2: value } })
const extension: Shape = { 2: {} }

describe('documentV2AsProtobuf', () => {
  it('encodes a schema with its field numbers', () => {
    const schema = {
      type: 'object',
      required: ['a'],
      'x-kubernetes-map-type': 'atomic',
      additionalProperties: false,
      properties: { a: { type: 'number', minimum: 0, maximum: 1.5, exclusiveMaximum: true, maxLength: 300 } },
    }
    const bytes = documentV2AsProtobuf({ definitions: { 'v1.Website': schema } })
    const shape: Shape = { 21: {}, 22: {}, 25: named({ 22: {} }), 31: extension }
    expect(takeApart(bytes, { 9: named(shape) })).toBe(
      '9{1{1:v1.Website 2{19:a 21{2:0} 22{1:object} 25{1{1:a 2{7:1.5 8:1 11:300 22{1:number}}}} ' +
        '31{1:x-kubernetes-map-type 2{2:atomic\n}}}}}',
    )
  })

  it('encodes an operation with its field numbers', () => {
    const parameters = [
      { $ref: '#/parameters/pretty' },
      { name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/X' } },
      { uniqueItems: true, type: 'string', name: 'dryRun', in: 'query' },
      { uniqueItems: true, type: 'string', name: 'name', in: 'path', required: true },
    ]
    const operation = {
      consumes: ['*/*'],
      produces: ['application/json'],
      schemes: ['https'],
      tags: ['core_v1'],
      operationId: 'replaceX',
      parameters,
      responses: { 200: { description: 'OK', schema: { type: 'string' } }, 401: { description: 'Unauthorized' } },
      'x-kubernetes-action': 'put',
    }
    const item: Shape = { 1: { 1: { 5: {} }, 2: { 3: {}, 4: {} } }, 2: {} }
    const shape: Shape = { 8: item, 9: named({ 1: { 2: { 1: { 22: {} } } } }), 13: extension }
    expect(
      takeApart(documentV2AsProtobuf({ paths: { '/x': { put: operation } } }), { 8: { 2: { 2: { 3: shape } } } }),
    ).toBe(
      '8{2{1:/x 2{3{1:core_v1 5:replaceX 6:application/json 7:*/* 8{2{1:#/parameters/pretty}} ' +
        '8{1{1{2:body 3:body 4:1 5{1:#/definitions/X}}}} ' +
        '8{1{2{3{2:query 4:dryRun 6:string 20:1}}}} ' +
        '8{1{2{4{1:1 2:path 4:name 5:string 19:1}}}} ' +
        '9{1{1:200 2{1{1:OK 2{1{22{1:string}}}}}} 1{1:401 2{1{1:Unauthorized}}}} ' +
        '10:https 13{1:x-kubernetes-action 2{2:put\n}}}}}}',
    )
  })
})
