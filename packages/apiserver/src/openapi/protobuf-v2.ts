/**
 * The OpenAPI v2 document as protobuf: the messages of `openapi.v2`, with their field numbers. Go clients request version 2 only in
 * this form: older kubectl, `kubectl explain --output=plaintext-openapiv2`, Helm.
 */
import { yamlOf } from './go-yaml.ts'
import {
  bytes,
  contents,
  double,
  each,
  type Field,
  flag,
  message,
  type MessageFields,
  only,
  pair,
  pairs,
  text,
  whole,
} from './protobuf-fields.ts'

export function documentV2AsProtobuf(document: object): Buffer {
  return contents(documentFields(), document)
}

function documentFields(): MessageFields {
  return {
    swagger: [1, text],
    info: [2, message(() => ({ title: [1, text], version: [2, text] }))],
    paths: [8, pairs(2, pathItem)],
    definitions: [9, pairs(1, schema)],
    parameters: [10, pairs(1, parameter)],
    security: [12, each(pairs(1, texts))],
    securityDefinitions: [13, pairs(1, only(2, apiKey))],
  }
}

/** A value of any type is encoded as YAML. */
const any: Field = (number, value) => bytes(number, text(2, yamlOf(value)))

/** All `x-` extensions, under one number. */
function extensions(number: number): (value: object) => Buffer {
  return (value) => {
    const written = Object.entries(value).filter(([key]) => key.startsWith('x-'))
    return Buffer.concat(written.map(([key, one]) => bytes(number, pair(key, one, any))))
  }
}

const schema: Field = message(
  () => ({
    $ref: [1, text],
    format: [2, text],
    title: [3, text],
    description: [4, text],
    multipleOf: [6, double],
    maximum: [7, double],
    exclusiveMaximum: [8, flag],
    minimum: [9, double],
    exclusiveMinimum: [10, flag],
    maxLength: [11, whole],
    minLength: [12, whole],
    pattern: [13, text],
    maxItems: [14, whole],
    minItems: [15, whole],
    uniqueItems: [16, flag],
    maxProperties: [17, whole],
    minProperties: [18, whole],
    required: [19, each(text)],
    enum: [20, each(any)],
    additionalProperties: [21, additional],
    type: [22, only(1, text)],
    items: [23, only(1, schema)],
    properties: [25, pairs(1, schema)],
    externalDocs: [29, message(() => ({ description: [1, text], url: [2, text] }))],
    example: [30, any],
  }),
  extensions(31),
)

const additional: Field = (number, value) =>
  // A member of a oneof is written even if it is `false`.
  typeof value === 'boolean' ? bytes(number, Buffer.from([0x10, value ? 1 : 0])) : only(1, schema)(number, value)

const bodyParameter: Field = message(() => ({
  description: [1, text],
  name: [2, text],
  in: [3, text],
  required: [4, flag],
  schema: [5, schema],
}))

const queryParameter: Field = message(() => ({
  required: [1, flag],
  in: [2, text],
  description: [3, text],
  name: [4, text],
  type: [6, text],
  uniqueItems: [20, flag],
}))

const pathParameter: Field = message(() => ({
  required: [1, flag],
  in: [2, text],
  description: [3, text],
  name: [4, text],
  type: [5, text],
  uniqueItems: [19, flag],
}))

/** A oneof of three types, each nested under its own number. */
const parameter: Field = (number, value) => {
  const { in: at } = value as { readonly in: string }
  if (at === 'body') return only(1, bodyParameter)(number, value)
  return only(2, at === 'path' ? only(4, pathParameter) : only(3, queryParameter))(number, value)
}

const reference: Field = message(() => ({ $ref: [1, text] }))

const parameterOrReference: Field = (number, value) =>
  '$ref' in (value as object) ? only(2, reference)(number, value) : only(1, parameter)(number, value)

const answer: Field = message(() => ({ description: [1, text], schema: [2, only(1, schema)] }))

const operation: Field = message(
  () => ({
    tags: [1, each(text)],
    description: [3, text],
    operationId: [5, text],
    produces: [6, each(text)],
    consumes: [7, each(text)],
    parameters: [8, each(parameterOrReference)],
    responses: [9, pairs(1, only(1, answer))],
    schemes: [10, each(text)],
  }),
  extensions(13),
)

const pathItem: Field = message(() => ({
  get: [2, operation],
  put: [3, operation],
  post: [4, operation],
  delete: [5, operation],
  options: [6, operation],
  head: [7, operation],
  patch: [8, operation],
  parameters: [9, each(parameterOrReference)],
}))

const apiKey: Field = message(() => ({
  type: [1, text],
  name: [2, text],
  in: [3, text],
  description: [4, text],
}))

const texts: Field = (number, value) => bytes(number, each(text)(1, value))
